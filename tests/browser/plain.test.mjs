// The panel in a browser that runs no script: everything works but live updates and sound.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  call, eventually, firstVisit, openShop, person, signIn, startBrowser, startGarson, startReceiver,
} from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('without script one signs in, moves and cancels orders, adds a webhook and makes a key', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const till = await startReceiver();
  t.after(till.stop);
  const shop = await openShop(garson);
  const [first, second] = [await shop.push('1', { code: 'W1' }), await shop.push('2', { code: 'W2' })];
  const { page, faults } = await person(browser, garson, { javaScriptEnabled: false });
  await signIn(page, 'Ayşe', 'iyi bir parola');
  assert.ok(await page.locator('noscript').isVisible());
  assert.ok(!(await page.isVisible('#wake')) && !(await page.isVisible('#live')) && !(await page.isVisible('#keys')));

  for (const column of ['preparing', 'on-the-way']) {
    await page.click(`#order-${first} .next`);
    await page.locator(`#${column} #order-${first}`).waitFor();
  }
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${first}`)).status, 600);

  // Somebody else was faster: said on the board, and nothing moves twice.
  await call(garson, shop.key, 'POST', `/orders/change-status/${first}`);
  await page.click(`#order-${first} .next`);
  await page.getByRole('alert').first().waitFor();

  await page.goto('/');
  await page.click(`#order-${second} .cancel`);
  await page.locator('input[name=reason]').first().check();
  await page.fill('textarea[name=note]', 'Bitti');
  await page.click('form.sheet button.danger');
  await page.locator(`#order-${second}.dead`).waitFor();
  const { status, cancellation } = await call(garson, shop.key, 'GET', `/orders/${second}`);
  assert.deepEqual([status, cancellation.note], [1600, 'Bitti']);

  await page.click('nav .more summary');
  await page.click('nav a[href="/webhooks"]');
  await page.click('.empty a.primary');
  await page.fill('input[name=url]', till.url);
  await page.click('form.sheet button.primary');
  await page.click('main a.primary');
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}/);
  await shop.push('3');
  await eventually('an event', () => till.heard.length === 1);

  await page.click('nav .more summary');
  await page.click('nav a[href="/keys"]');
  await page.fill('input[name=name]', 'Kasa');
  await page.click('form[action="/keys"] button.primary');
  const key = (await page.textContent('#key')).trim();
  assert.equal((await call(garson, key, 'GET', '/restaurants')).length, 1);

  await page.click('form[action="/language"] button');
  await page.locator('html[lang=en]').waitFor();
  await page.click('form[action="/logout"] button');
  await page.waitForURL('**/login');
  assert.deepEqual(faults, []);
});

test('without script the first visit works, on a telephone too', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const { page, faults } = await person(browser, garson, { javaScriptEnabled: false, phone: true });
  assert.match(await firstVisit(page, garson), /^gsn_/);
  await page.click('details.menu summary');
  await page.click('nav a[href="/restaurants"]');
  await page.getByRole('link', { name: 'Köfteci' }).first().waitFor();
  assert.deepEqual(faults, []);
});
