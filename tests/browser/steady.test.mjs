// What must not slip on a board that runs all evening: an update that was missed, a press too many, a line too many.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, freeze, isOfThePage, openShop, owner, person, press, screen, signIn, startBrowser, startGarson, until } from './house.mjs';

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

test('a key that was meant for a card that is gone does not hit the one beside it', async (t) => {
  const { garson, shop, page, person } = await oneScreen(t);
  const [gone, beside] = [await shop.push('1'), await shop.push('2')];
  for (const id of [gone, beside]) {
    await call(garson, shop.key, 'POST', `/orders/verify/${id}`);
    await call(garson, shop.key, 'POST', `/orders/change-status/${id}`);
    await page.locator(`#on-the-way #order-${id}`).waitFor();
  }
  await page.keyboard.press('ArrowDown');
  await page.locator(`#order-${gone}:focus`).waitFor();
  await page.clock.runFor(1_000);
  // Where it will have come to: it glides.
  const place = () => page.locator(`#order-${beside}`).evaluate((card) => [card.offsetLeft, card.offsetTop, card.offsetWidth]);
  const was = await place();
  await call(garson, shop.key, 'POST', `/orders/change-status/${gone}`);
  await page.locator(`#order-${gone}`).waitFor({ state: 'detached' });
  assert.deepEqual(await place(), was, 'it lies in a lane of its own');
  // The hand was on its way.
  await page.keyboard.press('Enter');
  await shop.push('3');
  await page.locator('#new .card').waitFor();
  assert.equal(await statusOf(garson, shop, beside), 600);
  // Whoever has seen it presses once more.
  await page.clock.runFor(1_000);
  await page.keyboard.press('Enter');
  await page.locator(`#order-${beside}`).waitFor({ state: 'detached' });
  assert.equal(await statusOf(garson, shop, beside), 900);
  assert.deepEqual(person.faults, []);
});

/** Tabs of one browser that count their lines, and can be hidden. */
async function countLines({ context }) {
  await context.addInitScript(() => {
    window.lines = [];
    window.EventSource = class extends EventSource { constructor(url) { super(url); window.lines.push(this); } };
    Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true });
  });
  const linesOf = (page) => page.evaluate(() => window.lines.filter((line) => line.readyState !== 2).length);
  const show = (page, isShown) => page.evaluate((wanted) => {
    window.isHidden = !wanted;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isShown);
  const open = async (path = '/') => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  return { linesOf, show, open };
}

test('seven windows over HTTPS share a line, and all of them work', async (t) => {
  const garson = await startGarson({ flags: ['--tls', 'auto'] });
  t.after(() => garson.stop());
  const shop = await openShop(garson);
  const house = { ...garson, url: garson.url.replace('http:', 'https:') };
  const she = await person(browser, house, { ignoreHTTPSErrors: true });
  t.after(() => she.context.close());
  await signIn(she.page, 'Ayşe', 'iyi bir parola');
  await she.page.close();
  const { linesOf, open } = await countLines(she);
  const windows = await Promise.all(Array.from({ length: 7 }, () => open()));
  const onlyOne = async () => {
    const counts = await Promise.all(windows.map(linesOf));
    return counts.reduce((sum, count) => sum + count) === 1;
  };
  const order = async (number) => {
    const id = await shop.push(number);
    await Promise.all(windows.map((page) => page.locator(`#order-${id}`).waitFor()));
    return id;
  };
  await order('1');
  await eventually('one of them holds the line', onlyOne);
  // Each of them can be worked with while all are open.
  for (const [at, page] of windows.entries()) {
    const id = await order(`of ${at}`);
    await press(page, id);
    await Promise.all(windows.map((other) => other.locator(`#preparing #order-${id}`).waitFor({ state: 'attached' })));
  }
  // Whoever holds it goes; another takes it, and what came in between is seen.
  const held = await Promise.all(windows.map(linesOf));
  const [gone] = windows.splice(held.indexOf(1), 1);
  await gone.close();
  await order('2');
  await eventually('another holds the line', onlyOne);
  assert.deepEqual(she.faults, []);
});

test('a tab that is looked at takes the line from one that nobody sees', async (t) => {
  const { shop, page: first, person } = await oneScreen(t);
  await first.close();
  const { linesOf, show, open } = await countLines(person);
  const page = await open();
  await page.locator('#live').waitFor();
  const other = await open();
  await other.locator('#live').waitFor();
  await eventually('the first has the line', async () => await linesOf(page) === 1 && await linesOf(other) === 0);
  await show(page, false);
  await eventually('the other has it', async () => await linesOf(page) === 0 && await linesOf(other) === 1);
  const id = await shop.push('1');
  await Promise.all([page, other].map((one) => one.locator(`#order-${id}`).waitFor({ state: 'attached' })));
  assert.deepEqual(person.faults, []);
});
