// Screens with a role: what is cooked in tiles, what is complete at the pass, what is handed over at the counter. Nothing of
// it is cut, each hears what concerns it, and all of it goes by keys.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, isOfThePage, openShop, owner, press, screen, startBrowser, startGarson, until } from './house.mjs';

const TABLET = { viewport: { width: 1180, height: 820 } };

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const dish = (name, more = {}) => ({ name, quantity: 1, total: 100, ...more });
const basket = (items, more = {}) => ({ items, amount: { total: 100 * items.length }, ...more });
const many = (count) => Array.from({ length: count }, (_, at) => dish(`Yemek ${at + 1}`, {
  options: [{ name: 'Soğan', kind: 'remove' }, { name: 'Ekstra kaşar', kind: 'add' }],
}));

async function house(t) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const faults = [];
  /** Somebody at a screen in this role. */
  const at = async (role, more = TABLET) => {
    const one = await owner(browser, garson, shop, more);
    faults.push(one.faults);
    const page = await screen(one, `/?role=${role}`);
    await page.locator('#wake button').click();
    return page;
  };
  const accept = (id) => call(garson, shop.key, 'POST', `/orders/verify/${id}`, {});
  return { garson, shop, at, accept, faults: () => faults.flat() };
}

const strokes = async (page, hz) => (await page.evaluate(() => window.tones)).filter((tone) => tone.hz === hz).length;
const inTiles = (id) => `.preparing > .cards > #order-${id}`;

/** In a page: lines of a ticket that do not lie within what is shown of it. */
const cut = (id) => {
  const flow = document.querySelector(`#order-${id} .flow`);
  const all = flow.getBoundingClientRect();
  return [...flow.querySelectorAll('.dish, .out, .note')].filter((line) => {
    const box = line.getBoundingClientRect();
    return box.left < all.left - 1 || box.right > all.right + 1 || box.top < all.top - 1 || box.bottom > all.bottom + 1;
  }).length;
};

test('an order goes from the strip to the cooks, to the pass and over the counter, and each hears what is theirs', async (t) => {
  const { shop, at, faults } = await house(t);
  const [kitchen, pass, counter] = [await at('kitchen'), await at('pass'), await at('counter')];
  const id = await shop.push('1', basket([dish('Adana'), dish('Ayran')], { code: 'W1', customer: { name: 'Sıla Çağlar' }, note: 'Sos olmasın' }));
  await kitchen.locator(`.new #order-${id}.slip`).waitFor();
  await counter.locator(`#new #order-${id}`).waitFor();
  assert.equal(await pass.locator(`#order-${id}`).count(), 0);
  await press(kitchen, id);
  await kitchen.locator(`${inTiles(id)}.docket .note`, { hasText: 'Sos olmasın' }).waitFor();
  await pass.locator(inTiles(id), { hasText: '0/2' }).waitFor();
  // One press for each dish, at the stove.
  for (const place of ['0', '1']) {
    const tick = kitchen.locator(`${inTiles(id)} .tick[name="done"][value^="${place}."]`);
    await until('it is struck off', () => tick.click({ timeout: 2_000 }).catch(() => {}), async () => await tick.count() === 0);
  }
  await kitchen.locator(`#ready #order-${id}`).waitFor({ state: 'attached' });
  await pass.locator(`${inTiles(id)} .progress.all`).waitFor();
  await counter.locator(`#ready #order-${id}`).waitFor();
  for (const page of [pass, counter]) await eventually('it is heard', async () => await strokes(page, 1109) > 0);
  assert.equal(await strokes(kitchen, 1109), 0);
  // A slip of the hand: it is on the line below the tiles, and comes back.
  await until('the line opens', () => kitchen.locator('#ready > summary').click(), () => kitchen.evaluate(() => document.getElementById('ready').open));
  await press(kitchen, id, (button) => button.click(), '.acts .tick');
  await kitchen.locator(inTiles(id)).waitFor();
  await press(kitchen, id);
  await press(pass, id);
  await counter.locator(`#on-the-way #order-${id}`).waitFor();
  await kitchen.locator('#on-the-way .count', { hasText: '1' }).waitFor();
  assert.equal(await pass.locator(inTiles(id)).count(), 0);
  // Who ordered it and what it comes to is at the counter alone.
  assert.match(await counter.content(), /Sıla Çağlar/);
  for (const page of [kitchen, pass]) assert.doesNotMatch(await page.content(), /Çağlar|₺/);
  assert.deepEqual(faults(), []);
});

test('a long ticket goes on in the next tiles, whole rows fill the screen, and no line is cut', async (t) => {
  const { shop, at, accept, faults } = await house(t);
  const due = (minutes) => ({ promisedAt: new Date(Date.now() + minutes * 60_000).toISOString() });
  const short = await shop.push('short', basket([dish('Adana')], due(10)));
  const long = await shop.push('long', basket(many(14), { note: 'Fıstık alerjisi var', ...due(20) }));
  const last = await shop.push('last', basket(many(2), due(30)));
  for (const id of [last, long, short]) await accept(id);
  for (const viewport of [TABLET.viewport, { width: 1366, height: 768 }, { width: 1920, height: 1080 }]) {
    const page = await at('kitchen', { viewport });
    await page.locator(inTiles(last)).waitFor();
    for (const id of [short, long, last]) await eventually('nothing is cut', async () => await page.evaluate(cut, id) === 0);
    const boxes = await page.evaluate((ids) => ids.map((id) => {
      const { left, top, right, bottom } = document.getElementById(`order-${id}`).getBoundingClientRect();
      return { left, top, right, bottom };
    }), [short, long, last]);
    const [one, other] = boxes;
    assert.ok(other.right - other.left > 1.5 * (one.right - one.left) || other.bottom - other.top > 1.5 * (one.bottom - one.top), JSON.stringify(boxes));
    assert.ok(other.left > one.left || other.top > one.top, 'the most urgent is read first');
    // Rows end where the screen does: none is seen by half.
    const rests = await page.evaluate(() => {
      const place = document.querySelector('.preparing > .cards');
      const row = parseFloat(getComputedStyle(place).gridAutoRows) + 10;
      return ((place.clientHeight + 10) % row) / row;
    });
    assert.ok(rests < 0.15 || rests > 0.95, `${rests} of a row`);
  }
  // What is said on a ticket takes room of its own.
  const page = await at('kitchen');
  await page.locator(inTiles(last)).waitFor();
  await page.route('**/orders/*/dishes', (route) => route.abort());
  await press(page, last, (button) => button.click(), '.dish .tick');
  await page.locator(`${inTiles(last)} .notice`).waitFor();
  await eventually('nothing is cut', async () => await page.evaluate(cut, last) === 0);
  assert.deepEqual(faults().filter(isOfThePage), []);
});

test('arrows go over the tiles as the eye does, and keys strike, ready and hand over', async (t) => {
  const { shop, at, accept, faults } = await house(t);
  const ids = [];
  for (let number = 0; number < 9; number += 1) {
    const promisedAt = new Date(Date.now() + (10 + number) * 60_000).toISOString();
    ids.push(await shop.push(`${number}`, basket([dish('Adana')], { promisedAt })));
  }
  for (const id of ids) await accept(id);
  const page = await at('kitchen');
  await page.locator(inTiles(ids[8])).waitFor();
  const focused = () => page.evaluate(() => document.activeElement.dataset.id);
  const key = async (name) => { await page.keyboard.press(name); return focused(); };
  assert.equal(await key('ArrowRight'), ids[0]);
  assert.equal(await key('ArrowRight'), ids[1]);
  const inRow = await page.evaluate(() => getComputedStyle(document.querySelector('.preparing > .cards')).gridTemplateColumns.split(' ').length);
  assert.equal(await key('ArrowDown'), ids[1 + inRow]);
  assert.equal(await key('ArrowUp'), ids[1]);
  assert.equal(await key('ArrowLeft'), ids[0]);
  // A digit finds a tile, and once more moves it on.
  assert.equal(await key('3'), ids[2]);
  await page.keyboard.press('3');
  await page.locator(`#ready #order-${ids[2]}`).waitFor({ state: 'attached' });
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.locator(`#ready #order-${ids[0]}`).waitFor({ state: 'attached' });
  const pass = await at('pass');
  await pass.locator(`${inTiles(ids[0])} .progress.all`).waitFor();
  await pass.keyboard.press('1');
  await pass.keyboard.press('Enter');
  await pass.locator(inTiles(ids[0])).waitFor({ state: 'detached' });
  assert.deepEqual(faults(), []);
});

test('the role is chosen on the board and stays on the device', async (t) => {
  const { shop, at, faults } = await house(t);
  await shop.push('1');
  const page = await at('all');
  await page.locator('.roles summary').click();
  await page.locator('.roles a', { hasText: 'Paketleme' }).click();
  await page.locator('#board.role-pass').waitFor();
  await page.goto('/orders');
  await page.goto('/');
  await page.locator('#board.role-pass').waitFor();
  assert.equal(await page.locator('.card').count(), 0, 'what nobody cooks is not at the pass');
  await page.locator('.roles summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('.roles a', { hasText: 'Kasa' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#board.role-counter .column.new .card').waitFor();
  assert.deepEqual(faults(), []);
});
