// The page of one order: it follows what happens to the order, knows the way back, and the menu above it is in groups.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, isOfThePage, openShop, owner, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

async function start(t, options) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  return { garson, shop, ...await owner(browser, garson, shop, options) };
}

test('an order that is open somewhere follows what others do to it', async (t) => {
  const { garson, shop, page, faults } = await start(t);
  const id = await shop.push('1');
  const other = await shop.push('2');
  await page.goto(`/orders/${id}`);
  const badge = page.locator('.head .badge');
  assert.equal(await badge.textContent(), 'Yeni');
  await page.click('details.raw summary');
  await page.focus('.acts .next');
  // Of another order nothing is shown here.
  await call(garson, shop.key, 'POST', `/orders/verify/${other}`);
  await call(garson, shop.key, 'POST', `/orders/verify/${id}`);
  await page.getByText('Hazırlanıyor').first().waitFor();
  assert.equal(await badge.textContent(), 'Hazırlanıyor');
  // What was open is open, and whoever was about to press still is.
  assert.ok(await page.isVisible('details.raw pre'));
  assert.ok(await page.evaluate(() => document.activeElement.matches('.acts .next')));
  assert.match(await page.textContent('#news'), /Hazırlanıyor/);
  await shop.cancel('1', { reason: 'Vazgeçtim' });
  await page.getByText('Vazgeçtim').first().waitFor();
  assert.equal(await page.locator('.acts').count(), 0);
  assert.deepEqual(faults, []);
});

test('an order catches up after the line was lost, and while nobody looked', async (t) => {
  const { garson, shop, page, context, faults } = await start(t);
  const id = await shop.push('1');
  await page.goto(`/orders/${id}`);
  await page.locator('.acts .next').waitFor();
  await context.setOffline(true);
  await call(garson, shop.key, 'POST', `/orders/verify/${id}`);
  await context.setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await eventually('it has caught up', async () => (await page.textContent('.head .badge')) === 'Hazırlanıyor');
  assert.deepEqual(faults.filter(isOfThePage), []);
});

test('the way back leads to the list as it was left, also after a press', async (t) => {
  const { shop, page, faults } = await start(t);
  const id = await shop.push('1');
  await page.goto('/orders?status=open&provider=open');
  await page.click('table.orders a.to');
  await page.waitForURL(`**/orders/${id}`);
  await page.click('.acts .next');
  await page.waitForURL(/back=/);
  await page.click('.crumbs a');
  await page.waitForURL('**/orders?status=open&provider=open');
  await page.goto('/');
  await page.click(`#order-${id} h3 a`);
  await page.waitForURL(`**/orders/${id}`);
  await page.click('.crumbs a');
  await page.waitForURL((url) => url.pathname === '/' && url.search === '');
  assert.deepEqual(faults, []);
});

test('what only an installer needs is folded away, and opens by finger and by key', async (t) => {
  const { page, faults } = await start(t);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/orders');
  const webhooks = page.locator('.nav a[href="/webhooks"]');
  assert.ok(!(await webhooks.isVisible()));
  await page.click('.more summary');
  assert.ok(await webhooks.isVisible());
  await page.click('h1');
  assert.ok(!(await webhooks.isVisible()));
  await page.focus('.more summary');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.ok(await webhooks.evaluate((link) => link === document.activeElement));
  await page.keyboard.press('Escape');
  assert.ok(!(await webhooks.isVisible()));
  await page.goto('/keys');
  assert.ok(await page.isVisible('.more summary.here'));
  assert.equal(await page.locator('.nav [aria-current=page]').count(), 1);
  assert.deepEqual(faults, []);
});
