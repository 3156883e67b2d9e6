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
 * In which ways text is shown on the page: its colours, those behind it, and how large it is (`look`), and where (`place`).
 * axe judges nothing that is switched off, and cannot judge what is at the `doubtful` places.
 */
function looks(doubtful) {
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
  const unjudged = new Set(doubtful.map((place) => document.querySelector(place)));
  return [...document.querySelectorAll('body, body *')].filter((element) => hasText(element) && element.checkVisibility()).map((element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const beside = element.matches('a') ? getComputedStyle(element.parentElement).color : '';
    const look = [color, fontSize, fontWeight, textShadow, textDecorationLine, beside, chain(element)].join('; ');
    const isOff = element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], .hidden') !== null;
    return { look, place: `${element.localName}.${element.className} ${look}`, isJudged: !isOff && !unjudged.has(element) };
  });
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

/** What axe finds, a line each: by `rules`, and by those about colours if `isColoured`. */
async function run(page, rules, isColoured) {
  // The script goes in over the debugger: the page's policy stays as it is.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
  const { violations, incomplete } = await page.evaluate((options) => window.axe.run(document, options), {
    ...rules, resultTypes: ['violations', 'incomplete'], preload: false,
  });
  if (isColoured && violations.length === 0) {
    const doubts = incomplete.filter(({ id }) => COLOURS.includes(id)).flatMap(({ nodes }) => nodes.map(({ target }) => target[0]));
    for (const { look, place, isJudged } of await page.evaluate(looks, doubts)) (isJudged ? judged.add(look) : passedOver.add(place));
  }
  const told = ({ html, failureSummary }) => `${html}\n  ${failureSummary.replaceAll('\n', ' ')}`;
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${told(node)}`));
}

/** Is text shown in a way that was not judged yet? */
async function isNew(page, isAlone) {
  if (isAlone || LONG) return true;
  return (await page.evaluate(looks, [])).some(({ look, place }) => !judged.has(look) && !passedOver.has(place));
}

/** Everything about a page as it is now, and how its text stands out in the other theme. */
async function audit(page, { dark = false, isAlone = false, isInBoth = true } = {}) {
  const all = { runOnly: { type: 'tag', values: TAGS } };
  const others = { ...all, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) };
  const colours = { runOnly: { type: 'rule', values: COLOURS } };
  const found = [];
  const bones = LONG ? null : await page.evaluate(skeleton);
  const isColoured = await isNew(page, isAlone);
  const isKnown = audited.has(bones);
  if (!isKnown || isColoured) found.push(...await run(page, isKnown ? colours : isColoured ? all : others, isColoured));
  if (isInBoth) {
    await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
    if (await isNew(page, isAlone)) found.push(...await run(page, colours, true));
  }
  if (found.length === 0 && bones) audited.add(bones);
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

async function look(page, ids, { entry, isSeenTwice }, dark) {
  await Promise.all([
    page.setViewportSize(WIDE), page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', media: entry.media ?? 'screen' }),
  ]);
  const status = await open(page, ids, entry);
  const found = status === statusOf(entry) ? [] : [`answers ${status}, not ${statusOf(entry)}`];
  if (entry.name === 'board') found.push(...await page.evaluate(strays));
  // What lies over a page has something behind it that is not its own.
  found.push(...await page.evaluate(overflows), ...await audit(page, { dark, isAlone: entry.isDialog, isInBoth: LONG || !dark || !isSeenTwice }));
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    found.push(...await page.evaluate(overflows));
  }
  return [...found, ...await page.evaluate(small)];
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
      const all = people(browser, houses, { lang, dark });
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
  const all = people(browser, { full }, {});
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
  assert.match((await page.evaluate(overflows)).join(), /3\d{3} px wide/);
  assert.match((await page.evaluate(small)).join(), /is 20 px high: <button/);
  await context.close();
});

/** A path with its ids and platforms taken out. */
function pattern(address) {
  const { pathname } = new URL(address, full.garson.url);
  // The reference is made of files.
  if (pathname.startsWith('/api/')) return '/api/{*page}';
  return pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/(integrations\/)[a-z-]+/, '$1{provider}');
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
  const forms = [/^(get|post)\("([^"]*)", (?:anybody|signed_in|only|in_turn)\(app, [^]*\)\)$/, /^(assets)::route\(\)$/];
  return apart(list).map((line) => {
    const form = forms.map((one) => line.match(one)).find(Boolean);
    assert.ok(form, `a route that is not understood: ${line}`);
    return { method: form[1], route: `/${(form[2] ?? '').replace(/{(order|screen)Id}/, '{id}')}` };
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
  '/board', '/board/recall', '/live', '/bell', '/reference', '/manifest.webmanifest', '/orders.csv', '/reports.csv', '/audit.csv',
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
  assert.deepEqual(sources.filter((_, at) => /\b(get|post)\(\s*"/.test(texts[at])), []);
});
