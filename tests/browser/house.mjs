// Starts the real program on a throwaway folder, and a browser that notices whatever must not happen on a page.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { chromium } from 'playwright-core';

const GARSON = process.env.GARSON ?? path.resolve(import.meta.dirname, '../../target/debug/garson');

/** A running garson; `stop` ends it and removes its data. */
export async function startGarson({ demo = false, flags = [] } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'garson-browser-'));
  const args = demo
    ? ['demo', '--listen', '127.0.0.1:0', '--pace', '1s', ...flags]
    : ['serve', '--listen', '127.0.0.1:0', '--data', folder, '--rate-limit', '0', ...flags];
  const child = spawn(GARSON, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder } });
  let log = '';
  child.stderr.on('data', (bytes) => { log += bytes; });
  const said = [];
  const lines = readline.createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.startsWith('listening on ')) resolve(line.slice('listening on '.length));
    });
    child.on('exit', (code) => reject(new Error(`garson ended with ${code}:\n${log}`)));
  });
  const stop = async () => {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, said, stop, pid: child.pid, log: () => log };
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

export async function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--autoplay-policy=user-gesture-required'],
  });
}

/** A person's own browser window. `faults` collects what must never happen: errors, violations, foreign requests. */
export async function person(browser, garson, { lang = 'tr-TR', dark = false, phone = false, ...more } = {}) {
  const context = await browser.newContext({
    locale: lang,
    colorScheme: dark ? 'dark' : 'light',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    baseURL: garson.url,
    ...more,
  });
  const faults = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      // A form that was refused answers 4xx on purpose, and the browser says so.
      const isRefusal = message.text().includes('the server responded with a status of 4');
      if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error}`));
    page.on('request', (request) => {
      const target = request.url();
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

/** Goes through the first visit; the API key that it shows. */
export async function firstVisit(page, { name = 'Ayşe', password = 'iyi bir parola', restaurant = 'Köfteci' } = {}) {
  await page.goto('/');
  await page.fill('input[name=name]', name);
  await page.fill('input[name=password]', password);
  await page.fill('input[name=restaurant]', restaurant);
  await page.click('button.primary');
  const key = (await page.textContent('#key')).trim();
  await page.click('a.button.primary');
  return key;
}

export async function signIn(page, name, password) {
  await page.goto('/login');
  await page.fill('input[name=name]', name);
  await page.fill('input[name=password]', password);
  await page.click('button.primary');
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** A receiver of webhooks that answers as `answer` says: a status, or a function of the request's body. */
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
      response.end(`<b>answer ${status}</b>`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  return { url, heard, state, stop: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }) };
}

/** Asks until the answer is there. */
export async function eventually(what, ask, within = 15_000) {
  const until = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
