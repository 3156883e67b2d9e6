// The bell of the board on two screens, and how each is switched on and off.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, openShop, owner, press, screen, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

// When one tone was played. The bell has its lowest once, the other sound twice.
const strokes = async (page, hz) => {
  const tones = await page.evaluate(() => window.tones);
  return tones.filter((tone) => tone.hz === hz).map(({ at }) => at);
};
const bells = async (page) => (await strokes(page, 659)).length;
const sighs = async (page) => (await strokes(page, 466)).length / 2;
const both = (pages, ask) => Promise.all(pages.map(ask));
// Long enough for a round of the bell, and too short for a screen to think that it has lost the line.
const sixSeconds = (pages) => both(pages, (page) => page.clock.runFor(6_000));

async function twoScreens(t) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const people = [await owner(browser, garson, shop), await owner(browser, garson, shop)];
  const pages = [await screen(people[0]), await screen(people[1])];
  const faults = () => people.flatMap((one) => one.faults);
  return { shop, pages, faults };
}

test('an order rings on every screen until somebody answers it on any of them', async (t) => {
  const { shop, pages, faults } = await twoScreens(t);
  const [kitchen, counter] = pages;

  // The browser keeps an untouched page silent. The board says so, and one press is enough.
  const id = await shop.push('1');
  await both(pages, (page) => page.locator(`#new #order-${id}`).waitFor());
  await sixSeconds(pages);
  assert.deepEqual(await both(pages, bells), [0, 0]);
  for (const page of pages) {
    assert.match(await page.title(), /^\(1\) /);
    await page.locator('#wake button').click();
    await eventually('the bell', async () => await bells(page) > 0);
    await page.locator('#wake').waitFor({ state: 'hidden' });
  }

  const before = await both(pages, bells);
  await sixSeconds(pages);
  const rung = await both(pages, bells);
  assert.ok(rung.every((count, at) => count > before[at]), `${before} and then ${rung}`);
  for (const page of pages) {
    const times = await strokes(page, 659);
    const gaps = times.slice(1).map((at, before) => at - times[before]);
    assert.ok(gaps.every((gap) => gap > 1_500), `the bell rings over itself: ${gaps}`);
  }

  await press(kitchen, id);
  await both(pages, (page) => page.locator(`#preparing #order-${id}`).waitFor());
  const answered = await both(pages, bells);
  await sixSeconds(pages);
  assert.deepEqual(await both(pages, bells), answered);
  assert.doesNotMatch(await counter.title(), /^\(/);
  assert.deepEqual(await both(pages, sighs), [0, 0]);
  assert.deepEqual(faults(), []);
});

test('a cancellation has a sound of its own and is shown until somebody has seen it', async (t) => {
  const { shop, pages, faults } = await twoScreens(t);
  await both(pages, (page) => page.locator('#wake button').click());
  const id = await shop.push('2');
  await both(pages, (page) => eventually('the bell', async () => await bells(page) > 0));
  await shop.cancel('2', { note: 'Vazgeçtim' });
  await both(pages, (page) => page.locator(`#new #order-${id}.dead .alert.stop`).waitFor());
  await both(pages, (page) => eventually('the other sound', async () => await sighs(page) === 1));
  const rung = await both(pages, bells);
  await sixSeconds(pages);
  assert.deepEqual(await both(pages, bells), rung);
  assert.deepEqual(await both(pages, sighs), [1, 1]);

  const [kitchen, counter] = pages;
  assert.equal(await kitchen.locator(`#order-${id} .next`).count(), 0);
  // Once, for all screens.
  await kitchen.locator(`#order-${id} .noted`).click();
  await both(pages, (page) => page.locator('#quiet').waitFor());
  await both(pages, (page) => page.locator('#strip').waitFor({ state: 'hidden' }));
  await counter.reload();
  await counter.locator('#live').waitFor();
  assert.equal(await counter.locator(`#order-${id}`).count(), 0);
  assert.deepEqual(faults(), []);
});

test('whoever switches the sound off has silence on that screen, also tomorrow', async (t) => {
  const { shop, pages, faults } = await twoScreens(t);
  const [kitchen, counter] = pages;
  await both(pages, (page) => page.locator('#wake button').click());
  await counter.locator('#sound').click();
  await counter.locator('#sound.off').waitFor();
  await shop.push('3');
  await eventually('the bell', async () => await bells(kitchen) > 0);
  await counter.locator('.card').waitFor();
  await sixSeconds(pages);
  assert.equal(await bells(counter), 0);
  await counter.reload();
  await counter.locator('#sound.off').click();
  await eventually('the bell', async () => await bells(counter) > 0);
  assert.deepEqual(faults(), []);
});
