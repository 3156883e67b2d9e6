// Starts the real program on a throwaway folder, and a browser that notices whatever must not happen on a page.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { chromium } from 'playwright-core';

const GARSON = process.env.GARSON ?? path.resolve(import.meta.dirname, '../../target/debug/garson');
/** In milliseconds: longer than anything takes that a test waits for, also on a machine that stands still for a while. */
export const PATIENCE = 60_000;

/** A running garson; `stop` ends it and removes its data, `kill` pulls the plug and `revive` starts it where it was. */
export async function startGarson({ demo = false, pace = '1s', flags = [], env = {} } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'garson-browser-'));
  const said = [];
  const windows = [];
  let claim;
  const claimed = new Promise((resolve) => { claim = resolve; });
  let log = '';
  let child;
  const start = async (listen) => {
    const args = demo
      ? ['demo', '--listen', listen, '--pace', pace, ...flags]
      : ['serve', '--listen', listen, '--data', folder, '--rate-limit', '0', ...flags];
    child = spawn(GARSON, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder, ...env } });
    child.stderr.on('data', (bytes) => { log += bytes; });
    const lines = readline.createInterface({ input: child.stdout });
    return new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        said.push(line);
        if (line.includes('/setup?code=')) claim(line.slice(line.indexOf('/setup?')));
        if (line.startsWith('listening on ')) resolve(line.slice('listening on '.length));
      });
      child.on('exit', (code) => reject(new Error(`garson ended with ${code}:\n${log}`)));
    });
  };
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill(signal);
    await ended;
  };
  const url = await start('127.0.0.1:0');
  return {
    url,
    said,
    /** Of people who look at it. They go when it does: a board that is left open goes on working, and cries for its line. */
    windows,
    /** Where a box that nobody owns is claimed, as it says at its start. */
    claim: () => claimed,
    log: () => log,
    get pid() { return child.pid; },
    kill: () => end('SIGKILL'),
    revive: () => start(new URL(url).host),
    stop: async () => {
      await Promise.all(windows.map((context) => context.close()));
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls the REST API; the `data` of its answer. */
export async function call(garson, key, method, route, body) {
  const answer = await fetch(`${garson.url}/web-api/v1${route}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = await answer.json();
  if (!json.success) throw new Error(`${method} ${route}: ${JSON.stringify(json)}`);
  return json.data;
}

/**
 * What Chromium shall do without. A new house for each page (`RenderDocument`) takes a sixth of opening one; the others are
 * those of Playwright, of whose list and this only the last counts.
 */
const NO_FEATURES = ['RenderDocument', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'MediaRouter', 'NetworkTimeServiceQuerying',
  'OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'];

/** Chromium without a window of its own: the same engine, and half the work. */
async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--autoplay-policy=document-user-activation-required',
      `--disable-features=${NO_FEATURES}`],
  });
}

/** The one browser for all files that run in one process; a file by itself has its own. */
let common = null;
export async function shareBrowser() {
  common = await launch();
  return common;
}

export async function startBrowser() {
  // People's windows go with the house that they look at.
  return common ? { newContext: (options) => common.newContext(options), close: async () => {} } : launch();
}

/** Of a line that breaks, and of a program that is only starting, the browser itself tells; nothing else may go wrong. */
export const isOfThePage = (fault) => !/net::ERR_|status of 503/.test(fault);

/** A person's own browser window. `faults` collects what must never happen: errors, violations, foreign requests. */
export async function person(browser, garson, { lang = 'tr-TR', dark = false, phone = false, ...more } = {}) {
  const context = await browser.newContext({
    locale: lang,
    colorScheme: dark ? 'dark' : 'light',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    baseURL: garson.url,
    ...more,
  });
  context.setDefaultTimeout(PATIENCE);
  garson.windows.push(context);
  const faults = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      // A form that was refused answers 4xx on purpose, and the browser says so.
      // So does a page that asks whether the browser trusts garson's certificate, which this one does not.
      const isRefusal = ['the server responded with a status of 4', 'net::ERR_CERT_AUTHORITY_INVALID']
        .some((words) => message.text().includes(words));
      if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error}`));
    page.on('request', (request) => {
      const target = request.url().replace(/^https:(.*)\/health$/, 'http:$1/health');
      if (!target.startsWith(garson.url) && !target.startsWith('data:') && !target.startsWith('blob:')) {
        faults.push(`request to ${target}`);
      }
    });
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { context, page: await context.newPage(), faults };
}

/** Sets a box up, up to where the first steps begin. */
export async function setUp(page, garson, { name = 'Ayşe', password = 'iyi bir parola', restaurant = 'Köfteci' } = {}) {
  await page.goto(await garson.claim());
  await page.fill('input[name=name]', name);
  await page.fill('input[name=password]', password);
  await page.fill('input[name=restaurant]', restaurant);
  await page.click('button.primary');
  await page.waitForURL((url) => url.pathname === '/start');
}

/** Goes through the first visit to the board; the API key that the first steps show. */
export async function firstVisit(page, garson, owner) {
  await setUp(page, garson, owner);
  await page.click('form[action^="/keys/"] button');
  const key = (await page.textContent('#key')).trim();
  await page.goto('/');
  return key;
}

/** The key that setting up made, for whoever has the session. */
export async function firstKey(garson, session) {
  const headers = { cookie: `garson_session=${session}` };
  const steps = await (await fetch(`${garson.url}/start`, { headers })).text();
  const [, action] = steps.match(/action="(\/keys\/[\w-]+\/show)"/);
  const [, guard] = steps.match(/name="guard" value="([^"]+)"/);
  const shown = await fetch(garson.url + action, { method: 'POST', headers, body: new URLSearchParams({ guard }) });
  return (await shown.text()).match(/gsn_[\w-]+/)[0];
}

export async function signIn(page, name, password) {
  await page.goto('/login');
  await page.fill('input[name=name]', name);
  await page.fill('input[name=password]', password);
  await page.click('button.primary');
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** For so many seconds a press on the board can be taken back. */
async function giveTime(garson, session, undoSeconds) {
  const headers = { cookie: `garson_session=${session}` };
  const page = await (await fetch(`${garson.url}/settings`, { headers })).text();
  const [, guard] = page.match(/name="guard" value="([^"]+)"/);
  const body = new URLSearchParams({ guard, kitchenMinutes: 20, roadMinutes: 30, soonMinutes: 5, undoSeconds, acceptUndoSeconds: 0 });
  const saved = await fetch(`${garson.url}/settings/board`, { method: 'POST', headers, body, redirect: 'manual' });
  if (saved.status !== 303) throw new Error(`the settings were not saved: ${saved.status}`);
}

/** The first visit without a browser, and the web shop connected: where tests begin that are about something else. */
export async function openShop(garson, { lang = 'tr', undo = 0 } = {}) {
  const [, code] = (await garson.claim()).split('=');
  const owner = { name: 'Ayşe', password: 'iyi bir parola', restaurant: 'Köfteci', lang, code };
  const body = new URLSearchParams(owner);
  const claimed = await fetch(`${garson.url}/setup`, { method: 'POST', body, redirect: 'manual' });
  const [, session] = claimed.headers.get('set-cookie').match(/garson_session=([^;]+)/);
  const key = await firstKey(garson, session);
  await giveTime(garson, session, undo);
  const [{ id: restaurant }] = await call(garson, key, 'GET', '/restaurants');
  const { intakeUrl } = await call(garson, key, 'PUT', `/restaurants/${restaurant}/integrations/open`, {});
  return { key, session, restaurant, ...shopAt(intakeUrl) };
}

/** The web shop itself: what it knows is its intake address. */
export function shopAt(intake) {
  const post = async (route, body) => {
    const answer = await fetch(`${intake}${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json = await answer.json();
    if (!json.success) throw new Error(`${route}: ${JSON.stringify(json)}`);
    return json.data;
  };
  return {
    /** A customer orders; the order's id here. */
    push: async (providerOrderId, more = {}) => (await post('/orders', {
      providerOrderId,
      items: [{ name: 'Adana', quantity: 2, total: 499.9 }],
      amount: { total: 499.9 },
      payment: { type: 'cash' },
      ...more,
    })).id,
    /** A customer changes their mind. */
    cancel: (providerOrderId, body = {}) => post(`/orders/${providerOrderId}/cancel`, body),
  };
}

/** The owner whom `openShop` made, signed in. */
export async function owner(browser, garson, shop, options) {
  const she = await person(browser, garson, options);
  await she.context.addCookies([{ name: 'garson_session', value: shop.session, url: garson.url }]);
  return she;
}

/**
 * A tab that nobody has touched yet, as on a screen that was just switched on. Whatever it plays is written down, and how
 * many cards its line has brought.
 */
export async function screen({ context }, where = '/') {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.brought = 0;
    window.EventSource = class extends EventSource {
      constructor(url) { super(url); this.addEventListener('card', () => { window.brought += 1; }); }
    };
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name) { super(name); this.addEventListener('message', ({ data }) => { window.brought += data.kind === 'card'; }); }
    };
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      if (this.context.state === 'running') window.tones.push({ hz: Math.round(this.frequency.value), at: Date.now() });
      return start.apply(this, when);
    };
  });
  await page.clock.install();
  await page.goto(where);
  await page.locator('#live').waitFor();
  return page;
}

/** From now on no time passes on a page, nor on the others of its window, but what a test lets pass. */
export async function freeze(page) {
  const now = await page.evaluate(() => Date.now());
  // It can only be stopped at a moment that is to come, and before the board misses its beat.
  await page.clock.pauseAt(now + 3_000);
}

/** Does `go` until it was taken: a card that has only just moved takes no press, and then a person presses again. */
export async function until(what, go, isTaken) {
  await eventually(what, async () => {
    if (await isTaken()) return true;
    await go();
    return isTaken();
  });
}

/** Does `go` until the page has asked for something that `isWanted`, which it does at once or not at all. */
async function untilSent(page, what, isWanted, go) {
  let isSent = false;
  const watch = (request) => { isSent ||= isWanted(request); };
  page.on('request', watch);
  try {
    // What the page answers comes after what it has sent before.
    await until(what, go, async () => { await page.evaluate(() => {}); return isSent; });
  } finally {
    page.off('request', watch);
  }
}

/** How long a card has to lie still until the board takes a press on it, and a little. */
const STEADY = 450;

/** In a page: has a card lain still for so long? */
function isStill([id, millis]) {
  const card = document.getElementById(`order-${id}`);
  if (!card) return false;
  const { left, top } = card.getBoundingClientRect();
  const now = { card, left, top: top + scrollY, since: performance.now() };
  const before = window.lay;
  const isSame = before && before.card === card && Math.hypot(before.left - now.left, before.top - now.top) < 1;
  if (!isSame) window.lay = now;
  return isSame && now.since - before.since >= millis;
}

/** Presses the big button of an order until the press was taken: it is on its way, or its answer has come already. */
export async function press(page, id, how = (button) => button.click(), which = '.next') {
  let pressed = null;
  const isOf = (request) => request.method() === 'POST' && request.url().includes(`/orders/${id}/`);
  await untilSent(page, `order ${id} can be pressed`, isOf, async () => {
    // One that was taken is on its way.
    if (await pressed?.evaluate((button) => button.isConnected && button.hasAttribute('aria-disabled'))) return;
    await page.waitForFunction(isStill, [id, STEADY], { polling: 50 });
    pressed = await page.waitForSelector(`#order-${id} ${which}`);
    await how(pressed);
  });
}

/** Does `go` until the board's sheet for cancelling is asked for, and waits until it is open. */
export async function openSheet(page, go) {
  const isOf = (request) => request.method() === 'GET' && new URL(request.url()).pathname.endsWith('/cancel');
  await untilSent(page, 'the sheet is asked for', isOf, go);
  await page.locator('#sheet[open] form').waitFor();
}

/** A receiver of webhooks. `answer` is a status, or a function of the event; `state` changes it, and what it says. */
export async function startReceiver(answer = 200) {
  const heard = [];
  const state = { answer };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => { body += bytes; });
    request.on('end', () => {
      const event = JSON.parse(body || '{}');
      heard.push({ headers: request.headers, event });
      const status = typeof state.answer === 'function' ? state.answer(event) : state.answer;
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(state.text ?? `<b>answer ${status}</b>`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  const stop = () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); });
  return { url, heard, state, stop };
}

/** Asks until the answer is there. */
export async function eventually(what, ask, within = PATIENCE) {
  const until = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What somebody would paste now: pages themselves may not read what was copied. */
export async function pasted(page) {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('textarea'), { id: 'pasted' });
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  const text = await page.inputValue('#pasted');
  await page.$eval('#pasted', (field) => field.remove());
  return text;
}
