// A Friday evening, sped up: 300 orders, two cooks, one at a tablet and one with keys alone; the program dies twice and the
// tablet loses its line. No order may wait for an answer for longer than its platform does, by what the cooks can do in that
// time (`cook.mjs`). Without LONG the evening is short: 60 orders, with the same bursts and mishaps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Kitchen, KeyCook, TabletCook } from './cook.mjs';
import { dice, evening, patiently, shopOrder, startYemeksepeti } from './evening.mjs';
import { call, eventually, isOfThePage, openShop, owner, startBrowser, startGarson } from './house.mjs';

const ORDERS = Number(process.env.FRIDAY_ORDERS ?? (process.env.LONG === '1' ? 300 : 60));
/** What the hour takes, for how long a platform waits for an answer, and how long the line is broken. */
const LENGTH = 400 * ORDERS;
const WAITS = 30_000;
const OFFLINE = Math.max(4_000, LENGTH / 12);
/** How long a dish takes in the kitchen, and the courier to the customer. */
const COOKED_AFTER = 8_000;
const DELIVERED_AFTER = 6_000;
const OPEN = [325, 350, 400, 500, 600];

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('no accept deadline is missed on a Friday evening', { timeout: 1_800_000 }, async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const kitchen = new Kitchen({ preparing: COOKED_AFTER, 'on-the-way': DELIVERED_AFTER });
  t.after(() => kitchen.close());
  const platform = await startYemeksepeti((millis) => kitchen.wait(millis));
  t.after(platform.stop);
  await platform.connect(garson, shop);
  const api = (method, route) => patiently(() => call(garson, shop.key, method, route));

  const tablet = await owner(browser, garson, shop, { viewport: { width: 1180, height: 820 }, hasTouch: true });
  const wall = await owner(browser, garson, shop, { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  for (const { page } of [tablet, wall]) {
    await page.goto('/');
    await page.click('#wake button');
  }
  const cooks = [new TabletCook(tablet.page, kitchen, dice(1)), new KeyCook(wall.page, kitchen, dice(2))];

  // Whoever compares needs a moment in which nothing happens.
  const rest = async (work) => {
    kitchen.isResting = true;
    await eventually('both cooks have stopped', () => cooks.every((cook) => cook.isIdle));
    await work();
    kitchen.isResting = false;
  };
  const bothAreRight = () => Promise.all(cooks.map(({ page }) => eventually('the screen shows what is open', () => isRight(page, api))));
  const restart = async () => { await garson.kill(); await garson.revive(); await rest(bothAreRight); };
  let mishap = Promise.resolve();
  const mishaps = [
    [0.3, restart],
    [0.55, async () => {
      await tablet.context.setOffline(true);
      await kitchen.wait(OFFLINE);
      await tablet.context.setOffline(false);
      await rest(bothAreRight);
    }],
    [0.8, restart],
    // One after the other.
  ].map(([at, work]) => ({ at, work: () => { mishap = mishap.then(work); return mishap; } }));

  const came = [];
  const arrive = async (order) => {
    const acceptBy = order.hasDeadline ? Date.now() + WAITS * kitchen.slowness : null;
    const id = order.isPlatform
      ? await platform.push(order, acceptBy, WAITS)
      : await patiently(() => shop.push(order.name, shopOrder(order, acceptBy)));
    came.push({ ...order, id, acceptBy });
    if (order.cancelledAfter === null) return;
    await kitchen.wait(order.cancelledAfter * WAITS);
    // One that is delivered already cannot be.
    await (order.isPlatform ? platform.cancel(order.name) : patiently(() => shop.cancel(order.name))).catch(() => {});
  };
  const goOn = async () => {
    const script = [...evening(ORDERS).map((order) => ({ at: order.at, work: () => arrive(order) })), ...mishaps];
    const begun = [];
    for (const { at, work } of script.toSorted((one, other) => one.at - other.at)) {
      if (kitchen.now < at * LENGTH) await kitchen.wait(at * LENGTH - kitchen.now);
      if (kitchen.isClosed) return;
      begun.push(work());
    }
    await Promise.all(begun);
  };

  // The counter packs what the web shop sold and hears from the couriers: the till says so for them.
  const till = async () => {
    const isDue = ({ status, provider, updatedAt }) => {
      const age = (Date.now() - Date.parse(updatedAt)) / kitchen.slowness;
      return status === 500 ? provider === 'open' && age > COOKED_AFTER : age > DELIVERED_AFTER;
    };
    while (!kitchen.isClosed) {
      await kitchen.wait(1_000);
      const moving = await listed(api, [500, 600]);
      // Somebody may have been faster.
      for (const { id } of moving.filter(isDue)) await api('POST', `/orders/change-status/${id}`).catch(() => {});
    }
  };

  const shift = Promise.all([...cooks.map((cook) => cook.work()), till()]);
  const isAnswered = async () => (await listed(api, [325, 400])).length === 0;
  await Promise.race([shift, goOn()]);
  await Promise.race([shift, kitchen.until('every order is answered', isAnswered, 2 * WAITS)]);
  await rest(bothAreRight);
  kitchen.close();
  await shift;

  const orders = [];
  for (const { id } of came) orders.push(await api('GET', `/orders/${id}`));
  report(t, came, orders, cooks, kitchen, platform);
  assert.equal(came.length, ORDERS);
  assert.deepEqual(platform.missed, []);
  assert.deepEqual(kitchen.troubles, []);
  assertAllIsWritten(kitchen, orders);
  const faults = [...tablet.faults, ...wall.faults].filter(isOfThePage);
  assert.deepEqual(faults, []);
});

/** The orders that stand so. */
async function listed(api, statuses) {
  const lists = await Promise.all(statuses.map((status) => api('GET', `/orders?status=${status}&limit=200`)));
  return lists.flat();
}

/** Does the screen show what is open, each card in its column, the most urgent first, and counted? */
async function isRight(page, api) {
  const open = await listed(api, OPEN);
  const shown = await page.evaluate(() => [...document.querySelectorAll('.column')].map((column) => {
    // What was cancelled keeps its place until somebody has seen it.
    const cards = [...column.querySelectorAll('.card')];
    // What nobody has answered in time is folded away.
    const laid = cards.filter((card) => !card.closest('.expired'));
    return {
      name: column.id,
      count: Number(column.querySelector('.count').textContent),
      ids: cards.filter((card) => !card.matches('.dead')).map((card) => card.dataset.id),
      sorts: laid.map((card) => Number(card.dataset.sort)),
      tops: laid.map((card) => Math.round(card.getBoundingClientRect().top)),
    };
  }));
  const columns = { 325: 'new', 350: 'later', 400: 'new', 500: 'preparing', 600: 'on-the-way' };
  const there = Object.fromEntries(shown.map(({ name, ids }) => [name, ids.toSorted()]));
  const wanted = Object.fromEntries(shown.map(({ name }) => [name, open.filter(({ status }) => columns[status] === name).map(({ id }) => id).toSorted()]));
  return JSON.stringify(there) === JSON.stringify(wanted) && shown.every(({ name, count, ids, sorts, tops }) => (
    count === ids.length && sorts.every((sort, at) => at === 0 || sorts[at - 1] <= sort) && (name === 'later' || tops.every((top) => top >= tops[0]))
  ));
}

/** Each press that was taken is one step of its order, and no step was taken that nobody pressed. */
function assertAllIsWritten(kitchen, orders) {
  orders.forEach(({ id, history }) => {
    const presses = kitchen.presses.filter((press) => press.id === id);
    const steps = history.flatMap((step, at) => (step.by?.startsWith('user:') ? [history[at - 1].status] : [])).toSorted();
    // Who accepts what the other has just accepted is told yes again.
    const taken = [...new Set(presses.filter((press) => press.isTaken).map((press) => press.from))].toSorted();
    // The answer to a press may be lost with the program; then it may have been taken or not.
    const doubtful = presses.filter((press) => press.isTaken === null).map((press) => press.from);
    assert.deepEqual(steps.filter((from) => taken.includes(from) || !doubtful.includes(from)), taken, `presses on ${id}`);
  });
}

function report(t, came, orders, cooks, kitchen, platform) {
  const took = [];
  const shares = [];
  came.forEach(({ acceptBy }, at) => {
    const { createdAt, history } = orders[at];
    const accepted = history.find((step) => [350, 500].includes(step.status));
    if (!accepted) return;
    const millis = Date.parse(accepted.at) - Date.parse(createdAt);
    took.push(millis / 1_000);
    if (acceptBy) shares.push(millis / (acceptBy - Date.parse(createdAt)));
  });
  const line = (list) => {
    const sorted = list.toSorted((one, other) => one - other);
    return [0.5, 0.95, 1].map((part) => (sorted[Math.ceil(part * sorted.length) - 1] ?? NaN).toFixed(2)).join(', ');
  };
  const sum = (name) => cooks.reduce((all, cook) => all + cook.counts[name], 0);
  const count = (isTaken) => kitchen.presses.filter((press) => press.isTaken === isTaken).length;
  t.diagnostic(`from arrival to accept (median, 95 of 100, longest): ${line(took)} s; of the time that the platform waits: ${line(shares)}`);
  t.diagnostic(`missed: ${platform.missed.length} of ${shares.length}; accepted: ${took.length} of ${came.length}`);
  t.diagnostic(`scrolls for each accept: ${(sum('scrolls') / sum('accepts')).toFixed(3)} (tablet ${cooks[0].counts.scrolls}/${cooks[0].counts.accepts}, wall ${cooks[1].counts.scrolls}/${cooks[1].counts.accepts})`);
  t.diagnostic(`longest column of new orders, in screens: ${cooks.map((cook) => cook.longest.toFixed(1)).join(' (tablet), ')} (wall)`);
  t.diagnostic(`presses: ${count(true)} taken, ${count(false)} refused, ${count(null)} unanswered, ${sum('ignored')} not taken by the board, ${sum('slips')} that slipped; keys: ${sum('keys')}; slowness: ${kitchen.slowness.toFixed(1)}`);
}
