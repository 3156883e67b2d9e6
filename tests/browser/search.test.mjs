// The list of orders follows its search while it is typed, and the page's address with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, openShop, owner, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('the list follows the search while it is typed, and so do the address and the export', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  for (const [number, name] of [['1', 'Zeynep Ş.'], ['2', 'Mehmet Y.'], ['3', 'Zehra K.']]) {
    await shop.push(number, { code: `K${number}`, customer: { name } });
  }
  const { page, context, faults } = await owner(browser, garson, shop);
  await page.goto('/orders');
  await page.evaluate(() => { window.isSame = true; });
  const codes = () => page.locator('#list .to').allTextContents();
  assert.deepEqual(await codes(), ['K3', 'K2', 'K1']);
  await page.locator('input[type=search]').pressSequentially('ze');
  await eventually('only those who fit', async () => (await codes()).join() === 'K3,K1');
  await page.locator('input[type=search]').pressSequentially('yn');
  await eventually('only one', async () => (await codes()).join() === 'K1');
  assert.equal(new URL(page.url()).searchParams.get('q'), 'zeyn');
  assert.match(await page.locator('#beside a').getAttribute('href'), /q=zeyn/);
  assert.ok(await page.locator('input[type=search]').evaluate((field) => field === document.activeElement));
  assert.ok(await page.evaluate(() => window.isSame));

  // What cannot be shown is told in words.
  await page.fill('input[name=from]', '2026-02-02');
  await page.fill('input[name=to]', '2026-02-01');
  await page.locator('#list .banner.bad').waitFor();
  // Whoever is signed out meanwhile comes to the door, and from there back to what was asked for.
  await context.clearCookies();
  await page.fill('input[type=search]', 'mehmet');
  await page.waitForURL(/\/login/);
  assert.match(new URL(page.url()).searchParams.get('next'), /q=mehmet/);
  assert.deepEqual(faults, []);
});
