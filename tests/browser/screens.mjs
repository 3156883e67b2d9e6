// Takes a picture of every page into target/screens, in both languages, light and dark, wide and as on a phone, and
// makes a sheet of them all. The pages that live from many orders are those of `garson demo`, in mid-evening.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Visitor, startBare, startFull, startMonth } from './full.mjs';
import { call, eventually, startBrowser, startGarson } from './house.mjs';
import { PAGES, open, people } from './pages.mjs';

const FOLDER = path.resolve(import.meta.dirname, '../screens');
/** Longer pages are cut off: what repeats itself needs no picture. */
const TALLEST = 4_000;
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A4 and 80 mm paper. */
const SHEET = { width: 794, height: 1123 };
const ROLL = { width: 302, height: 844 };

/** These are taken in all eight ways. */
const MAIN = [
  'board', 'start', 'kitchen', 'kitchen-screens', 'orders', 'order', 'cancel', 'ticket', 'reports', 'restaurants', 'restaurant',
  'integration-getir', 'webhooks', 'webhook-works', 'deliveries', 'keys', 'users', 'settings', 'status', 'reference', 'manual', 'login', 'setup',
  'second-factor', 'recovery-codes', 'login-code', 'identity', 'me-in-two-steps',
];

/** What the demo shows best. */
const LIVELY = {
  board: '/',
  orders: '/orders',
  order: ({ order }) => `/orders/${order}`,
  ticket: ({ order }) => `/orders/${order}/ticket`,
  restaurants: '/restaurants',
  restaurant: ({ restaurant }) => `/restaurants/${restaurant}`,
  'integration-getir': ({ restaurant }) => `/restaurants/${restaurant}/integrations/getir`,
  webhooks: '/webhooks',
  'webhook-works': ({ webhook }) => `/webhooks/${webhook}`,
  deliveries: '/deliveries',
  pending: '/reports/pending',
  status: '/status',
};

const BOTH = ['board', 'restaurants', 'restaurant', 'webhooks', 'deliveries', 'status'];

/** A demo whose board is well filled: something in every column, and enough behind it. */
async function startDemo() {
  const garson = await startGarson({ demo: true, pace: '3s' });
  const key = garson.said.join('\n').match(/gsn_\S+/)[0];
  const owner = await new Visitor(garson).signIn('demo', 'afiyet olsun');
  const ids = await eventually('a good evening', async () => {
    const orders = await call(garson, key, 'GET', '/orders?limit=200');
    const of = (...statuses) => orders.filter(({ status }) => statuses.includes(status));
    const enough = [[of(325, 350), 1], [of(400), 3], [of(500), 3], [of(600), 3], [of(900), 10], [of(1500), 1]];
    if (enough.some(([found, least]) => found.length < least)) return null;
    const details = await Promise.all(of(500).map(({ id }) => call(garson, key, 'GET', `/orders/${id}`)));
    const [best] = details.sort((one, other) => worth(other) - worth(one));
    const [{ id: webhook }] = await call(garson, key, 'GET', '/webhooks');
    return { order: best.id, restaurant: best.restaurantId, webhook };
  }, 180_000);
  return { garson, ids, sessions: { owner: owner.session }, stop: garson.stop };
}

/** How much there is to see of an order. */
function worth({ items, note, customer, flags }) {
  const options = items.reduce((sum, item) => sum + item.options.length + (item.note ? 1 : 0), 0);
  return items.length + options + flags.length + (note ? 1 : 0) + (customer.address.line ? 3 : 0);
}

/** All pages; where the demo's stands in for the full house's own, some of those are worth seeing too. */
function entries() {
  const lively = (entry) => ({ ...entry, path: LIVELY[entry.name], house: 'demo' });
  return PAGES.flatMap((entry) => {
    if (!LIVELY[entry.name]) return [entry];
    return BOTH.includes(entry.name) ? [lively(entry), { ...entry, name: `${entry.name}-full` }] : [lively(entry)];
  });
}

/** The ways in which a page is taken in a language: [dark, phone]. */
function ways(name, lang) {
  const themes = MAIN.includes(name) ? [false, true] : [lang === 'en'];
  return [false, true].flatMap((phone) => themes.map((dark) => [dark, phone]));
}

function fileOf(name, lang, dark, phone) {
  return `${name}-${lang}${phone ? '-phone' : ''}-${dark ? 'dark' : 'light'}.png`;
}

async function take(page, entry, lang) {
  // The bar that asks for sound would lie over every board.
  await page.click('#wake:not([hidden]) button', { timeout: 300 }).catch(() => {});
  for (const [dark, phone] of ways(entry.name, lang)) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', media: entry.media ?? 'screen' });
    const size = entry.media === 'print' ? [SHEET, ROLL] : [WIDE, PHONE];
    await page.setViewportSize(size[Number(phone)]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const isWhole = height <= TALLEST && !entry.isDialog;
    if (height > TALLEST && !entry.isDialog) await page.setViewportSize({ ...size[Number(phone)], height: TALLEST });
    const file = path.join(FOLDER, fileOf(entry.name, lang, dark, phone));
    await page.screenshot({ path: file, fullPage: isWhole, animations: 'disabled' });
  }
}

async function takeAll(browser, houses, lang) {
  const own = { ...houses, fresh: await startBare() };
  const all = people(browser, own, { lang: lang === 'tr' ? 'tr-TR' : 'en-GB' });
  for (const entry of entries()) {
    const { page } = await all.of(entry);
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ media: entry.media ?? 'screen' });
    await open(page, own[entry.house ?? 'full'].ids, entry);
    await take(page, entry, lang);
  }
  await all.close();
  await own.fresh.stop();
}

/** One page with all pictures, a row for each page of the panel. */
function sheet() {
  const picture = (name, lang) => ([dark, phone]) => {
    const file = fileOf(name, lang, dark, phone);
    return `<a href="${file}"><img src="${file}" alt="${file}" width="${phone ? 130 : 380}" loading="lazy"></a>`;
  };
  const row = ({ name }) => {
    const pictures = ['tr', 'en'].flatMap((lang) => ways(name, lang).map(picture(name, lang)));
    return `<h2>${name}</h2>\n${pictures.join('\n')}`;
  };
  const style = 'body { font: 16px system-ui; margin: 2rem; background: #888 } '
    + 'img { margin: 0.25rem; vertical-align: top; max-height: 560px; object-fit: cover; object-position: top }';
  const head = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>garson: every page</title>\n<style>${style}</style>`;
  return `${head}\n${entries().map(row).join('\n')}\n</html>\n`;
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await startBrowser();
const [full, month, demo] = await Promise.all([startFull(), startMonth(), startDemo()]);
try {
  await Promise.all(['tr', 'en'].map((lang) => takeAll(browser, { full, month, demo }, lang)));
  await writeFile(path.join(FOLDER, 'index.html'), sheet());
} finally {
  await browser.close();
  for (const house of [full, month, demo]) await house.stop();
}
