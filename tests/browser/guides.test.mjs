// What the guides of the API reference tell to paste and to run is pasted and run, word for word, on a new installation.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, person, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/** The code of a guide in one language, in the order in which it stands there. */
async function codeOf(page, guide, language) {
  await page.goto(guide);
  return page.locator(`code.language-${language}`).allTextContents();
}

/** Runs a program with a text as its input; what it says, and a way to end it. */
function run(program, args, input, env) {
  const child = spawn(program, args, { env: { ...process.env, ...env, PYTHONUNBUFFERED: '1' }, stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { out: '', errors: '' };
  child.stdout.on('data', (bytes) => { said.out += bytes; });
  child.stderr.on('data', (bytes) => { said.errors += bytes; });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end(input);
  return { said, ended, stop: async () => { child.kill(); await ended; } };
}

async function paste(block, env) {
  const { said, ended } = run('bash', ['-e'], block, env);
  assert.equal(await ended, 0, `${block}\n${said.errors}`);
  return JSON.parse(said.out);
}

/** A port that nobody has. */
async function freePort() {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

for (const lang of ['en', 'tr']) {
  test(`the first call leads to a verified order and its events (${lang})`, async (t) => {
    const garson = await startGarson();
    t.after(garson.stop);
    const { key } = await openShop(garson);
    const { page } = await person(browser, garson);
    const port = await freePort();
    const blocks = (await codeOf(page, `/api/${lang}/first-call`, 'sh')).map((block) => block.replaceAll('9000', port));
    const [address, first, create, keep, receiver, register, sign, connect, order, list, verify, ...more] = blocks;
    assert.deepEqual(more, []);
    // What a reader puts in is what the answers before it say.
    const env = {};
    const set = (text, name, value) => {
      const [, shown] = text.match(new RegExp(`export ${name}=(.*)`));
      env[name] = value ?? shown;
    };
    set(address, 'GARSON');
    assert.equal(env.GARSON, garson.url);
    set(address, 'GARSON_KEY', key);
    const [restaurant] = (await paste(first, env)).data;
    assert.equal(restaurant.name, 'Köfteci');
    const made = await paste(create, env);
    set(keep, 'RESTAURANT', made.data.id);
    const listening = run('bash', ['-c', receiver.replace(/^python3/, 'exec python3')], '', {});
    t.after(listening.stop);
    await eventually('the receiver listens', () => fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false));
    const webhook = await paste(register, env);
    assert.equal(webhook.data.isActive, true);
    set(sign, 'WEBHOOK', webhook.data.id);
    assert.match((await paste(sign.slice(sign.indexOf('curl')), env)).data.secret, /^whsec_/);
    set(order, 'INTAKE', (await paste(connect, env)).data.intakeUrl);
    const taken = await paste(order.slice(order.indexOf('curl')), env);
    assert.equal(taken.data.status, 400);
    const [newest] = (await paste(list, env)).data;
    assert.deepEqual([newest.id, newest.providerOrderId, newest.status], [taken.data.id, 'TEST-1', 400]);
    assert.equal((await paste(verify, env)).data.providerOrder, 'TEST-1');
    const events = await eventually('three events', () => {
      const lines = listening.said.out.split('\n').filter((line) => line.startsWith('{'));
      return lines.length === 3 && lines.map((line) => JSON.parse(line));
    });
    // Orders and integrations do not wait for each other.
    const [ofOrder, ofShop] = [true, false].map((isOrder) => events.filter(({ veri }) => ('orderId' in veri) === isOrder));
    assert.deepEqual(ofOrder.map(({ olay, veri }) => [olay, veri.orderId]), [
      ['siparis.olusturuldu', taken.data.id], ['siparis.durum_degisti', taken.data.id],
    ]);
    assert.deepEqual(ofShop.map(({ olay }) => olay), ['entegrasyon.durum_degisti']);
  });
}

test('the programs of the first call verify what is new', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page } = await person(browser, garson);
  const env = { GARSON: garson.url, GARSON_KEY: shop.key };
  for (const [language, program, args] of [['python', 'python3', ['-']], ['js', process.execPath, ['--input-type=module', '-']]]) {
    const ids = [await shop.push(`${language}-1`, { code: `${language} 7` }), await shop.push(`${language}-2`)];
    const [code] = await codeOf(page, '/api/en/first-call', language);
    const { said, ended } = run(program, args, code, env);
    assert.equal(await ended, 0, said.errors);
    assert.ok(said.out.includes(`${language} 7`), said.out);
    for (const id of ids) assert.equal((await call(garson, shop.key, 'GET', `/orders/${id}`)).status, 500);
  }
});

test('the loop of the guide on polling sees every change in order, also over an outage of its own and of the server', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page } = await person(browser, garson);
  const [code] = await codeOf(page, '/api/en/polling', 'python');
  const folder = await mkdtemp(path.join(tmpdir(), 'garson-cursor-'));
  t.after(() => rm(folder, { recursive: true }));
  // The three functions that are the reader's own, and no pauses.
  const own = `
import pathlib, sys
place = pathlib.Path(${JSON.stringify(`${folder}/cursor`)})
load_cursor = lambda: place.read_text() if place.exists() else None
save_cursor = lambda cursor: place.write_text(cursor)
def handle(order): print(order["providerOrderId"], order["status"], flush=True)
asked = pathlib.Path(${JSON.stringify(`${folder}/asked`)})
import time; pause = time.sleep; time.sleep = lambda seconds: (asked.touch(), pause(0.05))
`;
  const text = own + code.replace('2026-11-14T00:00:00Z', '2020-01-01T00:00:00Z').replaceAll('"limit": 200', '"limit": 2');
  const env = { GARSON: garson.url, GARSON_KEY: shop.key };
  const seen = [];
  const poll = async (what, isEnough) => {
    const running = run('python3', ['-'], text, env);
    const lines = () => running.said.out.trim().split('\n').filter(Boolean);
    await eventually(what, () => isEnough([...seen, ...lines()]) || (running.said.errors && assert.fail(running.said.errors)));
    await running.stop();
    seen.push(...lines());
  };
  // It begins where there is nothing yet.
  const first = poll('the first three', (all) => all.filter((line) => line.endsWith('400')).length >= 3);
  await eventually('it has asked', () => access(`${folder}/asked`).then(() => true, () => false));
  for (const id of ['1', '2', '3']) await shop.push(id);
  await first;
  // While it is away, things change; it goes on where it was.
  await call(garson, shop.key, 'POST', '/orders/verify/1');
  for (const id of ['4', '5', '6', '7', '8']) await shop.push(id);
  const second = poll('the rest', (all) => all.includes('9 400') && all.includes('2 500'));
  await garson.kill();
  await garson.revive();
  await call(garson, shop.key, 'POST', '/orders/verify/2');
  await shop.push('9');
  await second;
  const fresh = [...new Set(seen)];
  const without = (line) => ['1 500', '2 500'].includes(line);
  assert.deepEqual(fresh.filter((line) => !without(line)), ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) => `${id} 400`).filter((line) => fresh.includes(line)));
  assert.ok(['1 500', '2 500', '3 400', '8 400', '9 400'].every((line) => fresh.includes(line)), `${fresh}`);
});
