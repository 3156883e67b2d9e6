// The manual: the way there from a page of the panel, its search, and all of it without script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, owner, person, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('a page leads to what is said of it, in a tab of its own and in its language', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const { page, context, faults } = await owner(browser, garson, await openShop(garson));
  await page.goto('/backups');
  const [manual] = await Promise.all([context.waitForEvent('page'), page.click('.nav .help')]);
  await manual.waitForURL(/\/help\/tr\/backup$/);
  assert.equal(await manual.textContent('h1'), 'Yedekleme ve geri yükleme');
  assert.equal(new URL(page.url()).pathname, '/backups', 'what was open stays open');

  await manual.goto('/help/tr/backup#restore');
  await manual.click('#other-language');
  await manual.waitForURL(/\/help\/en\/backup#restore$/);
  await manual.click('.turn [rel=next]');
  await manual.waitForURL(/\/help\/en\/upgrade$/);
  assert.deepEqual(faults, []);
});

test('the search finds what stands in the text, not only in titles', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const { page, faults } = await person(browser, garson);
  await page.goto('/help');
  const search = page.getByRole('searchbox');
  for (const [words, expected] of [['KARARMAYAN', /\/kitchen#awake$/], ['unutulan parola', /\/users#password$/], ['fstab', /\/service#rights$/]]) {
    await search.fill('');
    await search.fill(words);
    await page.locator('.find ol a').first().waitFor();
    const all = await page.locator('.find ol a').evaluateAll((links) => links.map((link) => link.href));
    assert.ok(all.some((link) => expected.test(link)), `${words}: ${all}`);
  }
  assert.deepEqual(faults, []);
});

test('without script, on a telephone, every page is reached and read', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const { page, faults } = await person(browser, garson, { lang: 'en-GB', phone: true, javaScriptEnabled: false });
  // Nobody owns this one yet, so that it is set up first.
  await page.goto('/');
  assert.equal(await page.getAttribute('.aside .help', 'href'), '/help/en/first-steps');
  await page.goto('/help');
  await page.click('.contents-menu summary');
  await page.click('.contents a[href="/help/en/public-address"]');
  await page.click('#Caddyfile');
  assert.match(await page.textContent('details[open] pre'), /reverse_proxy/);
  assert.equal(await page.locator('form, input, button').count(), 0);
  assert.deepEqual(faults, []);
});
