// A till that fails: who is told, what is shown of it, and how everything still arrives.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, startBrowser, startGarson, startReceiver } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const HOSTILE = '<script>window.isRobbed = true</script><img src=x onerror="window.isRobbed = true">';

/** A house with one webhook, whose retries are over in no time. */
async function open(t, answer) {
  const garson = await startGarson({ flags: ['--webhook-retries', '20ms,20ms,20ms'] });
  t.after(garson.stop);
  const till = await startReceiver(answer);
  t.after(till.stop);
  const shop = await openShop(garson, { lang: 'en' });
  const { id: webhook } = await call(garson, shop.key, 'POST', '/webhooks', { url: till.url });
  const { page, faults } = await owner(browser, garson, shop);
  const settled = (state, count) => eventually(`${count} are ${state}`, async () => {
    const found = await call(garson, shop.key, 'GET', `/webhooks/deliveries?state=${state}`);
    return found.length === count && found;
  });
  return { garson, till, shop, webhook, page, faults, settled };
}

const failing = (page) => page.locator('.banner.bad', { has: page.locator('a[href="/webhooks"]') });

test('a failing webhook is shown on every page until somebody looks, with every attempt', async (t) => {
  const { garson, till, shop, webhook, page, faults, settled } = await open(t, 500);
  till.state.text = HOSTILE;
  await shop.push('1', { code: 'W1' });
  await settled('failed', 1);
  for (const place of ['/', '/orders', '/keys', '/reports', `/restaurants/${shop.restaurant}`, '/settings']) {
    await page.goto(place);
    assert.ok(await failing(page).isVisible(), place);
  }
  await failing(page).locator('a').click();
  await page.waitForURL('**/webhooks');
  assert.ok(await page.locator('.hook .badge.bad').isVisible());
  await page.goto('/orders');
  assert.equal(await failing(page).count(), 0);

  await page.goto('/webhooks');
  await page.click('.hook a.bad');
  await page.click('.log tbody tr a');
  const attempts = page.locator('.attempts > li');
  await attempts.nth(3).waitFor();
  assert.equal(await attempts.count(), 4);
  for (let at = 0; at < 4; at += 1) {
    const attempt = attempts.nth(at);
    assert.equal(await attempt.locator('.badge.bad').textContent(), '500');
    assert.match(await attempt.textContent(), /\d+ ms|\d\.\d s/);
    // Whatever the other side answers is text.
    assert.equal(await attempt.locator('pre').textContent(), HOSTILE);
    assert.equal(await attempt.locator('script, img').count(), 0);
  }
  assert.equal(await page.evaluate(() => window.isRobbed), undefined);

  // The next failure is news again, and so is a till that does not answer at all.
  await till.stop();
  await shop.push('2');
  await settled('failed', 2);
  await page.goto('/');
  assert.ok(await failing(page).isVisible());
  const [newest] = await call(garson, shop.key, 'GET', '/webhooks/deliveries');
  await page.goto(`/deliveries/${newest.id}`);
  assert.match(await attempts.first().textContent(), /no response[^]*\d+ ms/);
  assert.match(await attempts.first().locator('p').textContent(), /\w+ .*\./);
  await page.goto(`/webhooks/${webhook}`);
  await page.click('form[action$="/test"] button');
  await page.locator('section[aria-labelledby=tested] .banner.bad').waitFor();
  assert.deepEqual(faults, []);
});

test('what a webhook missed is sent again: one, a period, everything', async (t) => {
  const { till, shop, webhook, page, faults, settled } = await open(t, 503);
  for (const number of [1, 2, 3, 4]) await shop.push(`${number}`);
  const missed = await settled('failed', 4);
  const heard = () => till.heard.map(({ event }) => event.veri.providerOrderId).toSorted();
  till.state.answer = 200;
  till.heard.splice(0);

  // One. It comes under its old id, so that a till which has it knows it.
  await page.goto(`/deliveries/${missed[0].id}`);
  await page.click('form[action$="/resend"] button');
  await page.locator('.banner.good').waitFor();
  await settled('delivered', 1);
  assert.equal(till.heard[0].headers['x-webhook-id'], missed[0].id);
  await page.reload();
  assert.equal(await page.locator('.attempts > li').count(), 5);
  assert.equal(await page.locator('.split .badge.good').count(), 1);

  // Everything missed, counted before it is done.
  await page.goto(`/webhooks/${webhook}`);
  await page.click('section[aria-labelledby=missed] button');
  assert.match(await page.textContent('.tally'), /\b3\b/);
  assert.equal(till.heard.length, 1);
  await page.click('button.primary');
  await page.waitForURL(/\/deliveries\?/);
  await settled('delivered', 4);
  assert.deepEqual(heard(), ['1', '2', '3', '4']);
  await page.goto(`/webhooks/${webhook}`);
  assert.equal(await page.locator('section[aria-labelledby=missed] button').count(), 0);
  assert.ok(await page.locator('.split .badge.good').isVisible());

  // A period, in the restaurant's own time, whatever arrived before.
  till.heard.splice(0);
  // Swedish writes a time as a field of a form wants it, but for the T.
  const clock = (offset) => {
    const there = new Date(Date.now() + offset).toLocaleString('sv', { timeZone: 'Europe/Istanbul' });
    return there.slice(0, 16).replace(' ', 'T');
  };
  const anHour = 3_600_000;
  await page.fill('input[name=from]', clock(anHour));
  await page.fill('input[name=to]', clock(-anHour));
  await page.click('section[aria-labelledby=period] button');
  await page.locator('#period-error').waitFor();
  await page.fill('input[name=from]', clock(-anHour));
  await page.fill('input[name=to]', clock(anHour));
  await page.click('section[aria-labelledby=period] button');
  assert.match(await page.textContent('.tally'), /\b4\b/);
  await page.click('button.primary');
  await eventually('all four again', () => till.heard.length === 4);
  assert.deepEqual(heard(), ['1', '2', '3', '4']);
  assert.deepEqual(faults, []);
});
