// The live board on two screens: who sees what when, two hands on one button, and a line that breaks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEAD, pushChanged } from './fare.mjs';
import { call, eventually, freeze, isOfThePage, openShop, owner, press, screen, startBrowser, startGarson, until } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const both = (pages, ask) => Promise.all(pages.map(ask));
const shows = (pages, selector) => both(pages, (page) => page.locator(selector).waitFor());

async function twoScreens(t) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const people = [await owner(browser, garson, shop), await owner(browser, garson, shop)];
  const pages = [await screen(people[0]), await screen(people[1])];
  await both(pages, (page) => page.evaluate(() => { window.isSame = true; }));
  const faults = async () => {
    const isSame = await both(pages, (page) => page.evaluate(() => window.isSame === true));
    return [...people.flatMap((one) => one.faults), ...isSame.filter((same) => !same).map(() => 'loaded anew')];
  };
  return { garson, shop, people, pages, faults };
}

test('what happens on one screen shows on the other within a second, and nobody asks or reloads', async (t) => {
  const { garson, shop, pages, faults } = await twoScreens(t);
  const [kitchen, counter] = pages;

  // By the clock of the screen, and from when the line has brought it: how busy the machine is says nothing about the board.
  await both(pages, freeze);
  const asked = [];
  pages.forEach((page) => page.on('request', (request) => asked.push(request.url())));
  const ids = [];
  for (const number of [1, 2, 3]) {
    ids.push(await shop.push(`${number}`));
    await both(pages, (page) => page.waitForFunction((count) => window.brought === count, ids.length));
    await both(pages, (page) => page.clock.runFor(1_000));
    assert.deepEqual(await both(pages, (page) => page.isVisible(`#new #order-${ids.at(-1)}`)), [true, true]);
  }
  assert.deepEqual(asked, []);
  await both(pages, (page) => page.clock.resume());
  assert.deepEqual(await both(pages, (page) => page.textContent('#new .count')), ['3', '3']);
  const order = await counter.locator('#new .card').evaluateAll((cards) => cards.map((card) => card.dataset.id));
  assert.deepEqual(order, ids);

  await press(kitchen, ids[0]);
  await shows(pages, `#preparing #order-${ids[0]}`);
  await press(counter, ids[0]);
  await shows(pages, `#on-the-way #order-${ids[0]}`);
  await press(kitchen, ids[0]);
  await both(pages, (page) => page.locator(`#order-${ids[0]}`).waitFor({ state: 'detached' }));
  const { status, history } = await call(garson, shop.key, 'GET', `/orders/${ids[0]}`);
  assert.equal(status, 900);
  assert.deepEqual(history.map((step) => step.by).slice(1), ['user:Ayşe', 'user:Ayşe', 'user:Ayşe']);
  assert.deepEqual(await faults(), []);
});

test('two people who press the same button together move the order one step', async (t) => {
  const { garson, shop, pages, faults } = await twoScreens(t);
  const id = await shop.push('1');
  for (const [column, status] of [['preparing', 500], ['on-the-way', 600]]) {
    // Both presses are on their way before either is let through.
    const held = [];
    await both(pages, (page) => page.route(`**/orders/${id}/*`, (route) => { held.push(route); }));
    await both(pages, (page) => press(page, id));
    await eventually('both have pressed', () => held.length === 2);
    await both(held, (route) => route.continue());
    await shows(pages, `#${column} #order-${id}`);
    await both(pages, (page) => page.unroute(`**/orders/${id}/*`));
    const order = await call(garson, shop.key, 'GET', `/orders/${id}`);
    assert.deepEqual([order.status, order.history.at(-2).status], [status, status === 500 ? 400 : 500]);
  }
  // One of them is told that somebody was faster.
  const isTold = (page) => page.isVisible(`#order-${id} .notice`);
  await eventually('a notice', async () => (await both(pages, isTold)).some(Boolean));
  assert.deepEqual(await faults(), []);
});

test('what a platform changed is marked on both screens until one of them has seen it', async (t) => {
  const { garson, shop, pages, faults } = await twoScreens(t);
  const { intakeUrl } = await call(garson, shop.key, 'PUT', `/restaurants/${shop.restaurant}/integrations/yemeksepeti`, DEAD.yemeksepeti);
  const ids = [];
  for (const name of ['finger', 'key']) {
    const id = await pushChanged(intakeUrl, name, [{ name: 'Tavuk dürüm', pieces: 2 }], [{ name: 'Tavuk dürüm', pieces: 1 }]);
    await shows(pages, `#order-${id} .changed`);
    assert.match(await pages[1].textContent(`#order-${id} .changed`), /1 × Tavuk dürüm \(önceden 2\)/);
    ids.push(id);
  }
  await press(pages[0], ids[0], (button) => button.click(), '.noted');
  // The key that moves an order on takes note first.
  await press(pages[0], ids[1], async () => {
    await pages[0].focus(`#order-${ids[1]}`);
    await pages[0].keyboard.press('Enter');
  }, '.noted');
  for (const id of ids) {
    await both(pages, (page) => page.locator(`#order-${id} .changed`).waitFor({ state: 'detached' }));
    await shows(pages, `#new #order-${id}`);
  }
  assert.deepEqual(await faults(), []);
});

test('a server that dies shows at once, and the board catches up by itself when it is back', async (t) => {
  const { garson, shop, pages, faults } = await twoScreens(t);
  const first = await shop.push('1');
  const second = await shop.push('2');
  await shows(pages, `#new #order-${second}`);
  await garson.kill();
  await shows(pages, '#lost');
  assert.deepEqual(await both(pages, (page) => page.isVisible('#live')), [false, false]);
  // A press now is not lost silently.
  await press(pages[0], first);
  await pages[0].locator(`#order-${first} .notice`).waitFor();

  await garson.revive();
  const third = await shop.push('3');
  await call(garson, shop.key, 'POST', `/orders/verify/${first}`);
  await shop.cancel('2');
  await shows(pages, `#new #order-${third}`);
  await shows(pages, `#preparing #order-${first}`);
  await shows(pages, `#order-${second}.dead`);
  await shows(pages, '#live');
  assert.deepEqual(await both(pages, (page) => page.isVisible('#lost')), [false, false]);
  assert.deepEqual((await faults()).filter(isOfThePage), []);
});

test('a screen without a network says so, and so does one whose line has only gone silent', async (t) => {
  const { garson, shop, people, pages, faults } = await twoScreens(t);
  const [kitchen, counter] = pages;
  await people[0].context.setOffline(true);
  await kitchen.locator('#lost').waitFor();
  const id = await shop.push('1');
  await counter.locator(`#order-${id}`).waitFor();
  await people[0].context.setOffline(false);
  await kitchen.locator(`#new #order-${id}`).waitFor();
  await kitchen.locator('#live').waitFor();

  process.kill(garson.pid, 'SIGSTOP');
  try {
    await both(pages, (page) => page.clock.fastForward(13_000));
    await shows(pages, '#lost');
  } finally {
    process.kill(garson.pid, 'SIGCONT');
  }
  await shows(pages, '#live');
  assert.deepEqual((await faults()).filter(isOfThePage), []);
});

test('nothing jumps while the board changes: focus, place and what is unfolded stay', async (t) => {
  const { garson, shop, pages, faults } = await twoScreens(t);
  const [page] = pages;
  const ids = [];
  for (let number = 0; number < 30; number += 1) ids.push(await shop.push(`${number}`));
  await page.locator(`#order-${ids.at(-1)}`).waitFor();
  const [old, mine] = [ids[0], ids[24]];
  const link = page.locator(`#order-${mine} .cancel`);
  await link.focus();
  const settled = () => page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    return { top: Math.round(document.activeElement.getBoundingClientRect().top), scroll: Math.round(document.querySelector('#new .cards').scrollTop) };
  });
  const focused = () => page.evaluate(() => {
    const { activeElement: active } = document;
    return [active.closest('.card')?.dataset.id, active.className];
  });
  const before = await settled();
  assert.ok(before.scroll > 0, 'the column is long enough to be scrolled');
  const assertSteady = async (what) => {
    const after = await settled();
    assert.deepEqual(await focused(), [mine, 'button cancel'], what);
    assert.ok(Math.abs(after.top - before.top) <= 2, `${what}: from ${before.top} to ${after.top}`);
  };

  // One more above it, one less, and one less below.
  const late = await shop.push('late');
  await page.locator(`#order-${late}`).waitFor();
  await assertSteady('a new order');
  for (const answered of [late, old]) {
    await call(garson, shop.key, 'POST', `/orders/verify/${answered}`);
    await page.locator(`#preparing #order-${answered}`).waitFor();
    await assertSteady('an answer elsewhere');
  }

  // Somebody else answers the very order that has the focus: it goes along, the page does not.
  await call(garson, shop.key, 'POST', `/orders/verify/${mine}`);
  await page.locator(`#preparing #order-${mine}`).waitFor();
  assert.deepEqual(await focused(), [mine, 'button cancel']);
  await call(garson, shop.key, 'POST', `/orders/change-status/${mine}`);
  await until('it is unfolded', () => page.locator(`#on-the-way #order-${mine} summary`).click(), () => page.isVisible(`#on-the-way #order-${mine} .dishes`));
  await shop.cancel('24');
  await page.locator(`#order-${mine}.dead`).waitFor();
  assert.ok(await page.locator(`#order-${mine} .dishes`).isVisible());
  assert.deepEqual(await faults(), []);
});
