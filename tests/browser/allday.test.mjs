// The line of all that is still to be made: how many of each dish, how many without what, and whose they are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, startBrowser, startGarson, until } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('all that is to be made is counted by dish, on every screen, and a press shows whose it is', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page, faults } = await owner(browser, garson, shop, { viewport: { width: 1180, height: 820 } });
  const adana = (quantity, options = []) => ({ name: 'Adana Kebap', quantity, total: 100 * quantity, options });
  const ayran = { name: 'Ayran', quantity: 1, total: 20 };
  const without = [{ name: 'Soğan', kind: 'remove' }];
  const total = (items) => ({ items, amount: { total: items.reduce((sum, item) => sum + item.total, 0) } });
  const one = await shop.push('one', total([adana(3, without), ayran]));
  const two = await shop.push('two', total([{ ...adana(2), name: 'ADANA  kebap' }]));
  await shop.push('new', total([adana(5)]));
  for (const id of [one, two]) await call(garson, shop.key, 'POST', `/orders/verify/${id}`, {});
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.locator('#wake button').click();
  const said = () => page.locator('#allday button').allTextContents();
  await eventually('both dishes are counted', async () => (await said()).length === 2);
  // What nobody has accepted is not to be made yet.
  assert.deepEqual(await said(), ['Adana Kebap ×5 3 × ÇIKAR Soğan', 'Ayran ×1']);

  const marked = () => page.locator('.card.whose').evaluateAll((cards) => cards.map((card) => card.dataset.id));
  await until('it is pressed', () => page.click('#allday button >> nth=1'), async () => (await marked()).length === 1);
  assert.deepEqual(await marked(), [one]);
  assert.equal(await page.getAttribute('#allday button >> nth=1', 'aria-pressed'), 'true');
  await until('it is let go', () => page.click('#allday button >> nth=1'), async () => (await marked()).length === 0);

  // A dish that is struck off is made, and an order on its way has nothing to be made.
  await until('it is struck off', () => page.click(`#order-${one} li:has-text("Ayran")`), async () => (await said()).length === 1);
  await call(garson, shop.key, 'POST', `/orders/change-status/${one}`, {});
  await eventually('the rest is counted', async () => (await said()).join() === 'ADANA  kebap ×2');

  // Whoever does not want it switches it off on this screen.
  await page.click('#device');
  await page.uncheck('#allday-on');
  assert.equal(await page.isVisible('#allday'), false);
  await page.reload();
  await page.locator('#live').waitFor();
  assert.equal(await page.isVisible('#allday'), false);
  assert.deepEqual(faults, []);
});
