// Every page of the panel, and every state of one that looks different: where it is, who sees it, what was typed on it.
// An entry has a `name`, the `path` (or a function of the house's ids), who sees it (`as`, an owner unless said), which
// `house` it is in (the full one unless said), the `form` that is sent on it, and what else is done (`then`). A `media` of print, or a dialog (`isDialog`), is seen as such.
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
  await page.emulateMedia({ media: entry.media ?? 'screen' });
  let answer = await page.goto(pathOf(entry, ids));
  if (entry.form) answer = await submit(page, ...entry.form);
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

/** A browser window for each who sees pages: `of(entry)` gives the one that the entry is for. */
export function people(browser, houses, look) {
  const all = new Map();
  const make = async (house, as) => {
    const { garson, sessions } = houses[house];
    const remote = as === 'stranger' ? { extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.9' } } : {};
    // Nothing moves, so that what is measured is what stays.
    const made = await person(browser, garson, { reducedMotion: 'reduce', ...look, ...remote });
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

const fresh = (name, path, more) => ({ name, path, house: 'fresh', as: 'newcomer', ...more });
const at = (name, path, more) => ({ name, path, ...more });
const place = (rest) => (ids) => `/restaurants/${ids.restaurant}${rest}`;
const business = (rest) => (ids) => `/businesses/${ids.business}${rest}`;
const order = (which, rest = '') => (ids) => `/orders/${ids.orders[which]}${rest}`;
const webhook = (which, rest = '') => (ids) => `/webhooks/${ids.webhooks[which]}${rest}`;
const delivery = (which) => (ids) => `/deliveries/${ids.deliveries[which]}`;
const key = (which, rest = '') => (ids) => `/keys/${ids.keys[which]}${rest}`;
const user = (which, rest = '') => (ids) => `/users/${ids.users[which]}${rest}`;
const platform = (provider, rest = '') => place(`/integrations/${provider}${rest}`);
const otherPlatform = (provider) => (ids) => `/restaurants/${ids.other}/integrations/${provider}`;
const unfold = (page) => page.$$eval('main details', (all) => { for (const one of all) one.open = true; });
const operations = async (page) => { await page.waitForSelector('.opblock', { timeout: 15_000 }); };

// In this order: the house of a newcomer is bare until the first visit is over.
const FIRST_VISIT = [
  fresh('setup', '/setup'),
  fresh('setup-refused', '/setup', { form: ['form[action="/setup"]', { name: 'Ayşe', password: 'kısa', restaurant: 'Köfteci' }] }),
  fresh('setup-elsewhere', '/setup', { as: 'stranger' }),
  fresh('setup-elsewhere-refused', '/setup', { as: 'stranger', form: ['form[action="/setup"]', { code: '0000-0000' }] }),
  fresh('welcome', '/setup', {
    status: 200, form: ['form[action="/setup"]', { name: 'Ayşe', password: 'iyi bir parola', restaurant: 'Köfteci' }],
  }),
];

const EMPTY = [
  fresh('board-unconnected', '/'),
  fresh('orders-none', '/orders'),
  fresh('reports-none', '/reports'),
  fresh('pending-none', '/reports/pending'),
  fresh('restaurants-one', '/restaurants'),
  fresh('webhooks-none', '/webhooks'),
  fresh('deliveries-none', '/deliveries'),
  fresh('keys-one', '/keys'),
  fresh('users-one', '/users'),
  fresh('me-alone', '/me'),
  fresh('settings-fresh', '/settings'),
  fresh('status-fresh', '/status'),
];

const DOOR = [
  at('login', '/login', { as: 'nobody' }),
  at('login-refused', '/login?next=%2Forders', { as: 'nobody', form: ['form[action="/login"]', { name: 'Ayşe', password: 'yanlış' }] }),
  at('not-found', '/no-such-page', { status: 404 }),
  at('not-found-order', '/orders/no-such-order', { status: 404 }),
  at('not-for-staff', '/settings', { as: 'staff', status: 404 }),
  at('stale-form', '/settings', { status: 403, form: ['form[action="/settings/account"]', { guard: 'x' }] }),
  at('order-closed', order('delivered', '/cancel'), { status: 409 }),
];

// Before anybody looks at the webhooks: until then every page says that one fails.
const BOARD = [
  at('board', '/'),
  at('board-filtered', (ids) => `/?restaurant=${ids.other}&notice=changed`),
  at('board-shortcuts', '/', {
    isDialog: true, then: (page) => page.keyboard.press('?').then(() => page.waitForSelector('#help[open]')),
  }),
  at('board-unfolded', '/', { then: unfold }),
  at('board-staff', '/', { as: 'staff' }),
];

const KITCHEN = [
  at('orders', '/orders'),
  at('orders-older', '/orders', { then: (page) => Promise.all([page.waitForURL(/cursor/), page.click('a[rel=next]')]) }),
  at('orders-filtered', (ids) => `/orders?q=&status=open&provider=getir&restaurant=${ids.restaurant}`),
  at('orders-none-found', '/orders?q=yok+b%C3%B6yle+biri'),
  at('orders-refused', '/orders?from=2026-11-14&to=2026-11-01', { status: 422 }),
  at('orders-staff', '/orders', { as: 'staff' }),
  ...['everything', 'many', 'long', 'nameless', 'test', 'preparing', 'onTheWay', 'courier', 'delivered', 'cancelled', 'cancelledByUs',
    'scheduled', 'twin', 'problem', 'untold', 'later'].map((which) => at(`order-${which}`, order(which))),
  at('order', order('preparing'), { then: unfold }),
  at('order-changed', order('preparing', '?notice=changed'), { as: 'staff' }),
  at('cancel', order('preparing', '/cancel')),
  at('cancel-refused', order('everything', '/cancel'), { form: ['form[action$="/cancel"]', { reason: 'no such reason' }] }),
  at('cancel-unasked', order('platform', '/cancel')),
  ...['everything', 'many', 'long', 'cancelled', 'test', 'scheduled', 'problem'].map((which) => at(`ticket-${which}`, order(which, '/ticket'))),
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
  at('pending', '/reports/pending'),
  at('pending-all', '/reports/pending?all=ask'),
  at('pending-none-fits', '/reports/pending?status=325&provider=getir'),
  at('pending-refused', '/reports/pending?from=2026-11-14&to=2026-11-01', { status: 422 }),
];

const PLACES = [
  at('restaurants', '/restaurants'),
  at('restaurant', place('')),
  at('restaurant-unconnected', (ids) => `/restaurants/${ids.closing}`),
  at('restaurant-long', (ids) => `/restaurants/${ids.other}?said=saved`),
  at('restaurant-new', '/restaurants/new'),
  at('restaurant-new-refused', '/restaurants/new', { form: ['main form', { name: '' }] }),
  at('restaurant-edit', place('/edit')),
  at('restaurant-edit-refused', place('/edit'), { form: ['main form', { lat: '91', 'config.timezone': 'Mars/Olympus' }] }),
  at('packages', place('/packages')),
  at('packages-refused', place('/packages'), { form: ['main form', { starts: '2026-11-14T10:00', ends: '2026-11-13T10:00' }] }),
  at('restaurant-delete', place('/delete')),
  at('restaurant-delete-refused', place('/delete'), { form: ['main form', { typed: 'başka' }] }),
  at('business-new', '/businesses/new'),
  at('business-new-refused', '/businesses/new', { form: ['main form', { name: '' }] }),
  at('business', business('')),
  at('business-empty', (ids) => `/businesses/${ids.empty}`),
  at('business-edit', business('/edit')),
  at('business-edit-refused', business('/edit'), { form: ['main form', { name: '' }] }),
  at('business-delete', business('/delete')),
  at('business-delete-refused', business('/delete'), { form: ['main form', { typed: '' }] }),
];

const PLATFORMS = [
  ...['getir', 'yemeksepeti', 'trendyol-go', 'migros-yemek', 'open'].map((one) => at(`integration-${one}`, platform(one), { then: unfold })),
  ...['yemeksepeti', 'migros-yemek'].map((one) => at(`integration-new-${one}`, otherPlatform(one))),
  at('integration-off', otherPlatform('trendyol-go')),
  at('integration-works', otherPlatform('getir')),
  at('integration-refused', otherPlatform('yemeksepeti'), { form: ['main form:has(fieldset)', { 'credentials.username': '' }] }),
  at('integration-tested', otherPlatform('open'), { status: 200, form: ['form[action$="/test"]', {}] }),
  at('integration-tested-badly', platform('getir'), { status: 200, form: ['form[action$="/test"]', {}] }),
  at('integration-shop-refused', platform('getir'), { form: ['form[action$="/shop"]', { open: 'yes' }] }),
  at('integration-shop-opened', platform('getir', '?told=open')),
  at('integration-rotate', platform('open', '/rotate')),
  at('integration-delete', platform('getir', '/delete')),
];

const EVENTS = [
  at('webhooks', '/webhooks'),
  ...['works', 'refuses', 'busy', 'paused', 'untried'].map((which) => at(`webhook-${which}`, webhook(which))),
  at('webhook-tested', webhook('works'), { status: 200, form: ['form[action$="/test"]', {}] }),
  at('webhook-tested-badly', webhook('refuses'), { status: 200, form: ['form[action$="/test"]', {}] }),
  at('webhook-new', '/webhooks/new'),
  at('webhook-new-refused', '/webhooks/new', { form: ['main form', { url: 'kasa' }] }),
  at('webhook-no-events', '/webhooks/new', { form: ['main form', { url: 'http://127.0.0.1:9/', which_events: 'chosen' }] }),
  at('webhook-no-restaurants', '/webhooks/new', { form: ['main form', { url: 'http://127.0.0.1:9/', which_restaurants: 'chosen' }] }),
  at('webhook-edit', webhook('refuses', '/edit')),
  at('webhook-remove', webhook('busy', '/remove')),
  at('webhook-resend', webhook('refuses'), { status: 200, form: ['form[action$="/resend"]', {}] }),
  at('webhook-resend-nothing', webhook('untried'), { status: 200, form: ['form[action$="/resend#period"]', { from: '2026-01-01T00:00', to: '2026-01-02T00:00' }] }),
  at('webhook-resend-refused', webhook('works'), { form: ['form[action$="/resend#period"]', {}] }),
  at('deliveries', '/deliveries'),
  at('deliveries-filtered', (ids) => `/deliveries?state=failed&webhook=${ids.webhooks.refuses}`),
  at('deliveries-none-found', '/deliveries?state=failed&event=payment_matching'),
  at('deliveries-no-order', '/deliveries?order=yok'),
  ...['failed', 'waiting', 'paused', 'delivered', 'dropped', 'payment'].map((which) => at(`delivery-${which}`, delivery(which))),
];

const HOUSE = [
  at('keys', '/keys?said=removed'),
  at('keys-refused', '/keys', { form: ['main form', { name: '' }] }),
  at('key-made', '/keys', { status: 200, form: ['main form', { name: 'Deneme' }] }),
  at('key-primary', key('primary')),
  at('key', key('other')),
  at('key-refused', key('other'), { form: ['form[action$="/rename"]', { name: '' }] }),
  at('key-revoke', key('other', '/revoke')),
  at('key-revoke-primary', key('primary', '/revoke')),
  at('users', '/users'),
  at('users-refused', '/users', { form: ['main form:has(fieldset)', { name: 'Mutfak', password: 'kısa' }] }),
  at('user', user('staff')),
  at('user-refused', user('staff'), { form: ['form[action$="/password"]', { password: 'kısa' }] }),
  at('user-self', user('owner')),
  at('user-delete', user('staff', '/delete')),
  at('me', '/me'),
  at('me-staff', '/me', { as: 'staff' }),
  at('me-refused', '/me', { form: ['form[action="/me/password"]', { present: 'yanlış', password: 'iyi bir parola' }] }),
  at('settings', '/settings'),
  at('settings-account-refused', '/settings', { form: ['form[action="/settings/account"]', { timezone: 'Mars/Olympus' }] }),
  at('settings-privacy-refused', '/settings', { form: ['form[action="/settings/privacy"]', { retention: 'erase', days: '9999' }] }),
  at('settings-erase', '/settings', { house: 'month', status: 200, form: ['form[action="/settings/privacy"]', { retention: 'erase', days: '1' }] }),
  at('settings-addresses-refused', '/settings', { form: ['form[action="/settings/addresses"]', { denied: 'nowhere' }] }),
  at('status', '/status'),
];

const REFERENCE = [
  at('reference', '/reference', { then: operations }),
  at('reference-operation', '/reference', {
    then: async (page) => {
      await operations(page);
      await page.click('.opblock-post .opblock-summary-control');
      await page.waitForSelector('.opblock-body .responses-inner');
    },
  }),
  at('reference-key', '/reference', {
    isDialog: true,
    then: async (page) => {
      await operations(page);
      await page.click('.btn.authorize');
      await page.waitForSelector('.modal-ux');
    },
  }),
];

export const PAGES = [
  ...FIRST_VISIT, ...BOARD, ...EVENTS, ...KITCHEN, ...DOOR, ...EMPTY, ...REPORTS, ...PLACES, ...PLATFORMS, ...HOUSE, ...REFERENCE,
];
