// A house with everything in it that a page can show: places, platforms that fail and that work, orders in every state,
// webhooks in every mood, keys, people. All of it through the doors: the API, the intake, and the panel's own forms.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CREDENTIALS, DEAD, LONG, PAYMENTS, getirOrder, order, push, pushChanged, trendyolOrder } from './fare.mjs';
import { call, eventually, firstKey, startGarson } from './house.mjs';

export const PASSWORD = 'iyi bir parola';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const POCKET = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1';
/** More than a list shows on one page. */
const BULK = 52;
/** So that the month before this one is whole. */
const DAYS = 62;

/** Somebody who sends the panel's forms without a browser. */
export class Visitor {
  constructor(garson, browser = DESK) {
    this.garson = garson;
    this.browser = browser;
    this.session = '';
  }

  async get(path) {
    const answer = await fetch(this.garson.url + path, { headers: this.#headers(), redirect: 'manual' });
    return { status: answer.status, kind: answer.headers.get('content-type') ?? '', text: await answer.text() };
  }

  async post(path, fields) {
    const guard = this.session ? { guard: (await this.get('/me')).text.match(/name="guard" value="(\w+)"/)[1] } : {};
    const body = new URLSearchParams({ ...guard, ...fields });
    const headers = this.#headers();
    const answer = await fetch(this.garson.url + path, { method: 'POST', headers, body, redirect: 'manual' });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`POST ${path}: ${answer.status} ${text}`);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('garson_session='));
    if (cookie) this.session = cookie.match(/=([^;]*)/)[1];
    this.ledTo = answer.headers.get('location');
    return text;
  }

  async signIn(name, password = PASSWORD) {
    await this.post('/login', { name, password });
    return this;
  }

  /** The id in the first link under `under` whose text is this. */
  async id(under, text) {
    const page = (await this.get(under)).text;
    const links = [...page.matchAll(new RegExp(`href="${under}/([0-9a-f-]{36})"([^<]*)`, 'g'))];
    return links.find((link) => link[2].includes(text))[1];
  }

  #headers() {
    return { cookie: `garson_session=${this.session}`, 'user-agent': this.browser, 'accept-language': 'tr' };
  }
}

/** The world outside: a till that takes events, one that refuses, one that is busy, and a Getir that works but
 * has the till switched off. */
async function startOutside() {
  const server = createServer((request, response) => {
    const answer = (status, body, headers = {}) => request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const { url } = request;
    if (url.startsWith('/till/refuses')) return answer(500, '<h1>Fatal error</h1>\n<b>kasa.php</b>, line 42\n'.repeat(8));
    if (url.startsWith('/till/busy')) return answer(503, { wait: true }, { 'retry-after': '1800' });
    if (url.startsWith('/till')) return answer(200, { ok: true });
    if (url.includes('/auth/login')) return answer(200, { token: 't', restaurantId: 'r' });
    if (url.includes('/pos-status')) return answer(200, { posStatus: 200 });
    if (url.includes('/prepare')) return answer(429, {}, { 'retry-after': '900' });
    if (/food-orders\/(active|periodic)/.test(url)) return answer(200, []);
    if (request.method === 'GET') return answer(200, getirOrder(path.basename(url), { status: 500 }));
    return answer(200, { result: true });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); });
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/** A house that nobody has set up yet. */
export async function startBare() {
  const garson = await startGarson();
  return { garson, ids: { claim: await garson.claim() }, sessions: {}, stop: garson.stop };
}

/** The full house: `ids` names what is in it, `sessions` are the cookies of an owner and of somebody in the kitchen. */
export async function startFull() {
  const outside = await startOutside();
  const garson = await startGarson({ flags: ['--webhook-retries', '100ms,100ms,100ms', '--poll-interval', '1s', '--tls', 'auto'] });
  const stick = await mkdtemp(path.join(tmpdir(), 'garson-stick-'));
  const stop = async () => { await garson.stop(); await outside.stop(); await rm(stick, { recursive: true }); };
  return orStop(stop, () => fillFull(garson, outside, stick, stop));
}

/** What goes wrong on the way leaves nothing running behind. */
async function orStop(stop, work) {
  try {
    return await work();
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Has backups made there; the name of the first, once it has proved itself. */
async function makeBackup(first, folder) {
  await first.post('/backups', { folder, keep: '14', hour: '4', encryption: 'none' });
  return eventually('a backup has proved itself', async () => (await first.get('/backups')).text.match(/\/backups\/(garson-[^"]+)\/restore/)?.[1]);
}

async function fillFull(garson, outside, stick, stop) {
  const first = new Visitor(garson);
  const { api, restaurant } = await setUp(garson, first);
  const world = { garson, api, till: `${outside.url}/till`, outside: outside.url };
  const places = await fillPlaces(world, restaurant);
  const shops = await fillPlatforms(world, places);
  const works = (await api('POST', '/webhooks', { url: `${world.till}/works` })).id;
  await fillBulk(world, shops.open);
  await first.post('/reports/payments/assign', { text: 'Müşteri puanı', as: 'wallet' });
  const webhooks = { works, ...await fillWebhooks(world, places) };
  const orders = await fillOrders(world, shops, places);
  const station = await fillKitchen(first, world, shops, places);
  const { keys, signed } = await fillKeys(first, world, places.restaurant);
  webhooks.signed = signed;
  const { users, sessions } = await fillPeople(garson, first);
  const screen = await letScreenIn(garson, first);
  const deliveries = await pickDeliveries(world, webhooks);
  const backup = await makeBackup(first, stick);
  const ids = { ...places, orders, webhooks, keys, users, screen, station, deliveries, backup };
  return { garson, ids, sessions, stop };
}

/** A house with a month behind it, lived through by a clock that can be set. */
export async function startMonth() {
  const folder = await mkdtemp(path.join(tmpdir(), 'garson-clock-'));
  const [library, shift] = [path.join(folder, 'clock.so'), path.join(folder, 'shift')];
  const source = path.resolve(import.meta.dirname, '../../tests/shim/clock.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  const set = (daysAgo) => writeFile(shift, String(-86_400 * daysAgo));
  await set(DAYS);
  const garson = await startGarson({ env: { LD_PRELOAD: library, CLOCK_SHIFT: shift } });
  const stop = async () => { await garson.stop(); await rm(folder, { recursive: true }); };
  return orStop(stop, async () => ({ garson, ids: {}, sessions: await liveMonth(garson, set), stop }));
}

/** Sells something on each day until today; an owner's sessions, one of which began some time ago. */
async function liveMonth(garson, set) {
  const first = new Visitor(garson);
  const { api, restaurant } = await setUp(garson, first);
  const name = await addOwner(first);
  const other = (await api('POST', '/restaurants', { name: 'Pideci Hasan' })).id;
  const world = { garson, api };
  const getir = await connect(world, restaurant, 'getir', DEAD.getir);
  const trendyol = await connect(world, restaurant, 'trendyol-go', DEAD['trendyol-go']);
  const open = await connect(world, other, 'open', {});
  const sell = async (id, number) => {
    const total = 180 + (number * 67) % 420;
    const byGetir = { totalPrice: total, paymentMethod: 1 + number % 3 };
    if (number % 4 === 1) return push(`${getir}/orders`, getirOrder(id, byGetir));
    if (number % 4 === 3) return push(`${trendyol}/created`, trendyolOrder(id, total));
    const payment = PAYMENTS[number % PAYMENTS.length];
    return deliver(api, await push(`${open}/orders`, order(id, { payment, amount: { total } })));
  };
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    await set(daysAgo);
    const count = 3 + (daysAgo * 5) % 7;
    await fewAtATime(count, (number) => sell(`d${daysAgo}n${number}`, daysAgo + number));
  }
  await set(1 / 24);
  const earlier = await new Visitor(garson).signIn(name);
  await set(0);
  const owner = await new Visitor(garson).signIn(name);
  // Nobody is there.
  await owner.post('/settings/heartbeat', { url: 'http://127.0.0.1:9/', name: 'Moda' });
  return { owner: owner.session, earlier: earlier.session };
}

/** Goes through the first visit; the API with the key that it gave. */
async function setUp(garson, first) {
  const [, code] = (await garson.claim()).split('=');
  const form = { name: 'Ayşe', password: PASSWORD, restaurant: 'Köfteci Yusuf Usta', lang: 'tr', code };
  await first.post('/setup', form);
  const key = await firstKey(garson, first.session);
  const api = (method, route, body) => call(garson, key, method, route, body);
  return { api, restaurant: (await api('GET', '/restaurants'))[0].id };
}

/** A second owner, who has chosen no language: hers is the browser's. */
async function addOwner(first, name = 'Zeynep') {
  await first.post('/users', { name, role: 'owner', password: PASSWORD });
  return name;
}

async function fillPlaces({ api, till }, restaurant) {
  const text = { address: 'Moda Cad. No: 12, Kadıköy/İstanbul', description: 'Üç şubeli aile işletmesi' };
  const business = (await api('POST', '/businesses', { name: 'Lezzet Grubu A.Ş.', ...text })).id;
  const empty = (await api('POST', '/businesses', { name: LONG, description: LONG })).id;
  await api('PUT', `/restaurants/${restaurant}`, {
    name: 'Köfteci Yusuf Usta', businessId: business, ...text, lat: 40.98, lon: 29.02,
    config: { timezone: 'Europe/Istanbul', currency: 'TRY', preparationMinutes: 25 },
    paymentMatchingUrl: `${till}/payments`, paymentMatchingHeaders: { 'X-Till': '7' },
  });
  const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
  await api('PUT', `/restaurants/${restaurant}/packages`, [
    { name: 'Başlangıç paketi', startsAt: day(-400), endsAt: day(-35), isActive: true },
    { name: LONG, startsAt: day(-35), endsAt: day(330), isActive: true },
    { name: 'Kurye paketi', startsAt: day(330), isActive: false },
  ]);
  // A restaurant of nobody, with a name that is hard to place.
  const other = (await api('POST', '/restaurants', { name: `Şube ${LONG}`.slice(0, 120) })).id;
  const closing = (await api('POST', '/restaurants', { name: 'Kapanan Şube', businessId: business })).id;
  return { business, empty, restaurant, other, closing };
}

/** Connects a restaurant; where the platform posts its orders. */
async function connect({ garson, api }, place, provider, body) {
  const made = await api('PUT', `/restaurants/${place}/integrations/${provider}`, body);
  return garson.url + new URL(made.intakeUrl).pathname;
}

async function fillPlatforms(world, { restaurant, other, closing }) {
  const { api, outside } = world;
  const shops = {};
  for (const [provider, dead] of Object.entries(DEAD)) shops[provider] = await connect(world, restaurant, provider, dead);
  shops.open = await connect(world, restaurant, 'open', {});
  const working = { baseUrl: outside, credentials: CREDENTIALS.getir };
  shops.otherGetir = await connect(world, other, 'getir', working);
  shops.closingGetir = await connect(world, closing, 'getir', { ...working, settings: { stepPauseSeconds: 1 } });
  shops.otherOpen = await connect(world, other, 'open', {});
  await connect(world, other, 'trendyol-go', { ...DEAD['trendyol-go'], isActive: false });
  await eventually('the platforms are found dead', async () => {
    const all = await api('GET', `/restaurants/${restaurant}/integrations`);
    return ['getir', 'trendyol-go'].every((provider) => all.find((one) => one.provider === provider).lastError);
  });
  return shops;
}

const verify = (api, id) => api('POST', `/orders/verify/${id}`, {});
const advance = (api, id) => api('POST', `/orders/change-status/${id}`, {});

async function deliver(api, { id }) {
  for (const step of [verify, advance, advance]) await step(api, id);
}

/** Does `work` for each number below `count`. On a busy machine many at once would wait for longer than the program does. */
async function fewAtATime(count, work) {
  let next = 0;
  const go = async () => { while (next < count) await work(next++); };
  await Promise.all([go(), go(), go(), go()]);
}

/** Enough delivered orders for a second page of every list. */
async function fillBulk({ api }, shop) {
  const one = async (number) => {
    const more = { payment: PAYMENTS[number % PAYMENTS.length], amount: { total: 100 + 37.5 * number } };
    await deliver(api, await push(`${shop}/orders`, order(`b${number}`, more)));
  };
  await fewAtATime(BULK, one);
  await api('POST', '/orders/reports/mark', { providerOrderId: 'b1' });
  const euros = order('euro', { amount: { total: 42, currency: 'EUR' }, payment: { type: 'wallet', name: 'PayPal' } });
  await deliver(api, await push(`${shop}/orders`, euros));
  // Payments that nobody knows.
  const odd = [
    { type: 'other', name: 'Sofra Kart' }, { type: 'other', name: 'SOFRA KART' }, { type: 'meal_card', name: 'Yemek kartı' },
    { type: 'other', name: 'Müşteri puanı' }, { type: 'other', name: LONG },
  ];
  for (const [at, payment] of odd.entries()) {
    await deliver(api, await push(`${shop}/orders`, order(`odd${at}`, { payment })));
  }
}

async function fillWebhooks({ api, till }, { restaurant, other }) {
  const add = async (path, more) => (await api('POST', '/webhooks', { url: till + path, ...more })).id;
  const events = ['siparis.olusturuldu'];
  return {
    refuses: await add(`/refuses/${'kasa'.repeat(40)}`, {
      events: [...events, 'siparis.iptal_edildi'], restaurantIds: [restaurant, other], authStyle: 'bare',
    }),
    busy: await add('/busy', { events }),
    paused: await add('/paused', { events, isActive: false }),
    untried: await add('/untried', { events: ['entegrasyon.durum_degisti'] }),
    // Its notifications are dropped with it.
    gone: await add('/busy/gone', { events }),
    // Nothing is sent there.
    clear: await add('', { url: 'http://kasa.example.com/garson', events, isActive: false }),
  };
}

/** A menu, and stations that its dishes are sorted to; one of them. */
async function fillKitchen(first, { garson }, shops, { restaurant }) {
  const extras = ['Közlenmiş biber', 'Lavaş', 'Acılı ezme', LONG.slice(0, 90)];
  const options = extras.map((name, at) => ({ id: `${at}`, name, price: 10 * at, isActive: true }));
  const product = (name) => ({ id: name, name, price: 240, isActive: true, optionGroups: [{ id: 'g', name: 'Ekstra', min: 0, options }] });
  const category = (name, products) => ({ id: name, name, products: products.map(product) });
  const menu = { categories: [
    category('Kebaplar', ['Adana Kebap', 'Urfa Kebap', 'Beyti', LONG.slice(0, 140)]),
    category('Tatlılar', ['Künefe', 'Fırın Sütlaç']), category(LONG.slice(0, 120), ['Ayran', 'Şalgam']),
  ] };
  const answer = await fetch(`${shops.open}/menu`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(menu) });
  if (!answer.ok) throw new Error(`the menu: ${answer.status} ${await answer.text()}`);
  const path = `/restaurants/${restaurant}`;
  for (const name of ['Izgara', 'Fırın', 'Soğuk ve içecek', LONG.slice(0, 60)]) await first.post(`${path}/stations`, { name });
  const page = (await first.get(`${path}/stations`)).text;
  const ids = Object.fromEntries([...page.matchAll(/<strong>([^<]*)<\/strong>[^]*?\/stations\/([0-9a-f-]{36})\/name/g)].map(([, name, id]) => [name, id]));
  const known = await eventually('dishes are learnt', async () => {
    const { text } = await first.get(`${path}/dishes`);
    return text.includes('Şalgam') && text.includes('Karışık Menü') && text;
  });
  const dish = (name) => known.match(new RegExp(`name="dish" value="([0-9a-f-]{36})"(?:(?!name="dish")[^])*?<h3>${name}</h3>`))[1];
  await first.post(`${path}/dishes`, { category: 'Tatlılar', from: `${ids['Fırın']} Tatlılar` });
  for (const name of ['Adana Kebap', 'Urfa Kebap']) {
    await first.post(`${path}/dishes`, { dish: dish(name), at: `${dish(name)} ${ids.Izgara}` });
  }
  return ids.Izgara;
}

/** Orders in every state and with everything that one can carry. */
async function fillOrders({ api }, shops, places) {
  const soon = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
  const add = async (id, more) => (await push(`${shops.open}/orders`, order(id, more))).id;
  const nest = (depth) => ({
    group: `Seçim ${depth}`, name: depth === 3 ? LONG.slice(0, 90) : `Kat ${depth}`, quantity: depth, price: 5 * depth,
    options: depth < 5 ? [nest(depth + 1), { name: 'Turşu', kind: 'remove' }] : [],
  });
  const orders = {
    everything: await add('hepsi', {
      items: [
        { name: 'Karışık Menü', quantity: 3, unitPrice: 290, total: 870, note: 'Az acılı, bol limon', options: [nest(1)] },
        { name: LONG.slice(0, 140), quantity: 1, total: 95, note: LONG },
      ],
      amount: { subtotal: 965, discount: 50, deliveryFee: 24.9, tip: 20, total: 959.9 },
      note: `Zil bozuk, arayın.\nKapıda bekletmeyin. ${LONG}`, flags: ['no_cutlery', 'do_not_ring', 'leave_at_door'],
      payment: { type: 'meal_card', name: 'Multinet', isPaid: false }, acceptBy: soon(4), promisedAt: soon(40),
    }),
    many: await add('cok', {
      items: Array.from({ length: 40 }, (_, at) => ({ name: `Lahmacun ${at + 1}`, quantity: 1 + at % 3, total: 95 })),
      amount: { total: 3_800 }, payment: { type: 'online_card' },
    }),
    long: await add(LONG, {
      code: LONG.slice(0, 40),
      customer: { name: LONG, phone: '1'.repeat(60), address: { line: LONG, directions: LONG } },
    }),
    nameless: await add('isimsiz', { customer: {}, code: null, deliveryType: 'pickup', payment: { type: 'wallet' } }),
    test: await add('deneme', { isTest: true }),
    preparing: await add('hazir'),
    pickup: await add('gelal', { deliveryType: 'pickup' }),
    onTheWay: await add('yolda'),
    courier: await add('kurye', { deliveryType: 'platform_courier' }),
    delivered: await add('teslim'),
    cancelled: await add('iptal'),
    cancelledByUs: await add('red'),
    scheduled: await add('ileri', { scheduledAt: soon(200) }),
    verified: await add('onayli', { scheduledAt: soon(1_900) }),
    other: (await push(`${shops.otherOpen}/orders`, order('sube'))).id,
  };
  const accepted = ['preparing', 'pickup', 'onTheWay', 'courier', 'delivered', 'cancelled', 'verified'];
  const moved = ['pickup', 'onTheWay', 'courier', 'delivered', 'delivered'];
  for (const name of accepted) await verify(api, orders[name]);
  for (const name of moved) await advance(api, orders[name]);
  await push(`${shops.open}/orders/iptal/cancel`, { reason: 'changed_mind', note: 'Vazgeçtim, teşekkürler' });
  await api('POST', `/orders/cancel/${orders.cancelledByUs}`, { reason: 'out_of_stock', note: LONG });
  return { ...orders, ...await fillPlatformOrders(api, shops, places) };
}

async function fillPlatformOrders(api, shops, { closing }) {
  const find = async (id) => (await api('GET', `/orders/${id}`)).id;
  await push(`${shops.getir}/orders`, getirOrder('ikiz'));
  const passedOn = { userInformation: { appName: 'Galaxy' } };
  await push(`${shops['trendyol-go']}/created`, trendyolOrder('ikizi', 410, passedOn));
  const changed = await pushChanged(shops.yemeksepeti, 'degisen', [{ name: 'Tavuk dürüm', pieces: 3 }, { name: 'Ayran', pieces: 2 }, { name: LONG, pieces: 1 }], [
    { name: 'Tavuk dürüm', pieces: 2 }, { name: 'Mercimek çorbası', pieces: 1 }, { name: LONG, pieces: 1 },
  ]);
  // A courier of nobody's, a payment that nobody knows, a dish without a name.
  const odd = { deliveryType: 9, paymentMethod: null, products: [{ count: 'x' }] };
  await push(`${shops.getir}/orders`, getirOrder('eksik', odd));
  // What is told later: a step that waits, and one of a platform that was disconnected meanwhile.
  for (const [id, shop] of [['later', shops.otherGetir], ['untold', shops.closingGetir]]) {
    await push(`${shop}/orders`, getirOrder(id));
    await verify(api, id);
    await advance(api, id);
  }
  await api('DELETE', `/restaurants/${closing}/integrations/getir`);
  const steps = async () => (await api('GET', '/orders/untold')).platformSync;
  await eventually('a step is given up', async () => (await steps()).some((step) => step.state === 'failed'));
  return {
    platform: await find('ikiz'), twin: await find('ikizi'), problem: await find('eksik'), changed,
    untold: await find('untold'), later: await find('later'),
  };
}

async function fillKeys(first, { api, till }, restaurant) {
  const make = async (name, more) => {
    await first.post('/keys', { name, ...more });
    return first.id('/keys', name.slice(0, 30));
  };
  const ended = await make('Eski kasa');
  await first.post(`/keys/${ended}/revoke`, {});
  const other = await make(`Kasa ${LONG}`, { scope: 'orders', restaurant, ends: '2099-12-31' });
  await make('Muhasebe', { scope: 'read' });
  const carried = (await api('POST', '/keys', { name: 'Muhasebe bildirimleri', scope: 'webhooks' })).id;
  const signed = (await api('POST', '/webhooks', {
    url: `${till}/signed`, keyId: carried, isActive: false, secret: `whsec_${btoa('k'.repeat(32))}`,
  })).id;
  await api('POST', `/webhooks/${signed}/secret`);
  const { text } = await first.get('/keys');
  const [, primary] = text.match(/href="\/keys\/([0-9a-f-]{36})">[^<]*<\/a> <span class="badge good"/);
  return { keys: { primary, other, carried }, signed };
}

async function fillPeople(garson, first) {
  const name = await addOwner(first);
  for (const staff of ['Mutfak', LONG.slice(0, 80)]) {
    await first.post('/users', { name: staff, role: 'staff', password: PASSWORD });
  }
  const owner = await new Visitor(garson).signIn(name);
  const staff = await new Visitor(garson).signIn('Mutfak');
  await new Visitor(garson, POCKET).signIn(name);
  const users = { owner: await personId(first, name), staff: await personId(first, 'Mutfak') };
  return { users, sessions: { owner: owner.session, staff: staff.session } };
}

/** A screen in the kitchen, by the code that is typed. */
async function letScreenIn(garson, first) {
  await first.post('/kitchen/screens', { name: 'Izgara', roles: 'all' });
  const [, code] = (await first.get(first.ledTo)).text.match(/class="code-digits">([\d-]+)</);
  await new Visitor(garson, POCKET).post('/kitchen/join', { code });
  const [, id] = (await first.get('/kitchen/screens')).text.match(/\/kitchen\/screens\/([0-9a-f-]{36})\/end/);
  return id;
}

async function personId(visitor, name) {
  const page = (await visitor.get('/users')).text;
  return page.match(new RegExp(`href="/users/([0-9a-f-]{36})" aria-label="[^"]*: ${name}"`))[1];
}

/** One delivery in each state, once the failing till has been given up on. */
async function pickDeliveries({ api }, webhooks) {
  const one = (query) => eventually(`a delivery: ${query}`, async () => {
    const found = await api('GET', `/webhooks/deliveries?limit=1&${query}`);
    return found[0]?.id;
  });
  const deliveries = {
    failed: await one(`state=failed&webhookId=${webhooks.refuses}`),
    waiting: await one(`state=pending&webhookId=${webhooks.busy}`),
    paused: await one(`state=pending&webhookId=${webhooks.paused}`),
    delivered: await one(`state=delivered&webhookId=${webhooks.works}`),
    payment: await one('event=payment_matching&state=delivered'),
  };
  await api('DELETE', `/webhooks/${webhooks.gone}`);
  return { ...deliveries, dropped: await one('state=dropped') };
}
