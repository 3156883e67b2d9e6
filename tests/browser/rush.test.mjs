// The board at a rush, on every kind of screen: what is urgent is first and can be reached, nothing covers it, and nothing
// slips out of its card.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LONG } from './fare.mjs';
import { call, eventually, freeze, openShop, owner, press, startBrowser, startGarson, until } from './house.mjs';

const SCREENS = [[390, 844], [820, 1180], [1180, 820], [1280, 900], [1920, 1080]];
/** How many orders there are of each: new, in the kitchen, on the way, for later. */
const LOADS = { 0: [0, 0, 0, 0], 3: [2, 1, 0, 0], 20: [9, 6, 3, 2], 60: [30, 18, 6, 6] };
const NAMES = ['Al', 'Ayşe Yılmaz', 'Muhammed Emin Karaosmanoğlu', 'Zeynep Nur Çağlayangil Şahinoğulları', LONG];
const DISHES = ['Ayran', 'Adana Kebap', 'Mercimek Çorbası', 'Karışık Pizza Büyük Boy', 'İskender (1,5 porsiyon)', 'Tavuk Dürüm Menü'];
const MINUTE = 60_000;
const LONG_RUN = process.env.LONG === '1';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const soon = (minutes) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** No two of them alike: one dish to five, with and without options, notes and deadlines. */
function anOrder(at, load) {
  const items = Array.from({ length: 1 + ((at * 7) % 5) }, (_, dish) => ({
    name: at % 19 === 18 ? LONG : DISHES[(at * 3 + dish) % DISHES.length], quantity: 1 + ((at + dish) % 3), total: 100,
    options: dish % 2 ? [] : [{ group: 'Çıkarılacak', name: 'Soğan', kind: 'remove' }, { name: 'Acılı sos' }],
  }));
  return {
    code: `R${at}`, items, amount: { total: 100 * items.length }, customer: { name: NAMES[at % NAMES.length] },
    // The later it came, the sooner it has to be answered: by the hour of arrival they would lie the wrong way round.
    ...(at % 3 === 0 ? { acceptBy: soon(90 - at) } : {}),
    ...(at % 4 === 1 ? { promisedAt: soon(at - 10) } : {}),
    ...(at % 6 === 0 ? { note: 'Zili çalmayın, bebek uyuyor. Kapıya bırakın lütfen.' } : {}),
    ...(load === 'later' ? { isScheduled: true, scheduledAt: soon(600 + at) } : {}),
  };
}

async function fill(garson, shop, [fresh, preparing, onTheWay, later]) {
  const verify = (id) => call(garson, shop.key, 'POST', `/orders/verify/${id}`, {});
  let at = 0;
  const some = async (count, load, then) => {
    for (let done = 0; done < count; done += 1) {
      at += 1;
      const id = await shop.push(`R-${at}`, anOrder(at, load));
      await then?.(id);
    }
  };
  await some(onTheWay, 'way', async (id) => {
    await verify(id);
    await call(garson, shop.key, 'POST', `/orders/change-status/${id}`, { from: 500 });
  });
  await some(preparing, 'kitchen', verify);
  await some(later, 'later', verify);
  await some(fresh, 'new');
}

/** What the page is like where it is now. */
const look = (page) => page.evaluate(() => {
  const cards = (column) => [...document.querySelectorAll(`#${column} .card`)];
  const boxes = (list) => list.map((one) => one.getBoundingClientRect());
  const inside = (outer, inner) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const shown = [...document.querySelectorAll('section.column .card')];
  return {
    isWide: document.documentElement.scrollWidth > innerWidth,
    // Of the page, which is one wherever each column scrolls by itself.
    screens: document.documentElement.scrollHeight / innerHeight,
    // Where the last of the buttons that accept ends, in heights of what scrolls, from its top.
    accepts: Math.max(0, ...[...document.querySelectorAll('#new .next')].map((button) => {
      const scroller = [button.closest('.cards')].find((one) => getComputedStyle(one).overflowY === 'auto');
      const { bottom } = button.getBoundingClientRect();
      return scroller
        ? (bottom - scroller.getBoundingClientRect().top + scroller.scrollTop) / scroller.clientHeight
        : (bottom + scrollY) / innerHeight;
    })),
    // How many of those that are cooked are in sight as a whole, and how many of them there are.
    cooked: cards('preparing').filter((card) => {
      const [box, frame] = boxes([card, card.parentElement]);
      return box.top >= Math.max(0, frame.top) - 1 && box.bottom <= Math.min(innerHeight, frame.bottom) + 1;
    }).length,
    // What must be read and is cut off.
    cut: [...document.querySelectorAll('#columns :is(.out, .no, .note, .quantity, .how, .pay .badge)')].filter((one) => {
      if (!one.checkVisibility() || getComputedStyle(one).textOverflow === 'ellipsis') return one.checkVisibility();
      const [card, box] = boxes([one.closest('.card'), one]);
      return box.right > card.right + 1 || box.left < card.left - 1 || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
    }).map((one) => one.textContent),
    sizes: Object.fromEntries(['.dish', '.out', '.note', '.badge'].map((which) => [which, Math.min(...[...document.querySelectorAll(`section.column .card ${which}`)].filter((one) => one.checkVisibility()).map((one) => parseFloat(getComputedStyle(one).fontSize)))])),
    isSorted: ['new', 'preparing', 'on-the-way'].every((column) => {
      const sorts = cards(column).map((card) => Number(card.dataset.sort));
      return sorts.every((sort, before) => before === 0 || sorts[before - 1] <= sort);
    }),
    // The first of a column is in the first row of it.
    isFirstOnTop: ['new', 'preparing', 'on-the-way'].every((column) => {
      const tops = boxes(cards(column)).map((box) => box.top);
      return tops.length === 0 || tops[0] <= Math.min(...tops) + 1;
    }),
    slipped: shown.filter((card) => {
      const box = card.getBoundingClientRect();
      const parts = [...card.querySelectorAll('.acts > *, header, .dishes, .due')].filter((part) => part.checkVisibility());
      return !parts.every((part) => inside(box, part.getBoundingClientRect()));
    }).map((card) => card.dataset.name),
    overlapping: shown.filter((card, at) => {
      const box = card.getBoundingClientRect();
      return shown.slice(at + 1).some((other) => {
        const its = other.getBoundingClientRect();
        return its.left < box.right - 1 && its.right > box.left + 1 && its.top < box.bottom - 1 && its.bottom > box.top + 1;
      });
    }).map((card) => card.dataset.name),
    counts: Object.fromEntries([...document.querySelectorAll('.column')].map((one) => [one.id, one.querySelector('.count').textContent])),
    later: document.querySelector('#later').hidden ? '' : document.querySelector('#later summary').textContent.replace(/\s+/g, ' ').trim(),
    laterHeight: document.querySelector('#later').getBoundingClientRect().height,
  };
});

/** Whoever scrolls to a button can press it: nothing lies over it. */
async function coveredOf(page, selector) {
  return page.evaluate((wanted) => [...document.querySelectorAll(wanted)].filter((button) => {
    button.scrollIntoView({ block: 'nearest' });
    const box = button.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there !== button && !button.contains(there);
  }).map((button) => button.closest('.card').dataset.name), selector);
}

/** Her own language counts for more than her browser's. */
async function speak(page, lang) {
  await page.goto('/');
  if (await page.getAttribute('html', 'lang') !== lang) await page.click('form[action="/language"] button');
  await page.locator(`html[lang=${lang}]`).waitFor({ state: 'attached' });
}

/**
 * In which language and light a load is looked at on each screen: in both of each, and over all loads every screen is seen
 * in every one of them. `LONG` looks in all of them everywhere.
 */
function views(load) {
  const every = ['tr', 'en'].flatMap((lang) => ['light', 'dark'].map((colorScheme) => ({ lang, colorScheme })));
  const all = SCREENS.flatMap((size, at) => (LONG_RUN ? every : [every[(at + load) % every.length]]).map((view) => ({ ...view, size })));
  return ['tr', 'en'].map((lang) => [lang, all.filter((view) => view.lang === lang)]);
}

Object.entries(LOADS).forEach(([count, load], number) => test(`with ${count} open orders, in both languages, light and dark`, async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  await fill(garson, shop, load);
  for (const [lang, seen] of views(number)) {
    const { context, page, faults } = await owner(browser, garson, shop, { lang });
    await speak(page, lang);
    for (const { size: [width, height], colorScheme } of seen) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await page.locator('#live').waitFor();
      // Past the offer to switch sound on, as whoever works there is.
      await page.locator('#wake button').click();
      await page.locator('#wake').waitFor({ state: 'hidden' });
      t.diagnostic(await assertFit(page, `${count} orders at ${width}×${height}, ${lang}, ${colorScheme}`, load, width));
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
}));

/** All that is wanted of a board at a rush; how long it is, in words. */
async function assertFit(page, where, [fresh, preparing, onTheWay, later], width) {
  const seen = await look(page);
  assert.equal(seen.isWide, false, `${where} is wider than the screen`);
  assert.ok(seen.isSorted && seen.isFirstOnTop, `${where}: what is urgent is not first`);
  assert.deepEqual([seen.slipped, seen.overlapping], [[], []], where);
  assert.deepEqual(await coveredOf(page, '#new .next'), [], `${where}: covered`);
  assert.deepEqual(seen.counts, { later: `${later}`, new: `${fresh}`, preparing: `${preparing}`, 'on-the-way': `${onTheWay}` });
  if (later) assert.match(seen.later, /^(İleri tarihli \d ilk|For later \d first at) \d\d/, where);
  assert.ok(seen.laterHeight < 80, `${where}: what is for later takes ${seen.laterHeight} px`);
  // The page itself scrolls on a telephone alone.
  if (width > 700) assert.equal(seen.screens, 1, `${where}: the page scrolls`);
  assert.deepEqual(seen.cut, [], `${where}: cut off`);
  const least = width >= 1920 ? 24 : 18;
  ['.dish', '.out', '.note'].forEach((which) => assert.ok(seen.sizes[which] >= least, `${where}: ${which} is ${seen.sizes[which]} px`));
  assert.ok(seen.sizes['.badge'] >= 14, `${where}: a badge is ${seen.sizes['.badge']} px`);
  // Three scrolls reach every new order on a large screen, with nothing cut and dishes that are read from afar.
  if (width === 1920) assert.ok(seen.accepts <= 4.2, `${where}: accepting ends at ${seen.accepts} screens`);
  return `${where}: ${seen.screens.toFixed(1)} screens, accepts end at ${seen.accepts.toFixed(2)}, ${seen.cooked} of ${preparing} that are cooked in sight`;
}

test('what is for later opens on demand, and chips lead to every column', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  await fill(garson, shop, [6, 4, 2, 3]);
  const { page, faults } = await owner(browser, garson, shop, { phone: true });
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.locator('#wake button').click();
  assert.equal(await page.locator('#later .card').first().isVisible(), false);
  await page.click('.jumps a[href="#later"]');
  assert.equal(await page.locator('#later .card').first().isVisible(), true);
  for (const column of ['preparing', 'on-the-way', 'new']) {
    await page.click(`.jumps a[href="#${column}"]`);
    await eventually(`${column} is in sight`, () => page.evaluate((id) => {
      const top = document.getElementById(id).getBoundingClientRect().top;
      return top >= 0 && top < innerHeight / 2;
    }, column));
  }
  assert.deepEqual(faults, []);
});

test('how cards look is chosen by itself, or by hand on each screen', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  await fill(garson, shop, [2, 1, 0, 0]);
  const { page, faults } = await owner(browser, garson, shop);
  const isCompact = () => page.evaluate(() => document.getElementById('board').classList.contains('compact'));
  await page.goto('/');
  await page.locator('#live').waitFor();
  assert.equal(await isCompact(), false);
  await page.click('#device');
  await page.locator('.density label', { hasText: 'Kompakt' }).click();
  await page.keyboard.press('Escape');
  assert.equal(await isCompact(), true);
  // How platforms fare is two presses away, and goes with one.
  // What has just moved is not pressed: the hand comes once more.
  const sheet = () => until('the sheet of this screen opens', () => page.click('#device'), () => page.locator('#device-sheet[open]').isVisible());
  await sheet();
  await page.click('#faring-open');
  await page.locator('#faring li', { hasText: 'Sipariş alıyor' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#faring').waitFor({ state: 'detached' });
  // Letters become larger, and stay so on this screen.
  const letters = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('.card .dish')).fontSize));
  const usual = await letters();
  await sheet();
  await page.locator('.density label', { hasText: 'Çok büyük' }).click();
  await page.keyboard.press('Escape');
  assert.ok(await letters() > 1.3 * usual, `${await letters()} beside ${usual}`);
  await page.reload();
  await page.locator('#live').waitFor();
  assert.equal(await isCompact(), true);
  assert.deepEqual(faults, []);
});

test('a step can be taken back on another screen while it is held, and is sent after that', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson, { undo: 5 });
  const { page, faults, context } = await owner(browser, garson, shop);
  const id = await shop.push('1');
  const status = async () => (await call(garson, shop.key, 'GET', `/orders/${id}`)).status;
  await page.goto('/');
  // An answer to the platform waits for nothing.
  await press(page, id);
  await page.locator(`#preparing #order-${id} .next`).waitFor();
  const other = await context.newPage();
  await other.goto('/');
  await press(page, id);
  const undo = (on) => on.locator(`#order-${id} .undo`);
  await Promise.all([undo(page).waitFor(), undo(other).waitFor()]);
  assert.match(await other.textContent(`#order-${id} .holding`), /gönderilmesine \d:\d\d/);
  assert.equal(await other.locator(`#order-${id} .next`).count(), 0);
  await press(other, id, (button) => button.click(), '.undo');
  await page.locator(`#preparing #order-${id} .next`).waitFor();
  assert.equal(await status(), 500);
  await press(page, id);
  await page.locator(`#on-the-way #order-${id}`).waitFor();
  // It was told once, and the history has nothing of what was taken back.
  const { history } = await call(garson, shop.key, 'GET', `/orders/${id}`);
  assert.deepEqual(history.map((step) => step.status), [400, 500, 600]);
  assert.deepEqual(faults, []);
});

test('numbers pick cards and move them on, recall shows what went, and keys can be changed', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const [first, second] = [await shop.push('1', { acceptBy: soon(3) }), await shop.push('2')];
  const { page, faults } = await owner(browser, garson, shop);
  const statusOf = async (id) => (await call(garson, shop.key, 'GET', `/orders/${id}`)).status;
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.keyboard.press('2');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), second);
  assert.equal(await statusOf(second), 400);
  await press(page, second, () => page.keyboard.press('2'));
  await page.locator(`#preparing #order-${second}`).waitFor();
  assert.deepEqual([await statusOf(first), await statusOf(second)], [400, 500]);
  // Bumped once too often: it is gone, and found again.
  for (const from of [500, 600]) await call(garson, shop.key, 'POST', `/orders/change-status/${second}`, { from });
  await page.locator(`#order-${second}`).waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  const recalled = page.locator(`#recalled [data-id="${second}"]`);
  await recalled.waitFor();
  assert.match(await recalled.textContent(), /Teslim edildi/);
  await page.keyboard.press('Escape');
  await page.locator('#recalled').waitFor({ state: 'detached' });
  // A bump bar sends what it sends: the key for the next step becomes another.
  await page.keyboard.press('?');
  await page.click('[data-act=press]');
  await page.keyboard.press('b');
  assert.equal(await page.textContent('[data-act=press]'), 'B');
  await page.click('#help form button');
  await page.keyboard.press('1');
  await press(page, first, () => page.keyboard.press('b'));
  await page.locator(`#preparing #order-${first}`).waitFor();
  await page.reload();
  await page.keyboard.press('?');
  assert.equal(await page.textContent('[data-act=press]'), 'B');
  await page.click('#keys-reset');
  assert.equal(await page.textContent('[data-act=press]'), 'Enter');
  assert.deepEqual(faults, []);
});

test('a press that could not be sent says so on its card and is offered again', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const id = await shop.push('1');
  const { page } = await owner(browser, garson, shop);
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.route('**/verify', (route) => route.abort());
  await press(page, id);
  await page.locator(`#order-${id} .notice`, { hasText: 'Gönderilemedi' }).waitFor();
  await page.unroute('**/verify');
  await press(page, id);
  await page.locator(`#preparing #order-${id}`).waitFor();
});

test('an order rings on every page, and the menu says how many wait', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page, faults } = await owner(browser, garson, shop);
  await page.addInitScript(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function play(...when) { window.tones += 1; return start.apply(this, when); };
  });
  await page.goto('/reports');
  await page.click('h1');
  const id = await shop.push('1');
  await page.locator('.nav .count', { hasText: '1' }).waitFor({ state: 'attached' });
  assert.match(await page.title(), /^\(1\) /);
  await eventually('the bell', () => page.evaluate(() => window.tones > 0));
  await call(garson, shop.key, 'POST', `/orders/verify/${id}`, {});
  await page.locator('.nav .count').waitFor({ state: 'detached' });
  assert.doesNotMatch(await page.title(), /^\(/);
  assert.deepEqual(faults, []);
});

test('a page that was refused the bell while the program was starting gets it in a moment', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page } = await owner(browser, garson, shop);
  let asked = 0;
  await page.route('**/bell', (route) => (asked++ ? route.continue() : route.fulfill({ status: 503 })));
  await page.clock.install();
  await page.goto('/reports');
  await until('the bell is asked for again', () => page.clock.runFor(5_000), () => asked > 1);
  await shop.push('1');
  await page.locator('.nav .count', { hasText: '1' }).waitFor({ state: 'attached' });
  assert.equal(asked, 2);
});
