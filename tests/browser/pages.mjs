// Every page of the panel, and every state of one that looks different. An entry has a `name`, the `path` (or a function
// of the house's ids), who sees it (`as`, an owner unless said), which `house` it is in (the full one unless said), the
// `form` that is sent on it, what else is done there (`then`), and the `status` if it is not the usual one. It may be
// seen on paper (`media`), or have a dialog over it (`isDialog`).
import { createHmac } from 'node:crypto';
import { CREDENTIALS } from './fare.mjs';
import { PASSWORD } from './full.mjs';
import { person } from './house.mjs';

/** Submits a form as a browser without checks of its own would, so that the server's answer is seen. */
async function submit(page, selector, fields) {
  const loaded = page.waitForEvent('load');
  const answered = page.waitForResponse((answer) => answer.request().isNavigationRequest());
  await page.$eval(selector, (form, values) => {
    for (const [name, value] of Object.entries(values)) {
      const inputs = [...form.elements].filter((input) => input.name === name);
      if (!inputs.length) {
        const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
        form.append(input);
      }
      for (const input of inputs) {
        if (['radio', 'checkbox'].includes(input.type)) input.checked = input.value === value;
        else input.value = value;
      }
    }
    form.submit();
  }, fields);
  const answer = await answered;
  await loaded;
  return answer;
}

/** Opens the page of an entry in the state that it is about; the answer's status. */
export async function open(page, ids, entry) {
  let answer = await page.goto(pathOf(entry, ids));
  if (entry.form) answer = await submit(page, ...entry.form);
  // Where looking at all pages took long, what matters asks for the password again.
  const asks = entry.as !== 'earlier' && await page.evaluate(() => document.querySelector('input[name="confirm.password"]') !== null);
  if (asks) answer = await submit(page, 'main form', { 'confirm.password': PASSWORD });
  if (entry.then) await entry.then(page);
  return answer.status();
}

export function pathOf(entry, ids) {
  return typeof entry.path === 'function' ? entry.path(ids) : entry.path;
}

/** The status that the page of an entry has. */
export function statusOf(entry) {
  return entry.status ?? (entry.form ? 422 : 200);
}

/** A browser window for each who sees pages, with a `script` on each page: `of(entry)` gives the one that the entry is for. */
export function people(browser, houses, { script, ...look }) {
  const all = new Map();
  const make = async (house, as) => {
    const { garson, sessions } = houses[house];
    // Nothing moves, so that what is measured is what stays.
    const made = await person(browser, garson, { reducedMotion: 'reduce', ...look });
    if (script) await made.context.addInitScript(script);
    if (sessions[as]) await made.context.addCookies([{ name: 'garson_session', value: sessions[as], url: garson.url }]);
    return made;
  };
  const of = ({ house = 'full', as = 'owner' }) => {
    const key = `${house} ${as}`;
    if (!all.has(key)) all.set(key, make(house, as));
    return all.get(key);
  };
  const close = async () => { for (const one of all.values()) await (await one).context.close(); };
  return { of, close };
}

const at = (name, path, more) => ({ name, path, ...more });
const sent = (name, path, form, fields, more) => ({ name, path, form: [form, fields], ...more });
const place = (rest = '') => (ids) => `/restaurants/${ids.restaurant}${rest}`;
const business = (rest = '') => (ids) => `/businesses/${ids.business}${rest}`;
const order = (which, rest = '') => (ids) => `/orders/${ids.orders[which]}${rest}`;
const webhook = (which, rest = '') => (ids) => `/webhooks/${ids.webhooks[which]}${rest}`;
const delivery = (which) => (ids) => `/deliveries/${ids.deliveries[which]}`;
const key = (which, rest = '') => (ids) => `/keys/${ids.keys[which]}${rest}`;
const user = (which, rest = '') => (ids) => `/users/${ids.users[which]}${rest}`;
const platform = (provider, rest = '') => place(`/integrations/${provider}${rest}`);
const otherPlatform = (provider) => (ids) => `/restaurants/${ids.other}/integrations/${provider}`;

const NEWCOMER = { house: 'fresh', as: 'newcomer' };
const STRANGER = { house: 'fresh', as: 'stranger' };
/** A form that is answered with a page and no complaint. */
const FINE = { status: 200 };
const unfold = (page) => page.$$eval('main details', (all) => { for (const one of all) one.open = true; });

// In this order: the house of a newcomer is bare until the first visit is over.
const FIRST_VISIT = [
  at('setup', ({ claim = '/setup' }) => claim, NEWCOMER),
  sent('setup-refused', '/setup', 'main form', { name: 'Ayşe', password: 'kısa', restaurant: 'Köfteci' }, NEWCOMER),
  at('setup-without-link', '/setup', STRANGER),
  sent('setup-code-refused', '/setup', 'main form', { code: '0000-0000' }, STRANGER),
  sent('start-first', '/setup', 'main form', { name: 'Ayşe', password: 'iyi bir parola', restaurant: 'Köfteci' }, {
    ...NEWCOMER, status: 303,
  }),
  sent('first-key', '/start', 'form[action^="/keys/"]', {}, { ...NEWCOMER, ...FINE }),
];

/** What a telephone shows that knows the key on the page. */
async function code(page) {
  const letters = await page.textContent('code.by-hand');
  const bits = [...letters].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  const secret = Buffer.from(bits.join('').match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', secret).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

// In this order: from the recovery codes on, the newcomer signs in in two steps.
const TWO_STEPS = [
  at('second-factor', '/me/second-factor', NEWCOMER),
  sent('second-factor-refused', '/me/second-factor', 'main form', { code: '000000' }, NEWCOMER),
  at('recovery-codes', '/me/second-factor', {
    ...NEWCOMER,
    then: async (page) => {
      await page.fill('#code', await code(page));
      await page.click('main form button');
      await page.waitForSelector('.codes');
    },
  }),
  at('me-in-two-steps', '/me', NEWCOMER),
  sent('login-code', '/login', 'main form', { name: 'Ayşe', password: 'iyi bir parola' }, {
    house: 'fresh', as: 'nobody', ...FINE,
  }),
  sent('identity', '/keys', 'main form', { name: 'Kasa' }, { house: 'month', as: 'earlier', status: 403 }),
];

const EMPTY = [
  at('board-unconnected', '/', NEWCOMER),
  at('start-fresh', '/start', NEWCOMER),
  at('orders-none', '/orders', NEWCOMER),
  at('reports-none', '/reports', NEWCOMER),
  at('pending-none', '/reports/pending', NEWCOMER),
  at('payments-none', '/reports/payments', NEWCOMER),
  at('restaurants-one', '/restaurants', NEWCOMER),
  at('webhooks-none', '/webhooks', NEWCOMER),
  at('deliveries-none', '/deliveries', NEWCOMER),
  at('keys-one', '/keys', NEWCOMER),
  at('users-one', '/users', NEWCOMER),
  at('me-alone', '/me', NEWCOMER),
  sent('me-refused', '/me', 'form[action$="/password"]', { present: 'yanlış', password: 'yeni bir parola' }, NEWCOMER),
  at('settings-fresh', '/settings', NEWCOMER),
  at('status-fresh', '/status', NEWCOMER),
];

const DOOR = [
  at('login', '/login', { as: 'nobody' }),
  at('kitchen-join', '/kitchen/join', { as: 'nobody' }),
  at('kitchen-join-over', '/kitchen/join?code=over', { as: 'nobody' }),
  at('authorities', '/webhooks/authorities'),
  sent('authorities-refused', '/webhooks/authorities', 'main form[action="/webhooks/authorities"]', { certificate: 'yok' }),
  at('trust', '/trust', { as: 'nobody', then: unfold }),
  at('trust-off', '/trust', STRANGER),
  // Wrong passwords are few in each house: after some, one would be told to wait instead.
  sent('login-refused', '/login?next=%2Forders', 'main form', { name: 'Ayşe', password: 'yanlış' }, {
    house: 'fresh', as: 'nobody',
  }),
  at('not-found', '/no-such-page', { status: 404 }),
  at('not-found-order', '/orders/no-such-order', { status: 404 }),
  at('not-for-staff', '/settings', { as: 'staff', status: 404 }),
  sent('stale-form', '/settings', 'form[action="/settings/account"]', { guard: 'x' }, { status: 403 }),
  at('order-closed', order('delivered', '/cancel'), { status: 409 }),
];

// Before anybody looks at the webhooks: until then every page says that one fails.
const BOARD = [
  // What was looked at last is kept: each says what it wants.
  at('board', '/?role=all'),
  at('start', '/start'),
  at('board-filtered', (ids) => `/?restaurant=${ids.other}&notice=changed&role=all`),
  at('board-shortcuts', '/?role=all', {
    isDialog: true,
    then: async (page) => {
      await page.keyboard.press('?');
      await page.waitForSelector('#help[open]');
    },
  }),
  at('board-unfolded', '/?role=all', { then: unfold }),
  at('board-recalled', '/?role=all', {
    then: async (page) => {
      await page.click('#recall');
      await page.waitForSelector('#recalled');
    },
  }),
  at('board-staff', '/?role=all', { as: 'staff' }),
  at('kitchen', '/kitchen?role=all'),
  at('role-counter', '/kitchen?role=counter'),
  at('role-kitchen', '/kitchen?role=kitchen'),
  at('role-pass', '/kitchen?role=pass', { then: async (page) => { await page.click('.roles summary'); } }),
  at('kitchen-dishes', (ids) => `/kitchen/orders/${ids.orders.many}`),
];

const ORDERS = [
  'everything', 'many', 'long', 'nameless', 'test', 'preparing', 'onTheWay', 'courier', 'delivered', 'cancelled',
  'cancelledByUs', 'scheduled', 'twin', 'problem', 'untold', 'later', 'changed',
];
const TICKETS = ['everything', 'many', 'long', 'cancelled', 'test', 'scheduled', 'problem', 'changed'];

const KITCHEN = [
  at('orders', '/orders'),
  at('orders-older', '/orders', {
    then: async (page) => {
      await page.click('a[rel=next]');
      await page.waitForURL(/cursor/);
    },
  }),
  at('orders-filtered', (ids) => `/orders?q=&status=open&provider=getir&restaurant=${ids.restaurant}`),
  at('orders-none-found', '/orders?q=yok+b%C3%B6yle+biri'),
  at('orders-refused', '/orders?from=2026-11-14&to=2026-11-01', { status: 422 }),
  at('orders-staff', '/orders', { as: 'staff' }),
  ...ORDERS.map((which) => at(`order-${which}`, order(which))),
  at('order', order('preparing'), { then: unfold }),
  at('order-changed', order('preparing', '?notice=changed'), { as: 'staff' }),
  at('cancel', order('preparing', '/cancel')),
  sent('cancel-refused', order('everything', '/cancel'), 'form[action$="/cancel"]', { reason: 'no such reason' }),
  at('cancel-unasked', order('platform', '/cancel')),
  ...TICKETS.map((which) => at(`ticket-${which}`, order(which, '/ticket'))),
  at('ticket', order('preparing', '/ticket')),
  at('ticket-printed', order('everything', '/ticket'), { media: 'print' }),
];

const REPORTS = [
  at('reports', '/reports?period=last-month', { house: 'month' }),
  at('reports-week', '/reports?period=7-days', { house: 'month', then: unfold }),
  at('reports-day', '/reports?period=today'),
  at('reports-nothing', '/reports?from=2020-01-01&to=2020-01-31'),
  at('reports-refused', '/reports?from=2026-11-14&to=2026-11-01', { status: 422 }),
  at('reports-other-currency', '/reports?currency=EUR'),
  at('payments', '/reports/payments', { then: unfold }),
  sent('payments-refused', '/reports/payments', 'main form', { as: 'own', own: '' }),
  at('pending', '/reports/pending'),
  at('pending-all', '/reports/pending?all=ask'),
  at('pending-none-fits', '/reports/pending?status=325&provider=getir'),
  at('pending-refused', '/reports/pending?from=2026-11-14&to=2026-11-01', { status: 422 }),
];

const PLACES = [
  at('restaurants', '/restaurants'),
  at('restaurant', place()),
  at('restaurant-unconnected', (ids) => `/restaurants/${ids.closing}`),
  at('restaurant-long', (ids) => `/restaurants/${ids.other}?said=saved`),
  at('restaurant-new', '/restaurants/new'),
  sent('restaurant-new-refused', '/restaurants/new', 'main form', { name: '' }),
  at('restaurant-edit', place('/edit')),
  sent('restaurant-edit-refused', place('/edit'), 'main form', { lat: '91' }),
  at('packages', place('/packages')),
  sent('packages-refused', place('/packages'), 'main form', { starts: '2026-11-14T10:00', ends: '2026-11-13T10:00' }),
  at('dishes', place('/dishes'), { then: unfold }),
  at('dishes-none-found', place('/dishes?q=b%C3%B6yle+bir+yemek+yok')),
  at('dishes-without-stations', (ids) => `/restaurants/${ids.other}/dishes`),
  at('stations', place('/stations'), { then: unfold }),
  at('stations-none', (ids) => `/restaurants/${ids.other}/stations`),
  sent('stations-refused', place('/stations'), 'main form[action$="/stations"]', { name: 'IZGARA' }),
  at('station-delete', (ids) => `/restaurants/${ids.restaurant}/stations/${ids.station}/delete`),
  at('restaurant-delete', place('/delete')),
  sent('restaurant-delete-refused', place('/delete'), 'main form', { typed: 'başka' }),
  at('business-new', '/businesses/new'),
  sent('business-new-refused', '/businesses/new', 'main form', { name: '' }),
  at('business', business()),
  at('business-empty', (ids) => `/businesses/${ids.empty}`),
  at('business-edit', business('/edit')),
  sent('business-edit-refused', business('/edit'), 'main form', { name: '' }),
  at('business-delete', business('/delete')),
  sent('business-delete-refused', business('/delete'), 'main form', { typed: '' }),
];

const PROVIDERS = [...Object.keys(CREDENTIALS), 'open'];

const PLATFORMS = [
  ...PROVIDERS.map((provider) => at(`integration-${provider}`, platform(provider), { then: unfold })),
  at('integration-new-yemeksepeti', otherPlatform('yemeksepeti')),
  at('integration-new-migros-yemek', otherPlatform('migros-yemek')),
  at('integration-off', otherPlatform('trendyol-go')),
  at('integration-works', otherPlatform('getir')),
  sent('integration-refused', otherPlatform('yemeksepeti'), 'main form:has(fieldset)', { 'credentials.username': '' }),
  sent('integration-tested', otherPlatform('open'), 'form[action$="/test"]', {}, FINE),
  sent('integration-tested-badly', platform('getir'), 'form[action$="/test"]', {}, FINE),
  sent('integration-till-off', otherPlatform('getir'), 'form[action$="/test"]', {}, FINE),
  at('integration-till-on', platform('getir', '?told=active')),
  sent('integration-shop-refused', platform('getir'), 'form[action$="/shop"]', { open: 'yes' }),
  at('integration-shop-opened', platform('getir', '?told=open')),
  at('integration-rotate', platform('open', '/rotate')),
  at('integration-delete', platform('getir', '/delete')),
];

const TARGET = 'http://127.0.0.1:9/';
const LONG_AGO = { from: '2026-01-01T00:00', to: '2026-01-02T00:00' };

const EVENTS = [
  at('webhooks', '/webhooks'),
  ...['works', 'refuses', 'busy', 'paused', 'untried', 'signed', 'clear'].map((which) => at(`webhook-${which}`, webhook(which))),
  sent('webhook-tested', webhook('works'), 'form[action$="/test"]', {}, FINE),
  sent('webhook-tested-badly', webhook('refuses'), 'form[action$="/test"]', {}, FINE),
  at('webhook-new', '/webhooks/new'),
  sent('webhook-new-refused', '/webhooks/new', 'main form', { url: 'kasa' }),
  sent('webhook-no-events', '/webhooks/new', 'main form', { url: TARGET, which_events: 'chosen' }),
  sent('webhook-no-restaurants', '/webhooks/new', 'main form', { url: TARGET, which_restaurants: 'chosen' }),
  sent('webhook-new-key', '/webhooks/new', 'main form', { url: TARGET, key: 'new' }, FINE),
  sent('webhook-secret', webhook('busy'), 'form[action$="/secret"]', {}, FINE),
  at('webhook-edit', webhook('refuses', '/edit')),
  at('webhook-edit-key', webhook('signed', '/edit')),
  at('webhook-remove', webhook('busy', '/remove')),
  sent('webhook-resend', webhook('refuses'), 'form[action$="/resend"]', {}, FINE),
  sent('webhook-resend-nothing', webhook('untried'), 'form[action$="/resend#period"]', LONG_AGO, FINE),
  sent('webhook-resend-refused', webhook('works'), 'form[action$="/resend#period"]', {}),
  at('deliveries', '/deliveries'),
  at('deliveries-filtered', (ids) => `/deliveries?state=failed&webhook=${ids.webhooks.refuses}`),
  at('deliveries-none-found', '/deliveries?state=failed&event=payment_matching'),
  at('deliveries-no-order', '/deliveries?order=yok'),
  ...['failed', 'waiting', 'paused', 'delivered', 'dropped', 'payment'].map((state) => at(`delivery-${state}`, delivery(state))),
];

const HOUSE = [
  at('keys', '/keys?said=removed'),
  sent('keys-refused', '/keys', 'form[action="/keys"]', { name: '' }),
  sent('key-made', '/keys', 'form[action="/keys"]', { name: 'Deneme' }, FINE),
  sent('key-for-webhooks', '/keys', 'form[action="/keys/for-webhooks"]', {}, FINE),
  at('key-primary', key('primary')),
  at('key', key('other')),
  sent('key-refused', key('other'), 'form[action$="/change"]', { name: '' }),
  sent('key-ended-refused', key('other'), 'form[action$="/change"]', { ends: '2020-01-01' }),
  at('key-revoke', key('other', '/revoke')),
  at('key-revoke-primary', key('primary', '/revoke')),
  at('key-revoke-carried', key('carried', '/revoke')),
  at('users', '/users'),
  sent('users-refused', '/users', 'main form:has(fieldset)', { name: 'Mutfak', password: 'kısa' }),
  at('user', user('staff')),
  sent('user-refused', user('staff'), 'form[action$="/password"]', { password: 'kısa' }),
  at('user-self', user('owner')),
  at('user-delete', user('staff', '/delete')),
  at('me', '/me'),
  at('me-staff', '/me', { as: 'staff' }),
  at('kitchen-screens', '/kitchen/screens'),
  sent('kitchen-screens-refused', '/kitchen/screens', 'form[action="/kitchen/screens"]', { name: '' }),
  at('kitchen-invitation', '/kitchen/screens', {
    then: async (page) => {
      await page.fill('#name', 'Ocak');
      await page.click('form[action="/kitchen/screens"] button');
      if (await page.$('input[name="confirm.password"]')) await submit(page, 'main form', { 'confirm.password': PASSWORD });
      await page.waitForSelector('#invitation');
    },
  }),
  at('kitchen-screen-end', (ids) => `/kitchen/screens/${ids.screen}/end`),
  at('audit', '/audit'),
  at('audit-none-found', '/audit?area=erasures&text=bulunmaz'),
  sent('audit-refused', '/audit', 'form[action="/audit/keep"]', { days: '7' }),
  at('settings', '/settings'),
  sent('settings-account-refused', '/settings', 'form[action$="/account"]', { currency: '1' }),
  sent('settings-privacy-refused', '/settings', 'form[action$="/privacy"]', { retention: 'erase', days: '9999' }),
  sent('settings-addresses-refused', '/settings', 'form[action$="/addresses"]', { denied: 'nowhere' }),
  sent('settings-upgrades-refused', '/settings', 'form[action$="/upgrades"]', { upgradeFolder: 'downloads' }),
  at('heartbeat', '/settings/heartbeat'),
  sent('heartbeat-refused', '/settings/heartbeat', 'form[action="/settings/heartbeat"]', { url: 'watch.example.com' }),
  at('heartbeat-on', '/settings/heartbeat', { house: 'month' }),
  sent('heartbeat-secret', '/settings/heartbeat', 'form[action$="/secret"]', {}, { house: 'month', ...FINE }),
  sent('heartbeat-sent', '/settings/heartbeat', 'form[action$="/now"]', {}, { house: 'month', ...FINE }),
  sent('settings-erase', '/settings', 'form[action$="/privacy"]', { retention: 'erase', days: '1' }, {
    house: 'month', ...FINE,
  }),
  at('status', '/status'),
  at('backups', '/backups'),
  sent('backups-refused', '/backups', 'form[action="/backups"]', { folder: 'usb', keep: '5' }),
  at('restore', (ids) => `/backups/${ids.backup}/restore`),
  sent('restore-refused', (ids) => `/backups/${ids.backup}/restore`, 'form[action$="/restore"]', { typed: 'x', password: 'x' }),
  at('restoring-none', '/backups/restoring'),
];

/** Anybody may read it; an address without a language leads to the reader's own. */
const READER = { as: 'nobody' };
const REFERENCE = [
  at('reference', '/api', READER),
  at('reference-first-call', '/api/first-call', READER),
  at('reference-status', '/api/status', READER),
  at('reference-errors', '/api/errors', READER),
  at('reference-events-guide', '/api/receiving-events', READER),
  at('reference-platforms', '/api/platforms', READER),
  at('reference-operations', '/api/orders', READER),
  at('reference-try', '/api/webhooks', {
    ...READER,
    then: async (page) => {
      await page.click('.op[data-method="POST"] .try summary >> nth=0');
      await page.locator('.op .try form').first().waitFor();
      await unfold(page);
    },
  }),
  at('reference-intake', '/api/intake', READER),
  at('reference-objects', '/api/objects', READER),
  at('reference-events', '/api/events', READER),
  at('reference-on-paper', '/api/orders', { ...READER, media: 'print' }),
];
const MANUAL = [
  at('manual', '/help', READER),
  at('manual-board', '/help/board', READER),
  at('manual-getir', '/help/getir', READER),
  at('manual-public-address', '/help/public-address', { ...READER, then: unfold }),
  at('manual-settings', '/help/settings', READER),
  at('manual-heartbeat', '/help/heartbeat', READER),
  at('manual-trouble', '/help/trouble', READER),
  at('manual-on-paper', '/help/service', { ...READER, media: 'print' }),
];

export const PAGES = [
  ...FIRST_VISIT, ...TWO_STEPS, ...BOARD, ...EVENTS, ...KITCHEN, ...DOOR, ...EMPTY, ...REPORTS, ...PLACES, ...PLATFORMS, ...HOUSE,
  ...REFERENCE, ...MANUAL,
];
