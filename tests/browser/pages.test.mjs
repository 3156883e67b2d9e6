// Every page: readable for everybody (axe-core, WCAG 2.1 A and AA) in both themes and languages, true to its content
// policy, and fit for a phone. And the list of pages is whole.
//
// Each page is seen in both languages, and what else it can look like in one of them, by turns; all of it in both themes, and what
// is seen in both languages in both themes once. axe looks once at what differs in its words alone, and once at each way in
// which text is shown. `LONG` looks at everything.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Visitor, startBare, startFull, startMonth } from './full.mjs';
import { startBrowser } from './house.mjs';
import { PAGES, open, pathOf, people, statusOf } from './pages.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** What depends on colours, and so on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const LONG = process.env.LONG === '1';
const WIDE = { width: 1280, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

let browser;
let full;
let month;
let axe;
before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  browser = await startBrowser();
  full = await startFull();
  month = await startMonth();
});
after(async () => {
  await browser?.close();
  await full?.stop();
  await month?.stop();
});

/**
 * In which ways text is shown on the page: its colours, those behind it, and how large it is (`look`), and on what kind of element
 * (`place`). The elements stay in the page, as `shown`, in the same order.
 */
function looks() {
  const behind = new Map();
  const chain = (element) => {
    if (!element) return '';
    if (!behind.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = [
        backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor, backgroundImage === 'none' ? '' : backgroundImage,
        opacity === '1' ? '' : opacity, ['static', 'relative'].includes(position) ? '' : `${position} ${element.className}`,
      ];
      // What lies behind a colour that lets nothing through is not seen.
      const isAll = own[0].startsWith('rgb(') && !own[1] && !own[2];
      behind.set(element, (isAll ? '' : chain(element.parentElement)) + own.filter(Boolean).join());
    }
    return behind.get(element);
  };
  const hasText = (element) => element.matches('input, select, textarea')
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const found = new Map();
  for (const element of document.querySelectorAll('body, body *')) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const beside = element.matches('a') ? getComputedStyle(element.parentElement).color : '';
    const look = [color, fontSize, fontWeight, textShadow, textDecorationLine, beside, chain(element)].join('; ');
    const place = `${element.localName}.${element.className} ${look}`;
    if (found.has(place)) found.get(place).elements.push(element);
    else found.set(place, { look, place, elements: [element] });
  }
  window.shown = [...found.values()].map(({ elements }) => elements);
  return [...found.values()].map(({ look, place }) => ({ look, place }));
}

/**
 * The page without its words: elements, attributes, and whether there is text. In another language it is the same, and axe
 * would find the same, but for colours.
 */
function skeleton() {
  const WORDS = ['title', 'placeholder', 'aria-label', 'aria-description', 'content', 'value', 'href', 'action', 'formaction', 'src', 'style', 'd'];
  const ids = new Map();
  const id = (one) => { if (!ids.has(one)) ids.set(one, ids.size); return ids.get(one); };
  const isOfIds = /^(id|for|form|list|headers|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage|details))$/;
  const attribute = ({ name, value }) => {
    if (isOfIds.test(name)) return `${name}=${value.split(/\s+/).map(id)}`;
    if (WORDS.includes(name) || name.startsWith('data-')) return `${name}=${value.trim() !== ''}`;
    return `${name}=${value}`;
  };
  const written = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent.trim() ? 'text' : '';
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('script, style')) return '';
    const seen = node.checkVisibility({ visibilityProperty: true }) ? '' : ' unseen';
    return `<${node.localName}${seen} ${[...node.attributes].map(attribute).toSorted().join(' ')}>${[...node.childNodes].map(written).join('')}</>`;
  };
  return written(document.documentElement).replace(/ lang=(tr|en)\b/g, ' lang');
}

/** The ways of showing text that were judged, the places where one could not be, and the pages without their words. */
const judged = new Set();
const passedOver = new Set();
const audited = new Set();

/**
 * What axe finds, a line each: on the whole page, or `among` what is shown in the ways of these numbers. And which of those it
 * could judge: nothing that is switched off, and nothing that it doubts.
 */
async function run(rules, among) {
  if (!('axe' in window)) window.eye.bringAxe();
  // What went away meanwhile is judged where it is seen next.
  const groups = (among ?? []).map((at) => window.shown[at].filter((element) => element.isConnected));
  const include = groups.flat();
  const isPart = among && among.length < window.shown.length;
  if (isPart && include.length === 0) return { found: [], isJudged: [] };
  const { violations, incomplete } = await window.axe.run(isPart ? { include } : document, {
    ...rules, resultTypes: ['violations', 'incomplete'], preload: false, elementRef: true,
  });
  const doubtful = new Set(incomplete.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  const isOff = (element) => element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], .hidden') !== null;
  const isClear = (element) => !isOff(element) && !doubtful.has(element);
  const told = ({ html, failureSummary }) => `${html}\n  ${failureSummary.replaceAll('\n', ' ')}`;
  return {
    found: violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${told(node)}`)),
    isJudged: groups.map((elements) => (elements.length === 0 ? null : elements.some(isClear))),
  };
}

/** How text stands out that is `shown` in a way that was not judged yet, or all of it. */
async function contrast(page, shown, isAlone) {
  const isNew = ({ look, place }) => isAlone || LONG || (!judged.has(look) && !passedOver.has(place));
  const among = [...shown.keys()].filter((at) => isNew(shown[at]));
  if (among.length === 0) return [];
  const colours = { runOnly: { type: 'rule', values: COLOURS } };
  const { found, isJudged } = await page.evaluate(([rules, numbers]) => window.eye.run(rules, numbers), [colours, among]);
  if (found.length > 0) return found;
  for (const [nth, at] of among.entries()) {
    if (isJudged[nth] === true) judged.add(shown[at].look);
    if (isJudged[nth] === false) passedOver.add(shown[at].place);
  }
  return [];
}

/** Everything about a page as it is now, and how its text stands out in the other theme. */
async function audit(page, { dark = false, isAlone = false, isInBoth = true } = {}) {
  const others = { runOnly: { type: 'tag', values: TAGS }, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) };
  const found = [];
  const { bones, shown } = await page.evaluate(() => ({ bones: window.eye.skeleton(), shown: window.eye.looks() }));
  if (LONG || !audited.has(bones)) found.push(...(await page.evaluate((rules) => window.eye.run(rules), others)).found);
  found.push(...await contrast(page, shown, isAlone));
  if (isInBoth) {
    await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
    found.push(...await contrast(page, await page.evaluate(() => window.eye.looks()), isAlone));
  }
  if (found.length === 0) audited.add(bones);
  return found;
}

/** What makes a page scroll sideways. What has a box of its own to scroll in may be wider. */
async function overflows() {
  // What the page itself lays out anew follows with the next frame.
  await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const boxes = (element) => (element === document.body ? [] : [element, ...boxes(element.parentElement)]);
  const isOver = (element) => element.getBoundingClientRect().right > clientWidth + 1
    && !boxes(element).slice(1).some((box) => getComputedStyle(box).overflowX !== 'visible');
  const over = [...document.querySelectorAll('body *')].filter(isOver);
  const shown = over.map((element) => element.outerHTML.slice(0, 160)).join(' and ');
  return [`is ${scrollWidth} px wide on a screen of ${clientWidth}: ${shown}`];
}

/** What is too small for a finger. Links in a text are text. */
function small() {
  const found = [];
  const targets = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
  for (const target of document.querySelectorAll(targets)) {
    const isSeen = target.checkVisibility({ visibilityProperty: true }) && !target.closest('.hidden, .skip');
    if (!isSeen || getComputedStyle(target).display === 'inline') continue;
    const touched = ['checkbox', 'radio'].includes(target.type) ? target.closest('label') ?? target : target;
    const { height } = touched.getBoundingClientRect();
    if (height < 43.5) found.push(`is ${Math.round(height)} px high: ${target.outerHTML.slice(0, 160)}`);
  }
  return found;
}

/** The header's parts that are not on its one row. */
function strays() {
  const all = [...document.querySelectorAll('header.top :is(nav a, nav summary, .who > :not([hidden]), .brand)')];
  const parts = all.filter((part) => part.checkVisibility());
  const middle = (part) => part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2;
  const off = parts.filter((part) => Math.abs(middle(part) - middle(parts[0])) > 4);
  return off.map((part) => `has a header of more than one row: ${part.textContent.trim()}`);
}

/**
 * What looks at a page, in the page itself: brought once to a window and not to each page. From the outside, so that the page's
 * policy stays as it is. axe is large, and begins where it is needed.
 */
const eye = () => `${[looks, skeleton, run, overflows, small, strays].join('\n')}
  window.eye = { looks, skeleton, run, overflows, small, strays, bringAxe() { ${axe} } };`;

async function look(page, ids, { entry, isSeenTwice }, dark) {
  await Promise.all([
    page.setViewportSize(WIDE), page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', media: entry.media ?? 'screen' }),
  ]);
  const status = await open(page, ids, entry);
  const found = status === statusOf(entry) ? [] : [`answers ${status}, not ${statusOf(entry)}`];
  if (entry.name === 'board') found.push(...await page.evaluate(() => window.eye.strays()));
  // What lies over a page has something behind it that is not its own.
  const isOver = () => page.evaluate(() => window.eye.overflows());
  found.push(...await isOver(), ...await audit(page, { dark, isAlone: entry.isDialog, isInBoth: LONG || !dark || !isSeenTwice }));
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    found.push(...await isOver());
  }
  return [...found, ...await page.evaluate(() => window.eye.small())];
}

/** Which entries are seen in a language: of each page the first, what is in the house of each, and by turns the rest. */
function seenIn(turn) {
  const known = new Set();
  return PAGES.map((entry, at) => {
    const page = pattern(pathOf(entry, full.ids));
    const isSeenTwice = LONG || !known.has(page) || entry.house === 'fresh';
    known.add(page);
    return { entry, isSeenTwice, isSeen: isSeenTwice || at % 2 === turn };
  }).filter(({ isSeen }) => isSeen);
}

describe('on every page', { concurrency: true }, () => {
  for (const { words, lang, dark, turn } of [
    { words: 'in Turkish and light', lang: 'tr-TR', dark: false, turn: 0 },
    { words: 'in English and dark', lang: 'en-GB', dark: true, turn: 1 },
  ]) {
    test(`${words}: WCAG 2.1 AA, the content policy and a phone's width are kept`, async () => {
      const fresh = await startBare();
      const houses = { full, month, fresh };
      const all = people(browser, houses, { lang, dark, script: eye() });
      const found = [];
      for (const seen of seenIn(turn)) {
        const { entry } = seen;
        const { page, faults } = await all.of(entry);
        const { ids } = houses[entry.house ?? 'full'];
        const lines = await look(page, ids, seen, dark).catch((error) => [`cannot be looked at: ${error}`]);
        found.push(...[...lines, ...faults.splice(0)].map((line) => `${entry.name} (${words}) ${line}`));
      }
      await all.close();
      await fresh.stop();
      assert.ok(found.length === 0, `\n${found.join('\n')}`);
    });
  }
});

test('what is wrong with a page is found', async () => {
  const all = people(browser, { full }, { script: eye() });
  const { page, context } = await all.of({ as: 'nobody' });
  await page.goto('/login');
  await page.evaluate(() => {
    document.querySelector('label span').remove();
    document.querySelector('h1').style.color = '#ccc';
    document.querySelector('.sheet').style.width = '3000px';
    Object.assign(document.querySelector('button.primary').style, { minHeight: 0, height: '20px', padding: 0 });
  });
  const rules = (await audit(page)).map((line) => line.split(':')[0]);
  assert.deepEqual(rules.sort(), ['color-contrast', 'label']);
  assert.match((await page.evaluate(() => window.eye.overflows())).join(), /3\d{3} px wide/);
  assert.match((await page.evaluate(() => window.eye.small())).join(), /is 20 px high: <button/);
  await context.close();
});

/** A path with its ids, platforms and names of backups taken out. */
function pattern(address) {
  const { pathname } = new URL(address, full.garson.url);
  // The books are made of files.
  const [book] = pathname.match(/^\/(api|help)(?=\/)/) ?? [];
  if (book) return `${book}/{*page}`;
  const named = pathname.replace(/(integrations\/)[a-z-]+/, '$1{provider}').replace(/(backups\/)garson-[^/]+/, '$1{name}');
  return named.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
}

function patterns() {
  return new Set(PAGES.map((entry) => pattern(pathOf(entry, full.ids))));
}

test('every link leads somewhere, and to no page that is not in the list', async () => {
  const known = patterns();
  const owner = new Visitor(full.garson);
  owner.session = full.sessions.owner;
  const seen = new Map([['/', 'the start']]);
  const wrong = [];
  for (const [address, from] of seen) {
    const { status, kind, text } = await owner.get(address);
    if (status >= 400) wrong.push(`${from} links ${address}, which answers ${status}`);
    if (!kind.startsWith('text/html') || status >= 300) continue;
    if (!known.has(pattern(address))) wrong.push(`${address}, linked on ${from}, is not in the list`);
    const links = text.matchAll(/<(?:a [^>]*href|form [^>]*method="get" action)="([^"]*)"/g);
    for (const [, link] of links) {
      const here = new URL(address, full.garson.url);
      const { origin, pathname, search, hash } = new URL(link.replace(/&(amp|#38);/g, '&'), here);
      if (origin !== here.origin) continue;
      const target = pathname + search;
      const isHere = target === address || link.startsWith('#');
      if (hash && isHere && !text.includes(`id="${hash.slice(1)}"`)) wrong.push(`${address} has no ${hash}`);
      if (!seen.has(target)) seen.set(target, address);
    }
  }
  assert.ok(seen.size > 100, `only ${seen.size} pages were found`);
  assert.deepEqual(wrong, []);
});

/** What `panel/routes.rs` declares, each with its method. Fails on a form that is not understood here. */
async function declared() {
  const text = await readFile(path.resolve(import.meta.dirname, '../../src/panel/routes.rs'), 'utf8');
  const [, list] = text.replace(/^\s*\/\/.*$/gm, '').match(/\bvec!\[([^]*)\]/);
  const forms = [/^(get|post)\( ?"([^"]*)", (?:anybody|signed_in|only|in_turn)\(app, [^]*\),? ?\)$/, /^(assets)::route\(\)$/];
  return apart(list).map((line) => {
    const form = forms.map((one) => line.match(one)).find(Boolean);
    assert.ok(form, `a route that is not understood: ${line}`);
    return { method: form[1], route: `/${(form[2] ?? '').replace(/{(order|screen|station)Id}/, '{id}')}` };
  });
}

/** The parts of a list in Rust, of which each may have brackets and commas of its own. */
function apart(list) {
  let depth = 0;
  const parts = [''];
  for (const sign of list) {
    depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push(''); else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean);
}

/** Pieces of the board, its streams, downloads and an old address. */
const NO_PAGES = [
  '/board', '/board/recall', '/board/faring', '/live', '/bell', '/reference', '/manifest.webmanifest', '/orders.csv', '/reports.csv', '/audit.csv',
  '/trust/garson.crt', '/trust/garson.pem', '/trust/garson.mobileconfig',
];

test('every page that the panel declares is in the list, and what is none is none', async () => {
  const routes = await declared();
  const gets = routes.filter(({ method }) => method === 'get').map(({ route }) => route);
  // However they are written there, none is left out.
  const named = (await readFile(path.resolve(import.meta.dirname, '../../src/panel/routes.rs'), 'utf8')).match(/\bget\(\s*"/g);
  assert.equal(gets.length, named.length);
  const known = patterns();
  assert.deepEqual(gets.filter((route) => !known.has(route)).toSorted(), NO_PAGES.toSorted());
  for (const route of NO_PAGES) {
    const stop = new AbortController();
    const headers = { cookie: `garson_session=${full.sessions.owner}` };
    const answer = await fetch(full.garson.url + route, { headers, redirect: 'manual', signal: stop.signal });
    const kind = answer.headers.get('content-type') ?? '';
    const isPage = kind.startsWith('text/html') && /<html/i.test(await answer.text());
    stop.abort();
    assert.ok(answer.status < 400 && !isPage, `${route} answers ${answer.status}, ${kind}`);
  }
});

test('no other file of the panel declares a page', async () => {
  const folder = path.resolve(import.meta.dirname, '../../src/panel');
  const sources = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.rs') && name !== 'routes.rs');
  const texts = await Promise.all(sources.map((name) => readFile(path.join(folder, name), 'utf8')));
  assert.ok(sources.length > 30);
  // Files of `static/` are no pages, and have one address for all.
  assert.deepEqual(sources.filter((_, at) => /\b(get|post)\(\s*"/.test(texts[at])), ['assets.rs']);
});
