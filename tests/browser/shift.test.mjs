// The Friday evening of `friday.test.mjs` worked by a crew: counter, two stations and the pass, each at a screen in its role;
// and by the same four at boards that show everything. Nothing may be missed or pressed by mistake, and the table at the end
// tells the two apart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Kitchen } from './cook.mjs';
import { Hand } from './crew.mjs';
import { dice, evening, patiently, shopOrder, startYemeksepeti } from './evening.mjs';
import { Visitor } from './full.mjs';
import { call, eventually, isOfThePage, openShop, owner, startBrowser, startGarson } from './house.mjs';

const ORDERS = Number(process.env.SHIFT_ORDERS ?? (process.env.LONG === '1' ? 120 : 24));
const LENGTH = 500 * ORDERS;
/** One hand alone answers here, about one order a second: what comes at once must fit into that. */
const WAITS = 90_000;
const STATIONS = { Ocak: ['Adana Kebap', 'Tavuk Şiş', 'Karışık Izgara'], Mutfak: ['Mercimek Çorbası', 'Lahmacun', 'Künefe'] };
/** How long it takes to make a part of an order, to pack it and to bring it. */
const TAKES = {
  'station preparing': 5_000, 'pass preparing': 600, 'counter on-the-way': 6_000, 'counter ready': 600,
};
const TABLET = { width: 1180, height: 820 };
const WALL = { width: 1920, height: 1080 };

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/** The kitchen's two stations and what they make; their ids by name. */
async function sortDishes(garson, shop) {
  const dishes = Object.values(STATIONS).flat();
  // The names as the evening orders them.
  const items = [...new Set(evening(200).flatMap((order) => order.dishes.map(({ name }) => name)))].map((name) => ({ name, quantity: 1, total: 1 }));
  const id = await shop.push('menu', { items, amount: { total: items.length } });
  await call(garson, shop.key, 'POST', `/orders/cancel/${id}`, { reason: 'other' }).catch(() => {});
  const boss = Object.assign(new Visitor(garson), { session: shop.session });
  const path = `/restaurants/${shop.restaurant}`;
  for (const name of Object.keys(STATIONS)) await boss.post(`${path}/stations`, { name });
  const { text } = await boss.get(`${path}/stations`);
  const ids = Object.fromEntries([...text.matchAll(/<strong>([^<]*)<\/strong>[^]*?\/stations\/([0-9a-f-]{36})\/name/g)].map(([, name, station]) => [name, station]));
  const known = await eventually('dishes are learnt', async () => {
    const page = (await boss.get(`${path}/dishes`)).text;
    return dishes.every((name) => page.includes(name)) && page;
  });
  for (const [station, names] of Object.entries(STATIONS)) {
    for (const [, dish, name] of known.matchAll(/name="dish" value="([0-9a-f-]{36})"(?:(?!name="dish")[^])*?<h3>([^<]*)<\/h3>/g)) {
      if (names.some((one) => name.startsWith(one))) await boss.post(`${path}/dishes`, { dish, at: `${dish} ${ids[station]}` });
    }
  }
  return ids;
}

async function shift(t, isByRole) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const stations = await sortDishes(garson, shop);
  const kitchen = new Kitchen(TAKES);
  t.after(() => kitchen.close());
  const platform = await startYemeksepeti((millis) => kitchen.wait(millis));
  t.after(platform.stop);
  await platform.connect(garson, shop);
  const api = (method, route) => patiently(() => call(garson, shop.key, method, route));

  const cancelled = new Map();
  const hands = [];
  const faults = [];
  const seat = async (part, viewport, query, dishes) => {
    const one = await owner(browser, garson, shop, { viewport, hasTouch: true });
    faults.push(one.faults);
    await one.page.goto(isByRole ? `/?role=${query}` : '/?role=all');
    await one.page.locator('#wake button').click();
    hands.push(new Hand(one.page, kitchen, dice(hands.length + 1), { part, dishes, cancelled }));
  };
  await seat('counter', TABLET, 'counter');
  await seat('station', TABLET, `station&station=${stations.Ocak}`, STATIONS.Ocak);
  await seat('station', WALL, `station&station=${stations.Mutfak}`, STATIONS.Mutfak);
  await seat('pass', TABLET, 'pass');

  const came = [];
  const arrive = async (order) => {
    const acceptBy = order.hasDeadline ? Date.now() + WAITS * kitchen.slowness : null;
    const id = order.isPlatform
      ? await platform.push(order, acceptBy, WAITS)
      : await patiently(() => shop.push(order.name, { ...shopOrder(order, acceptBy), deliveryType: 'restaurant_courier' }));
    came.push({ ...order, id });
    if (order.cancelledAfter === null) return;
    await kitchen.wait(order.cancelledAfter * WAITS);
    const { status } = await api('GET', `/orders/${id}`);
    if (![400, 500].includes(status)) return;
    const at = kitchen.now;
    cancelled.set(id, { see(now) { this.took ??= now - at; } });
    await (order.isPlatform ? platform.cancel(order.name) : patiently(() => shop.cancel(order.name))).catch(() => { cancelled.delete(id); });
  };
  const goOn = async () => {
    const begun = [];
    for (const order of evening(ORDERS).filter(({ isLater }) => !isLater)) {
      if (kitchen.now < order.at * LENGTH) await kitchen.wait(order.at * LENGTH - kitchen.now);
      if (kitchen.isClosed) return;
      begun.push(arrive(order));
    }
    await Promise.all(begun);
  };
  const work = Promise.all(hands.map((hand) => hand.work()));
  // What a platform's courier fetches moves on at the platform.
  const isMoved = async () => (await Promise.all([325, 400, 500].map((status) => api('GET', `/orders?status=${status}&limit=200`)))).flat().length === 0;
  await Promise.race([work, goOn()]);
  await Promise.race([work, kitchen.until('every order is cooked and handed over', isMoved, 8 * WAITS)]);
  kitchen.close();
  await work;

  assert.deepEqual(platform.missed, []);
  assert.deepEqual(kitchen.troubles, []);
  assert.deepEqual(faults.flat().filter(isOfThePage), []);
  const [counter] = hands;
  const waits = [...cancelled.values()].map(({ took }) => took).filter((took) => took !== undefined).toSorted((one, other) => one - other);
  const sum = (of) => hands.reduce((all, hand) => all + of(hand), 0);
  return {
    orders: came.length,
    'missed deadlines': platform.missed.length,
    'wrong presses': sum(({ counts }) => counts.slips),
    presses: kitchen.presses.length,
    'not taken by the board': hands.map(({ counts }) => counts.ignored).join(', '),
    'cancelled while open': cancelled.size,
    'seconds until a cancellation is seen, longest': waits.length ? (waits.at(-1) / 1_000).toFixed(1) : 'none',
    'readable before accepting': `${(100 * counter.read.there / Math.max(1, counter.read.all)).toFixed(1)} % of ${counter.read.all}`,
    'cooking orders in sight as a whole': hands.slice(1).map(({ sight }) => `${(100 * sight.whole / Math.max(1, sight.open)).toFixed(0)} %`).join(', '),
    scrolls: hands.map(({ counts }) => counts.scrolls).join(', '),
    'minutes of the kitchen': (kitchen.now / 60_000).toFixed(1),
    slowness: kitchen.slowness.toFixed(1),
  };
}

test('a Friday evening by roles, and the same crew at boards of everything', { timeout: 3_600_000 }, async (t) => {
  const byRole = await shift(t, true);
  const together = process.env.LONG === '1' ? await shift(t, false) : {};
  for (const [what, value] of Object.entries(byRole)) t.diagnostic(`${what}: ${value}${what in together ? `; at boards of everything ${together[what]}` : ''}`);
  assert.ok(byRole['readable before accepting'].startsWith('100.0 %'), byRole['readable before accepting']);
});
