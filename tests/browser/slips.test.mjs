// Taps while the board changes: whatever comes, goes or grows in the moment between looking and tapping, a tap does what was
// looked at or nothing. Taps at random moments of bursts, with a finger and with a mouse, are counted; `LONG` has 2,000 of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dice, pause } from './evening.mjs';
import { call, openShop, owner, startBrowser, startGarson } from './house.mjs';

const TAPS = process.env.LONG === '1' ? 2_000 : 60;
const SEED = Number(process.env.SLIPS_SEED ?? 30);
/** Whoever looked so long ago, or longer, looked at what was tapped; a frame or two less than the board says. */
const SLIPPED = 550;
/** What has lain there for so long is aimed at. */
const AIMED = 1_000;
/** So long is a point looked at before it is tapped. */
const BEFORE = 700;
/** On each screen. */
const SCREENS = [
  { viewport: { width: 1180, height: 820 }, hasTouch: true },
  { viewport: { width: 1180, height: 820 }, role: 'kitchen' },
  { viewport: { width: 1920, height: 1080 } },
  { viewport: { width: 1366, height: 768 } },
];

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/** Orders come in bursts and go by other hands, until it is ended. */
async function bustle(garson, shop, roll) {
  let isOver = false;
  let number = 0;
  const open = [];
  const api = (route) => call(garson, shop.key, 'POST', route, {}).catch(() => {});
  const come = async () => {
    number += 1;
    const urgent = roll() < 0.5 ? { acceptBy: new Date(Date.now() + 2_000 + roll() * 240_000).toISOString() } : {};
    const items = Array.from({ length: 1 + Math.floor(roll() * 5) }, (_, at) => ({
      name: 'Adana', quantity: 1 + at, total: 100, options: roll() < 0.5 ? [{ name: 'Soğan', kind: 'remove' }] : [],
    }));
    const note = roll() < 0.3 ? 'Zili çalmayın, bebek uyuyor' : undefined;
    open.push({ name: `S${number}`, id: await shop.push(`S${number}`, { code: `S${number}`, items, amount: { total: 100 * items.length }, note, ...urgent }), step: 0 });
  };
  const go = async () => {
    const at = Math.floor(roll() * open.length);
    const order = open[at];
    if (!order) return;
    if (roll() < 0.1) {
      open.splice(at, 1);
      await shop.cancel(order.name).catch(() => {});
      return;
    }
    await api(order.step === 0 ? `/orders/verify/${order.id}` : `/orders/change-status/${order.id}`);
    order.step += 1;
    if (order.step === 3) open.splice(at, 1);
  };
  const work = (async () => {
    for (let at = 0; at < 14; at += 1) await come();
    while (!isOver) {
      for (let count = 1 + Math.floor(roll() * 6); count > 0; count -= 1) await (open.length > 24 || (open.length > 8 && roll() < 0.5) ? go() : come());
      await pause(roll() * 500);
    }
  })();
  return { end: async () => { isOver = true; await work; } };
}

/** In a page: what of the board can be pressed now, where, and what it does. */
function targets() {
  const all = [...document.querySelectorAll('#columns .card :is(.next, .cancel, .seen, .tick, h3 a), #strip button')];
  return all.flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!one.contains(document.elementFromPoint(x, y))) return [];
    return [{ x, y, means: window.meaningOf(one) }];
  });
}

/** A screen whose taps are only written down: what each would have done, and when it came. */
async function watched(garson, shop, { role = 'all', ...options }) {
  const { page, context, faults } = await owner(browser, garson, shop, options);
  await page.addInitScript({ content: `window.targets = ${targets};` });
  await page.addInitScript(() => {
    window.pressable = (one) => one?.closest('#columns .card :is(button, a, summary), #strip :is(button, a)');
    window.meaningOf = (one) => {
      const what = one.getAttribute('formaction') ?? one.getAttribute('href') ?? one.className;
      return `${one.closest('[data-id]')?.dataset.id} ${what} ${one.name ?? ''} ${one.value ?? ''}`.split('.')[0].trim();
    };
    window.taken = [];
    window.tapAt = 0;
    addEventListener('pointerdown', (event) => { window.tapAt = event.timeStamp; }, { capture: true });
    // The board listens within the document: what comes here was not refused. Nothing is done with it, so that the board is
    // moved by others alone.
    addEventListener('DOMContentLoaded', () => document.getElementById('content').addEventListener('click', (event) => {
      const one = window.pressable(event.target);
      if (one) { window.taken.push(window.meaningOf(one)); event.preventDefault(); event.stopImmediatePropagation(); }
    }, { capture: true }));
  });
  await page.goto(`/?role=${role}`);
  await page.locator('#live').waitFor();
  return { page, context, faults, isTouched: Boolean(options.hasTouch) };
}

/** In a page: writes down what lies at a point, with every frame, until the tap there has been seen to. */
function watchPoint([x, y]) {
  const samples = [];
  window.taken = [];
  window.samples = samples;
  const look = () => {
    const one = window.pressable(document.elementFromPoint(x, y));
    const means = one ? window.meaningOf(one) : '';
    if (samples.at(-1)?.[1] !== means) samples.push([performance.now(), means]);
    if (window.samples === samples) requestAnimationFrame(look);
  };
  look();
}

async function tapAway({ page, isTouched }, roll, count) {
  const counts = { right: 0, refused: 0, needless: 0, wrong: [] };
  while (counts.right + counts.refused + counts.wrong.length < count) {
    const seen = await page.evaluate(() => window.targets());
    const target = seen[Math.floor(roll() * seen.length)];
    if (!target) { await pause(50); continue; }
    await page.evaluate(watchPoint, [target.x, target.y]);
    await pause(BEFORE + roll() * 600);
    if (isTouched) await page.touchscreen.tap(target.x, target.y); else await page.mouse.click(target.x, target.y);
    const [tapAt, taken, samples] = await page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve([window.tapAt, window.taken, window.samples])));
    }));
    const [began, means] = samples.findLast(([at]) => at <= tapAt) ?? [tapAt, ''];
    const lain = tapAt - began;
    if (taken.length === 0 && means === '') continue;
    if (taken.length === 0) {
      counts.refused += 1;
      if (lain > AIMED && samples.at(-1)[1] === means) counts.needless += 1;
    } else if (taken.length === 1 && taken[0] === means && lain >= SLIPPED) counts.right += 1;
    else counts.wrong.push(`${taken.join(', ')} where ${means} had lain for ${Math.round(lain)} ms`);
    // A finger that is always there is shown nothing new: it rests now and then.
    await pause(roll() * (isTouched ? 3_500 : 250));
  }
  return counts;
}

test('a tap does what was looked at, or nothing, whatever comes and goes meanwhile', { timeout: 3_600_000 }, async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const screens = await Promise.all(SCREENS.map((options) => watched(garson, shop, options)));
  const bustling = await bustle(garson, shop, dice(SEED));
  const share = (at) => (SCREENS[at].hasTouch ? 0.2 : 0.8 / 3) * TAPS;
  const all = await Promise.all(screens.map((one, at) => tapAway(one, dice(SEED + 1 + at), share(at))));
  await bustling.end();
  all.forEach(({ right, refused, needless, wrong }, at) => {
    t.diagnostic(`${JSON.stringify(SCREENS[at])}: ${right} right, ${refused} refused (${needless} needlessly), ${wrong.length} wrong`);
  });
  assert.deepEqual(all.flatMap(({ wrong }) => wrong), []);
  // A board that takes nothing is no answer.
  const sum = (name) => all.reduce((so, one) => so + one[name], 0);
  assert.ok(sum('right') > TAPS / 4, `${sum('right')} of ${TAPS} taken`);
  assert.ok(sum('needless') <= TAPS / 20, `${sum('needless')} of ${TAPS} refused though nothing had moved`);
  assert.deepEqual(screens.flatMap(({ faults }) => faults), []);
});
