// From the first visit to the first delivered webhook, all of it by hand in the panel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  call, eventually, firstVisit, person, press, setUp, shopAt, startBrowser, startGarson, startReceiver,
} from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('an owner gets from the first visit to the first delivered webhook with nothing but the panel', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const till = await startReceiver();
  t.after(till.stop);
  const { page, faults } = await person(browser, garson);
  const key = await firstVisit(page, garson);

  // The empty board says what comes next.
  await page.click('#quiet a.primary');
  await page.waitForURL(/\/start#platform$/);
  await page.click('a[href$="/integrations/open"]');
  await page.waitForURL(/\/integrations\/open$/);
  assert.equal(await page.locator('#address').count(), 0);
  await page.click('form[action$="/integrations/open"] button.primary');
  await page.getByRole('status').filter({ hasText: 'Kaydedildi' }).waitFor();
  const intake = (await page.textContent('#address')).trim();
  assert.match(intake, /^http:\/\/127\.0\.0\.1:\d+\/intake\/v1\/open\/[\w-]+$/);

  await page.click('nav details.more summary');
  await page.click('nav a[href="/webhooks"]');
  await page.click('.empty a.primary');
  await page.fill('input[name=url]', till.url);
  await page.click('form.sheet button.primary');
  // It carries a key of its own, which opens nothing here.
  const carried = (await page.textContent('#key')).trim();
  assert.notEqual(carried, key);
  await page.click('main a.primary');
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}/);
  await page.click('form[action$="/test"] button');
  await page.locator('.banner.good').waitFor();
  const [tried] = till.heard.splice(0);
  assert.equal(tried.headers.authorization, `Bearer ${carried}`);

  await page.click('nav a[href="/"]');
  await page.locator('#live').waitFor();
  const id = await shopAt(intake).push('WEB-1001', { code: '1001', customer: { name: 'Mehmet Öz' } });
  const card = page.locator(`#new #order-${id}`);
  await card.waitFor();
  assert.match(await card.textContent(), /1001[^]*Mehmet Öz[^]*2 × Adana[^]*499,90/);
  await press(page, id);
  await page.locator(`#preparing #order-${id}`).waitFor();

  // Both events, in the order in which it happened, and proven by the key that the till knows.
  await eventually('two events', () => till.heard.length === 2);
  const [{ id: restaurantId }] = await call(garson, key, 'GET', '/restaurants');
  assert.deepEqual(till.heard.map(({ event }) => event.olay), ['siparis.olusturuldu', 'siparis.durum_degisti']);
  for (const { headers, event } of till.heard) {
    assert.equal(headers.authorization, `Bearer ${carried}`);
    assert.equal(headers['x-webhook-attempt'], '1');
    assert.equal(headers['x-webhook-id'], event.veri.id);
    assert.match(headers['user-agent'], /^garson\//);
    const { orderId, providerOrderId } = event.veri;
    assert.deepEqual([orderId, providerOrderId, event.veri.restaurantId], [id, 'WEB-1001', restaurantId]);
  }
  const moved = till.heard[1].event.veri;
  assert.deepEqual([moved.oldStatus, moved.newStatus], [400, 500]);

  // The order's page has both, delivered, and so has the log.
  await eventually('both are recorded', async () => {
    const log = await call(garson, key, 'GET', '/webhooks/deliveries?state=delivered');
    return log.length === 2;
  });
  await page.click('nav a[href="/orders"]');
  await page.getByRole('link', { name: '1001' }).click();
  const sent = page.locator('section', { has: page.getByRole('heading', { name: 'Bildirimler' }) }).locator('tbody tr');
  await sent.nth(1).waitFor();
  assert.deepEqual(await sent.locator('.badge').allTextContents(), ['Ulaştı', 'Ulaştı']);
  await page.click('nav details.more summary');
  await page.click('nav a[href="/webhooks"]');
  await page.click('main a[href="/deliveries"]');
  const row = page.locator('.log tbody tr').first();
  assert.match(await row.textContent(), /1001[^]*Ulaştı/);
  await row.locator('a').first().click();
  await page.locator('.attempts').waitFor();
  assert.equal((await page.locator('dd code').first().textContent()).trim(), moved.id);
  assert.equal(await page.locator('.attempts .badge.good').textContent(), '200');

  assert.deepEqual(faults, []);
});

// With the two minutes that a person has patience for.
test('an owner sees a first order within two minutes, with clicks alone', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  for (const look of [{}, { phone: true }]) {
    const { page, faults } = await person(browser, garson, look);
    const began = Date.now();
    if (!look.phone) {
      await setUp(page, garson);
    } else {
      await page.goto('/login');
      await page.fill('input[name=name]', 'Ayşe');
      await page.fill('input[name=password]', 'iyi bir parola');
      await page.click('button.primary');
      await page.goto('/start');
    }
    // No key is in sight, and one press sends an order.
    assert.doesNotMatch(await page.textContent('main'), /gsn_/);
    await page.click('form[action$="/test-order"] button');
    await page.waitForURL((url) => url.pathname === '/');
    const card = page.locator('#new [id^="order-"]').first();
    await card.waitFor();
    assert.match(await card.textContent(), /TEST – hazırlamayın/);
    const id = (await card.getAttribute('id')).slice('order-'.length);
    await press(page, id);
    await page.locator(`#preparing #order-${id}`).waitFor();
    const seconds = (Date.now() - began) / 1_000;
    t.diagnostic(`from the first page to an accepted order: ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 120);
    // How far the steps are stands on their own page while there are orders, and nowhere once they are put away.
    assert.equal(await page.locator('.first-line').count(), 0);
    await page.goto('/start');
    assert.equal(await page.locator('.sheet.done').count(), 2);
    await page.goto('/');
    assert.deepEqual(faults, []);
  }
  const { page } = await person(browser, garson);
  await page.goto('/login');
  await page.fill('input[name=name]', 'Ayşe');
  await page.fill('input[name=password]', 'iyi bir parola');
  await page.click('button.primary');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/start');
  await page.click('form[action="/start/hide"] button');
  await page.waitForURL((url) => url.pathname === '/');
  assert.equal(await page.locator('.first-line').count(), 0);
});
