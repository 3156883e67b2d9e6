// A Friday evening as a script: what is ordered when, by whom, and how long a platform waits for an answer. The same
// evening every time.
import { createServer } from 'node:http';
import { CREDENTIALS, LONG, pushAsYemeksepeti, yemeksepetiOrder } from './fare.mjs';
import { PATIENCE, call } from './house.mjs';

export const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Orders that come together: at which part of the evening, how many at most, and as which share of all. The rest is spread,
 * most of it in the middle.
 */
const BURSTS = [[0.2, 12, 0.1], [0.45, 44, 0.4], [0.7, 20, 0.17]];
const DISHES = ['Adana Kebap', 'Mercimek Çorbası', 'Tavuk Şiş', 'Lahmacun', 'Karışık Izgara (acılı, bol soğanlı)', 'Künefe'];
const DINERS = ['Ali', 'Zeynep Kahraman', 'Muhammed Abdülkerim Büyükçekmeceliler', 'Ö', LONG.slice(0, 70)];
const NOTES = [undefined, undefined, undefined, 'Zile basmayın', 'Çok acele, misafirler kapıda bekliyor; lütfen soğuk gelmesin'];

/**
 * The orders of the evening in the order in which they come. `at` is a part of it. Three in five are Yemeksepeti's, which
 * waits for an answer and no longer; of the web shop's every fourth does, one in ten is for later. Some customers change
 * their mind.
 */
export function evening(count, seed = 17) {
  const roll = dice(seed);
  const burst = BURSTS.flatMap(([at, most, share]) => Array.from({ length: Math.min(most, Math.round(share * count)) }, () => at));
  const spread = Array.from({ length: count - burst.length }, () => (roll() + roll()) / 2);
  const pick = (list) => list[Math.floor(roll() * list.length)];
  return [...burst, ...spread].toSorted((one, other) => one - other).map((at, number) => {
    const isPlatform = roll() < 0.6;
    const kind = roll();
    return {
      at,
      name: `${isPlatform ? 'Y' : 'W'}${String(number).padStart(3, '0')}`,
      isPlatform,
      isLater: !isPlatform && kind < 0.1,
      hasDeadline: isPlatform || kind > 0.75,
      // Counted in the time that a platform waits: before anybody answers, or while it is cooked.
      cancelledAfter: roll() < 0.05 ? roll() * 1.5 : null,
      diner: pick(DINERS),
      note: pick(NOTES),
      dishes: Array.from({ length: 1 + Math.floor(roll() * 3) }, () => ({ name: pick(DISHES), pieces: 1 + Math.floor(roll() * 3) })),
    };
  });
}

const SHOP = 'sube1';
const iso = (millis) => new Date(millis).toISOString();

/** What the web shop posts beside its number. */
export function shopOrder({ name, isLater, diner, note, dishes }, acceptBy) {
  return {
    code: name,
    customer: { name: diner },
    note,
    items: dishes.map((dish, at) => ({
      name: dish.name, quantity: dish.pieces, total: 120 * dish.pieces,
      options: at === 0 ? [{ name: 'Soğan', kind: 'remove' }, { name: 'Lavaş' }] : [],
    })),
    amount: { total: dishes.reduce((sum, dish) => sum + 120 * dish.pieces, 0) },
    acceptBy: acceptBy && iso(acceptBy),
    scheduledAt: isLater ? iso(Date.now() + 4 * 3_600_000) : undefined,
  };
}

/**
 * As much of Yemeksepeti as an evening needs. It takes an order away that nobody has accepted in time, as it does in life:
 * those are `missed`. `told` is what it was told of each order. `wait` passes time by the clock of the evening.
 */
export async function startYemeksepeti(wait) {
  const orders = new Map();
  const missed = [];
  const credentials = { ...CREDENTIALS.yemeksepeti, posVendorId: SHOP };
  let intake;

  const tell = (order, status) => {
    order.told.push({ status, at: Date.now() });
    if (status !== 'order_accepted') return [200, {}];
    if (order.state === 'CANCELLED') return [409, { currentState: 'ORDER_CANCELLED' }];
    order.state = 'ACCEPTED';
    return [200, {}];
  };
  const listed = (state) => {
    const names = [...orders].filter(([, order]) => order.state === state).map(([name]) => name);
    return { orderIdentifiers: names, count: names.length };
  };
  const answer = (method, url, body) => {
    const [path] = url.split('?');
    if (path === '/v2/login') return [200, { access_token: 'a token', expires_in: 1800 }];
    if (path.endsWith('/orders/ids')) return [200, listed(new URL(url, 'http://x').searchParams.get('status').toUpperCase())];
    const order = orders.get(path.split('/').at(-1));
    if (method === 'POST') return order ? tell(order, JSON.parse(body).status) : [404, { message: 'no order' }];
    // It shows only what was answered or is over.
    if (!order || order.state === 'WAITING') return [404, { message: 'no order' }];
    return [200, { order: { ...order.json, status: order.state.toLowerCase() } }];
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const bytes of request) body += bytes;
    const [status, json] = answer(request.method, request.url, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;

  const push = (method, path, body) => pushAsYemeksepeti(method, `${intake}${path}`, body);
  const cancel = async (name) => {
    const order = orders.get(name);
    order.state = 'CANCELLED';
    await patiently(() => push('PUT', `/remoteId/${SHOP}/remoteOrder/${order.id}/posOrderStatus`, { status: 'ORDER_CANCELLED' }));
  };
  const expire = (name) => {
    if (orders.get(name).state !== 'WAITING') return;
    missed.push(name);
    cancel(name).catch(() => {});
  };

  return {
    url,
    missed,
    told: (name) => orders.get(name)?.told ?? [],
    /** Connects a restaurant with it. */
    connect: async (garson, { key, restaurant }) => {
      const route = `/restaurants/${restaurant}/integrations/yemeksepeti`;
      ({ intakeUrl: intake } = await call(garson, key, 'PUT', route, { baseUrl: url, credentials }));
    },
    /** A customer orders, and the platform waits for so long; the order's id in the house. */
    push: async (order, acceptBy, waits) => {
      const json = yemeksepetiOrder(order, url, acceptBy);
      const { remoteResponse } = await patiently(() => push('POST', `/order/${SHOP}`, json));
      orders.set(order.name, { json, id: remoteResponse.remoteOrderId, state: 'WAITING', told: [] });
      wait(waits).then(() => expire(order.name));
      return remoteResponse.remoteOrderId;
    },
    cancel,
    stop: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

/** Tries again while nobody is at home, as every sender does. */
export async function patiently(send) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      // A refusal is an answer; a line that breaks is none, and neither is "not now".
      const isAnswer = !(error instanceof TypeError) && !error.message.includes('"unavailable"');
      if (isAnswer || Date.now() > until) throw error;
      await pause(200);
    }
  }
}
