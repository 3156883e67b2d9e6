// What staff can do, and what they cannot even see.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, openShop, owner, person, press, signIn, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

test('staff see the board and the orders and move them, and nothing else is there for them', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const [first, second] = [await shop.push('1', { code: 'W1' }), await shop.push('2', { code: 'W2' })];
  const { id: webhook } = await call(garson, shop.key, 'POST', '/webhooks', { url: 'https://till.example/hook' });
  const boss = await owner(browser, garson, shop);
  await boss.page.goto('/users');
  await boss.page.fill('#name', 'Can');
  await boss.page.fill('#password', 'uzun bir parola');
  await boss.page.selectOption('#role', 'staff');
  await boss.page.click('form[action="/users"] button.primary');
  await boss.page.locator('.person', { hasText: 'Can' }).waitFor();
  const owners = await boss.page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

  const { page, faults } = await person(browser, garson);
  await signIn(page, 'Can', 'uzun bir parola');
  assert.deepEqual(
    await page.locator('header nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ['/', '/orders', '/help/tr/board'],
  );
  await press(page, first);
  await page.locator(`#preparing #order-${first}`).waitFor();
  await page.goto(`/orders/${second}/cancel`);
  await page.locator('input[name=reason]').first().check();
  await page.click('form.sheet button.danger');
  await page.waitForURL(garson.url + '/');
  assert.deepEqual(
    await Promise.all([first, second].map(async (id) => {
      const { status, history } = await call(garson, shop.key, 'GET', `/orders/${id}`);
      return [status, history.at(-1).by];
    })),
    [[500, 'user:Can'], [1600, 'user:Can']],
  );

  // No page of theirs leads to one of the owner's, and its address leads nowhere.
  const own = ['/', '/orders', `/orders/${first}`, '/me'];
  const led = new Set();
  for (const place of own) {
    await page.goto(place);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    links.forEach((link) => led.add(link.split(/[?#]/)[0]));
  }
  const isOwn = (link) => ['/', '/kitchen', '/me'].includes(link) || /^\/(me|orders|help)\//.test(link) || link === '/orders';
  assert.deepEqual([...led].filter((link) => !isOwn(link)), []);
  const shut = [
    // The books are no secret: they are open to everybody.
    ...owners.filter((link) => !isOwn(link) && link !== '/api'),
    '/orders.csv', '/deliveries', '/webhooks/new', `/webhooks/${webhook}`, `/restaurants/${shop.restaurant}`,
    `/restaurants/${shop.restaurant}/integrations/open`, '/restaurants/new', '/reports/pending',
  ];
  assert.ok(shut.length > 12, `${shut}`);
  // As if it were not there: whoever may not see it has no use for knowing that it is.
  for (const place of shut) {
    const answer = await page.request.get(place);
    assert.equal(answer.status(), 404, place);
  }
  await page.goto('/webhooks');
  await page.getByRole('alert').waitFor();
  await page.click('main a[href="/"]');
  await page.locator('#live').waitFor();
  assert.deepEqual([...boss.faults, ...faults], []);
});
