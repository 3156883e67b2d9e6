// What must not slip on a board that runs all evening: an update that was missed, a press too many, a line too many.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, freeze, isOfThePage, openShop, owner, press, screen, startBrowser, startGarson, until } from './house.mjs';

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
  for (const [held, column] of [[`#order-${id}`, 'preparing'], [`#order-${id} .next`, 'on-the-way']]) {
    await page.focus(held);
    // A card that has just come or moved takes no press; the key is held for longer than that, too.
    await page.clock.runFor(1_000);
    await page.keyboard.down('Enter');
    await page.locator(`#${column} #order-${id}`).waitFor();
    for (let time = 0; time < 20; time += 1) {
      await page.clock.runFor(50);
      await page.keyboard.down('Enter');
    }
    await page.keyboard.up('Enter');
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
  await hidden.evaluate(() => {
    window.answers = 0;
    const around = new BroadcastChannel(`garson${document.getElementById('board').dataset.stream}`);
    around.onmessage = ({ data }) => { if (data.here) window.answers += 1; };
  });
  await freeze(hidden);
  const hide = async () => {
    await hidden.evaluate(() => { window.answers = 0; });
    await show(false);
    await hidden.waitForFunction(() => window.answers > 0);
    await hidden.clock.runFor(1_000);
    assert.equal(await open(), 0, 'the line is given up');
  };
  await hide();
  const id = await shop.push('1');
  await until('the other shows it', () => page.clock.runFor(100), () => page.isVisible(`#order-${id}`));
  assert.equal(await hidden.locator(`#order-${id}`).count(), 0);
  // Looked at again, it catches up; left alone, it takes over.
  await show(true);
  await until('it catches up', () => hidden.clock.runFor(100), () => hidden.isVisible(`#order-${id}`));
  await hide();
  await page.close();
  await until('somebody rings', () => hidden.clock.runFor(1_000), async () => await open() === 1);
  assert.deepEqual(person.faults, []);
});
