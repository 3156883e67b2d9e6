// What the board folds away and what it never does: what has run out, long orders, what was cancelled before anybody began it,
// and an order that came twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, startBrowser, startGarson, until } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const TABLET = { viewport: { width: 1180, height: 820 } };

async function board(t, options = TABLET) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  return { garson, shop, ...await owner(browser, garson, shop, options) };
}

const open = async (page) => {
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.locator('#wake button').click();
};
const inSeconds = (seconds) => new Date(Date.now() + 1_000 * seconds).toISOString();

test('what has run out is one line below what can still be accepted, and opens', async (t) => {
  const { shop, page, faults } = await board(t);
  const late = await shop.push('late', { code: 'LATE', acceptBy: inSeconds(2) });
  const good = await shop.push('good', { code: 'GOOD', acceptBy: inSeconds(3_600) });
  await open(page);
  // As time passes, not as the server says so.
  await page.locator(`#new .expired #order-${late}`).waitFor({ state: 'attached' });
  assert.equal(await page.isVisible(`#order-${late}`), false);
  assert.deepEqual(await page.locator('#new > .cards > .card').evaluateAll((cards) => cards.map((card) => card.dataset.id)), [good]);
  assert.equal(await page.textContent('#new .count'), '2');
  assert.match(await page.textContent('#new .expired summary'), /Süresi dolan: 1\./);
  await until('it opens', () => page.click('#new .expired summary'), () => page.isVisible(`#order-${late}`));
  assert.ok(await page.isVisible(`#order-${late} .next`));
  // Served so, too.
  await page.reload();
  await page.locator('#live').waitFor();
  assert.equal(await page.locator(`#new .expired #order-${late}`).count(), 1);
  assert.deepEqual(faults, []);
});

test('a long order stays within its column, and what must be read is not folded', async (t) => {
  const { garson, shop, page, faults } = await board(t);
  const items = Array.from({ length: 25 }, (_, at) => ({
    name: `Ayran ${at}`, quantity: 1, total: 10, note: at === 24 ? 'Alerji: süt' : undefined, options: at === 20 ? [{ name: 'Buz', kind: 'remove' }] : [],
  }));
  const id = await shop.push('long', { items, amount: { total: 250 } });
  await call(garson, shop.key, 'POST', `/orders/verify/${id}`, {});
  await open(page);
  const card = page.locator(`#preparing #order-${id}`);
  await card.waitFor();
  assert.ok(await card.evaluate((one) => one.offsetHeight <= one.parentElement.clientHeight), 'it is higher than its column');
  assert.ok(await card.locator('.out', { hasText: 'Buz' }).isVisible());
  assert.ok(await card.locator('.note', { hasText: 'Alerji: süt' }).isVisible());
  assert.equal(await card.locator('.dish:visible').count(), 12);
  assert.equal(await card.locator('.others summary').textContent(), 've 13 çeşit daha');
  await until('it opens', () => card.locator('.others summary').click(), () => card.locator('.dish', { hasText: 'Ayran 19' }).isVisible());
  assert.equal(await card.locator('.dish:visible').count(), 25);
  assert.deepEqual(faults, []);
});

test('a new order that its customer cancelled is a small card with the reason in words', async (t) => {
  const { shop, page, faults } = await board(t);
  const id = await shop.push('gone');
  const stays = await shop.push('stays');
  await shop.cancel('gone', { reason: 'changed_mind', note: 'Misafir gelmedi' });
  await open(page);
  const card = page.locator(`#order-${id}.dead`);
  await card.waitFor();
  const text = await card.locator('.alert.stop').textContent();
  assert.match(text, /Müşteri vazgeçti/);
  assert.match(text, /Misafir gelmedi/);
  assert.doesNotMatch(text, /changed_mind/);
  const height = (which) => page.locator(`#order-${which}`).evaluate((one) => one.offsetHeight);
  assert.ok(await height(id) < 1.2 * await height(stays), `${await height(id)} px, beside ${await height(stays)}`);
  assert.equal(await page.isVisible('#first-line'), false);
  assert.deepEqual(faults, []);
});

test('an order that came twice says so on both cards, and one press leads to cancelling the later one', async (t) => {
  const { shop, page, faults } = await board(t);
  await open(page);
  const same = { code: 'W7', customer: { name: 'Deniz' } };
  const ids = [await shop.push('a', same), await shop.push('b', same)];
  const other = await shop.push('c', { code: 'W7', customer: { name: 'Ali' } });
  await page.locator(`#order-${other}`).waitFor();
  for (const id of ids) await page.locator(`#order-${id} .twin-cancel`).waitFor();
  assert.equal(await page.locator(`#order-${other} .twin`).count(), 0);
  await until('the sheet opens', () => page.click(`#order-${ids[0]} .twin-cancel`, { timeout: 1_000 }).catch(() => {}), () => page.isVisible('#sheet form'));
  assert.match(await page.getAttribute('#sheet form', 'action'), new RegExp(ids[1]));
  await page.keyboard.press('Escape');
  await shop.cancel('b');
  await page.locator(`#order-${ids[0]} .twin`).waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('the page of an order counts how long its platform waits', async (t) => {
  const { shop, page, faults } = await board(t);
  const id = await shop.push('1', { acceptBy: inSeconds(300) });
  await page.goto(`/orders/${id}`);
  const left = () => page.textContent('.acts .clock b');
  assert.match(await left(), /^[45]:\d\d$/);
  const first = await left();
  await eventually('it runs', async () => await left() !== first);
  assert.deepEqual(faults, []);
});
