// First visit, signing in and out, languages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { firstVisit, person, signIn, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('the first visit makes an owner, a restaurant and a key, and can be repeated by nobody', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const { page, faults } = await person(browser, garson);
  const key = await firstVisit(page, garson);
  assert.match(key, /^gsn_/);
  const answer = await fetch(`${garson.url}/web-api/v1/restaurants`, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal((await answer.json()).data[0].name, 'Köfteci');

  const stranger = await person(browser, garson, { lang: 'en-GB' });
  await stranger.page.goto('/setup');
  assert.equal(new URL(stranger.page.url()).pathname, '/login');
  await signIn(stranger.page, 'Ayşe', 'iyi bir parola');
  await stranger.page.click('form[action="/language"] button');
  await stranger.page.locator('html[lang=en]').waitFor();
  await stranger.page.click('form[action="/logout"] button');
  await stranger.page.waitForURL('**/login');
  assert.deepEqual([...faults, ...stranger.faults], []);
});
