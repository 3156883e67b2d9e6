// API keys by hand: make, copy, name, make primary, revoke.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, pasted, startBrowser, startGarson, startReceiver } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const statusWith = async (garson, key) => {
  const answer = await fetch(`${garson.url}/web-api/v1/restaurants`, { headers: { Authorization: `Bearer ${key}` } });
  return answer.status;
};

test('a key is made, copied, used, named, made primary and revoked', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const till = await startReceiver();
  t.after(till.stop);
  const shop = await openShop(garson);
  await call(garson, shop.key, 'POST', '/webhooks', { url: till.url });
  const { page, faults } = await owner(browser, garson, shop, { permissions: ['clipboard-read', 'clipboard-write'] });

  await page.goto('/keys');
  await page.fill('input[name=name]', 'Kasa 1');
  await page.click('form[action="/keys"] button.primary');
  await page.waitForSelector('#key');
  const key = (await page.textContent('#key')).trim();
  const copy = page.locator('button.copy');
  const label = await copy.textContent();
  await copy.click();
  await eventually('the button says that it has copied', async () => await copy.textContent() !== label);
  assert.equal(await pasted(page), key);
  assert.equal(await statusWith(garson, key), 200);

  // Never again: not on the list, not on its own page, and not by going back.
  const row = page.locator('.key', { hasText: 'Kasa 1' });
  await page.click('a.primary[href="/keys"]');
  assert.match(await row.textContent(), new RegExp(`${key.slice(0, 8)}`));
  assert.ok(!(await page.content()).includes(key));
  await row.locator('h2 a').click();
  await page.waitForURL(/\/keys\/./);
  assert.ok(!(await page.content()).includes(key));

  await page.fill('input[name=name]', 'Kasa, giriş katı');
  await page.click('form[action$="/change"] button');
  await page.locator('.banner.good').waitFor();
  const renamed = page.locator('.key', { hasText: 'Kasa, giriş katı' });
  assert.doesNotMatch(await renamed.textContent(), /Hiç/, 'it was used just now');

  // From now on webhooks carry the new one.
  await renamed.locator('h2 a').click();
  await page.click('form[action$="/primary"] button');
  await page.locator('.banner.good').waitFor();
  assert.equal(await page.locator('.key .badge.good').count(), 1);
  assert.equal(await renamed.locator('.badge.good').count(), 1);
  await shop.push('1');
  await eventually('an event', () => till.heard.length === 1);
  assert.equal(till.heard[0].headers.authorization, `Bearer ${key}`);

  // The primary one cannot be revoked, the old one can, and is refused at once.
  await renamed.locator('h2 a').click();
  await page.waitForURL(/\/keys\/./);
  assert.equal(await page.locator('a[href$="/revoke"]').count(), 0);
  await page.goto('/keys');
  await page.locator('.key').filter({ hasNotText: 'Kasa, giriş katı' }).locator('h2 a').click();
  await page.click('a[href$="/revoke"]');
  await page.click('button.danger');
  await page.locator('.banner.good').waitFor();
  assert.equal(await page.locator('.key').count(), 1);
  assert.equal(await statusWith(garson, shop.key), 401);
  assert.equal(await statusWith(garson, key), 200);
  assert.deepEqual(faults, []);
});

test('the copy button works on the network of the restaurant too, where there is no https', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page, faults } = await owner(browser, garson, shop, { permissions: ['clipboard-read', 'clipboard-write'] });
  // What a page over plain http is given.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
  });
  await page.goto(`/restaurants/${shop.restaurant}`);
  const copy = page.locator('button.copy');
  const label = await copy.textContent();
  await copy.click();
  await eventually('the button says that it has copied', async () => await copy.textContent() !== label);
  assert.equal(await pasted(page), shop.restaurant);
  assert.deepEqual(faults, []);
});

test('a key without a name is refused with a sentence', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson, { lang: 'en' });
  const { page, faults } = await owner(browser, garson, shop);
  await page.goto('/keys');
  await page.fill('input[name=name]', '   ');
  await page.click('form[action="/keys"] button.primary');
  await page.locator('.error[role=alert]').waitFor();
  assert.match(await page.textContent('.error[role=alert]'), /\w+ .*\.$/);
  assert.equal(await page.locator('.key').count(), 1);
  assert.deepEqual(faults, []);
});
