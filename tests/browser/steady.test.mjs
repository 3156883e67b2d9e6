// What must not slip on a board that runs all evening: an update that was missed, a press too many, a line too many.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, isOfThePage, openShop, owner, press, screen, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

async function oneScreen(t) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const person = await owner(browser, garson, shop);
  return { garson, shop, person, page: await screen(person) };
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });
const statusOf = async (garson, shop, id) => (await call(garson, shop.key, 'GET', `/orders/${id}`)).status;

test('what was missed is shown in the end, whatever comes in between', async (t) => {
  const { garson, shop, page, person } = await oneScreen(t);
  const moved = await shop.push('1');
  await page.locator(`#new #order-${moved}`).waitFor();
  let refused = 0;
  await page.route('**/board**', (route) => (refused++ < 1 ? route.fulfill({ status: 503, body: '' }) : route.continue()));
  await garson.kill();
  await page.locator('#lost').waitFor();
  await garson.revive();
  const missed = await shop.push('2');
  await call(garson, shop.key, 'POST', `/orders/verify/${moved}`);
  await eventually('the board cannot be fetched', () => refused > 0);
  // The stream is back, what it brings is newer than what was missed, and the line changes once more.
  const newer = await shop.push('3');
  await page.locator(`#new #order-${newer}`).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.locator(`#new #order-${missed}`).waitFor();
  await page.locator(`#preparing #order-${moved}`).waitFor();
  await page.locator('#live').waitFor();
  assert.deepEqual(person.faults.filter(isOfThePage), []);
});

test('a key that is held down is one press', async (t) => {
  const { garson, shop, page, person } = await oneScreen(t);
  const id = await shop.push('1');
  for (const held of [`#order-${id}`, `#order-${id} .next`]) {
    const before = await statusOf(garson, shop, id);
    await page.focus(held);
    // A card that has just come or moved takes no press; the key is held for longer than that, too.
    await pause(1_000);
    for (let time = 0; time < 20; time += 1) {
      await page.keyboard.down('Enter');
      await pause(50);
    }
    await page.keyboard.up('Enter');
    await eventually('one step', async () => (await statusOf(garson, shop, id)) === before + 100);
  }
  assert.equal(await statusOf(garson, shop, id), 600);
  assert.deepEqual(person.faults, []);
});

test('a second press does not hit the step after the one that was meant', async (t) => {
  const { garson, shop, page, person } = await oneScreen(t);
  const id = await shop.push('1', { scheduledAt: new Date(Date.now() + 5 * 3_600_000).toISOString() });
  await page.locator(`#new #order-${id}`).waitFor();
  await page.evaluate((card) => {
    const first = document.querySelector(`#${card} .next`).value;
    new MutationObserver((_, watch) => {
      const next = document.querySelector(`#${card} .next`);
      if (!next || next.value === first) return;
      watch.disconnect();
      next.click();
      window.pressedTwice = true;
    }).observe(document.getElementById('board'), { childList: true, subtree: true });
  }, `order-${id}`);
  await press(page, id);
  await page.waitForFunction(() => window.pressedTwice);
  await shop.push('2');
  await page.locator('#new .card').waitFor();
  assert.equal(await statusOf(garson, shop, id), 350);
  assert.deepEqual(person.faults, []);
});

test('a tab that nobody sees leaves its line to one that shows the same board', async (t) => {
  const { garson, shop, page, person } = await oneScreen(t);
  await person.context.addInitScript(() => {
    window.lines = [];
    window.EventSource = class extends EventSource { constructor(url) { super(url); window.lines.push(this); } };
    Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true });
  });
  const hidden = await person.context.newPage();
  const open = () => hidden.evaluate(() => window.lines.filter((line) => line.readyState !== 2).length);
  const show = (isShown) => hidden.evaluate((wanted) => {
    window.isHidden = !wanted;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isShown);
  await hidden.goto('/');
  await hidden.locator('#live').waitFor();
  assert.equal(await open(), 1);
  await show(false);
  await eventually('the line is given up', async () => (await open()) === 0);
  const id = await shop.push('1');
  await page.locator(`#order-${id}`).waitFor();
  assert.equal(await hidden.locator(`#order-${id}`).count(), 0);
  // Looked at again, it catches up; left alone, it takes over.
  await show(true);
  await hidden.locator(`#order-${id}`).waitFor();
  await show(false);
  await eventually('the line is given up again', async () => (await open()) === 0);
  await page.close();
  await eventually('somebody rings', async () => (await open()) === 1);
  assert.deepEqual(person.faults, []);
});
