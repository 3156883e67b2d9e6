// The whole evening on a telephone, with a thumb: nothing has to be pushed sideways.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, openSheet, openShop, person, press, startBrowser, startGarson, until } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

// What a customer can write when nobody stops them.
const LONG = {
  code: 'UZUN-KOD-1234567890',
  customer: {
    name: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine Öztürk',
    phone: '+90 532 000 00 00',
    address: { line: 'https://maps.example/' + 'x'.repeat(120) },
  },
  items: [{
    name: 'Kayseri usulü pastırmalı kuru fasulye ' + 'ı'.repeat(60),
    quantity: 12,
    total: 12_499.9,
    note: 'az'.repeat(60),
    options: [{ name: 'Soğan', kind: 'remove', quantity: 1 }, { name: 'Acı sos', quantity: 2 }],
  }],
  amount: { total: 12_499.9 },
};

async function fits(page, what) {
  const { width, wanted } = await page.evaluate(() => ({
    width: window.screen.width,
    wanted: Math.max(document.documentElement.scrollWidth, window.innerWidth),
  }));
  assert.ok(wanted <= width, `${what} is ${wanted} wide on a screen of ${width}`);
}

test('an evening on a telephone: sign in, answer, move on, cancel, look up', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const id = await shop.push('T-1', LONG);
  const other = await shop.push('T-2', { code: 'T2', customer: { name: 'Zeynep' } });
  const telephone = { phone: true, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };
  const { page, faults } = await person(browser, garson, telephone);
  await page.goto('/');
  await fits(page, 'signing in');
  await page.fill('input[name=name]', 'Ayşe');
  await page.fill('input[name=password]', 'iyi bir parola');
  await page.tap('button.primary');
  await page.locator(`#new #order-${id}`).waitFor();
  await fits(page, 'the board');

  for (const column of ['preparing', 'on-the-way']) {
    await press(page, id, (button) => button.tap());
    await page.locator(`#${column} #order-${id}`).waitFor();
    await fits(page, `the board with an order ${column}`);
  }
  // A column is one tap away.
  await page.tap('.jumps a[href="#on-the-way"]');
  // It has only just come to lie there.
  await until('it is unfolded', () => page.locator(`#on-the-way #order-${id} summary`).tap(), () => page.isVisible(`#order-${id} .dishes`));
  await fits(page, 'the board with an order unfolded');
  await press(page, id, (button) => button.tap());
  await page.locator(`#order-${id}`).waitFor({ state: 'detached' });
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${id}`)).status, 900);

  await openSheet(page, () => page.tap(`#order-${other} .cancel`));
  await fits(page, 'cancelling');
  await page.locator('label', { has: page.locator('input[name=reason]') }).first().tap();
  await page.tap('#sheet button.danger');
  await page.locator(`#order-${other}.dead`).waitFor();
  await fits(page, 'the board with a cancelled order');
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${other}`)).status, 1600);

  // The menu is folded away until it is wanted.
  assert.ok(!(await page.isVisible('nav a[href="/orders"]')));
  await page.tap('details.menu summary');
  await fits(page, 'the menu');
  await page.tap('nav a[href="/orders"]');
  await page.fill('input[name=q]', 'Zeynep');
  await page.tap('.filters button.primary');
  await page.waitForURL(/q=Zeynep/);
  assert.equal(await page.locator('table.orders tbody tr').count(), 1);
  await fits(page, 'the list');
  await page.tap('table.orders a.to');
  await page.waitForURL(`**/orders/${other}`);
  await fits(page, 'the order');
  await page.goto('/orders');
  await fits(page, 'the list of all');
  await page.goto(`/orders/${id}`);
  await fits(page, 'the long order');

  // What a thumb has to hit is large enough for it.
  await shop.push('T-3');
  await page.goto('/');
  const targets = page.locator('button:visible, a.button:visible, .jumps a:visible, summary:visible');
  assert.ok(await targets.count() > 5);
  const small = await targets.evaluateAll((all) => all
    .map((one) => ({ text: one.textContent.trim(), height: one.getBoundingClientRect().height }))
    .filter(({ height }) => height < 44));
  assert.deepEqual(small, []);
  assert.deepEqual(faults, []);
});
