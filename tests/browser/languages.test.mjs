// Turkish and English: switching keeps the place, and every page speaks the language that was chosen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, openShop, owner, person, signIn, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const langOf = (page) => page.getAttribute('html', 'lang');
const placeOf = (page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function switchLanguage(page, wanted) {
  await page.click('form[action="/language"] button.quiet');
  await page.locator(`html[lang=${wanted}]`).waitFor();
}

test('switching the language stays on the page', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const id = await shop.push('1', { code: '1001' });
  const { id: webhook } = await call(garson, shop.key, 'POST', '/webhooks', { url: 'https://till.example/hook' });
  const { page, faults } = await owner(browser, garson, shop);
  const places = [
    '/', `/orders/${id}/cancel?back=/orders`, '/orders?status=400&provider=open', '/reports',
    `/restaurants/${shop.restaurant}/integrations/getir`, `/webhooks/${webhook}`, '/settings',
  ];
  for (const place of places) {
    await page.goto(place);
    assert.equal(await langOf(page), 'tr', place);
    const turkish = await page.textContent('main');
    await switchLanguage(page, 'en');
    assert.equal(placeOf(page), place);
    assert.notEqual(await page.textContent('main'), turkish, place);
    await switchLanguage(page, 'tr');
    assert.equal(placeOf(page), place);
  }
  assert.deepEqual(faults, []);
});

test('the chosen language holds for refusals, on another device, and after signing out', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const here = await owner(browser, garson, shop);
  await here.page.goto('/');
  await switchLanguage(here.page, 'en');
  await here.page.goto('/nowhere?at=all');
  assert.equal(await langOf(here.page), 'en');
  await switchLanguage(here.page, 'tr');
  assert.equal(placeOf(here.page), '/nowhere?at=all');
  await switchLanguage(here.page, 'en');
  await here.page.goto('/');
  await here.page.click('form[action="/logout"] button');
  await here.page.waitForURL('**/login');
  assert.equal(await langOf(here.page), 'en');

  const there = await person(browser, garson, { lang: 'tr-TR' });
  await signIn(there.page, 'Ayşe', 'iyi bir parola');
  assert.equal(await langOf(there.page), 'en');
  await there.page.goto('/nowhere');
  assert.equal(await langOf(there.page), 'en');
  assert.deepEqual([...here.faults, ...there.faults], []);
});

test('a stranger can choose too, and still gets to where they wanted', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const stranger = await person(browser, garson, { lang: 'de-DE' });
  await stranger.page.goto('/');
  assert.deepEqual([await langOf(stranger.page), placeOf(stranger.page)], ['en', '/setup']);
  await switchLanguage(stranger.page, 'tr');
  assert.equal(placeOf(stranger.page), '/setup');

  await openShop(garson);
  await stranger.page.goto('/orders?status=400');
  assert.equal(new URL(stranger.page.url()).pathname, '/login');
  await switchLanguage(stranger.page, 'en');
  await stranger.page.fill('input[name=name]', 'Ayşe');
  await stranger.page.fill('input[name=password]', 'iyi bir parola');
  await stranger.page.click('button.primary');
  await stranger.page.waitForURL('**/orders?status=400');
  assert.deepEqual(stranger.faults, []);
});
