// Cancelling an order with the reasons of its own platform.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { call, openSheet, openShop, owner, screen, startBrowser, startGarson, until } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/** As much of Getir as cancelling needs; `told` is what it was told. */
async function startGetir(reasons) {
  const told = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const bytes of request) body += bytes;
    const answers = [
      ['/auth/login', { restaurantId: 'r1', token: 'a token' }],
      ['/cancel-options', reasons],
      ['/cancel', {}],
    ];
    const [ending, answer] = answers.find(([path]) => request.url.endsWith(path)) ?? ['', []];
    if (ending === '/cancel') told.push({ path: request.url, ...JSON.parse(body) });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); });
  return { url: `http://127.0.0.1:${server.address().port}`, told, stop };
}

const reasonsOn = async (page) => (await page.locator('fieldset.choice label').allTextContents()).map((name) => name.trim());

test('an order is cancelled with a reason of its platform, and leaves every screen', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const people = [await owner(browser, garson, shop), await owner(browser, garson, shop)];
  const pages = [await screen(people[0]), await screen(people[1])];
  const [kitchen, counter] = pages;
  const id = await shop.push('W-7');
  // A sheet over the board: whoever cancels sees what comes in meanwhile.
  await openSheet(kitchen, () => kitchen.click(`#order-${id} .cancel`));
  const english = await call(garson, shop.key, 'GET', `/orders/reasons/${id}`);
  assert.equal((await reasonsOn(kitchen)).length, english.reasons.length);
  assert.equal((await reasonsOn(kitchen))[0], 'Ürün tükendi');

  // The browser asks for a reason; a form that got past it is refused in words, and what was typed is still there.
  const send = kitchen.locator('#sheet button.danger');
  await send.click();
  assert.ok(await kitchen.locator('#sheet form').evaluate((form) => !form.checkValidity()));
  await kitchen.fill('textarea[name=note]', 'Adana bitti');
  await kitchen.locator('#sheet form').evaluate((form) => { form.noValidate = true; });
  await send.click();
  const refusal = kitchen.locator('#sheet .banner.bad[role=alert]');
  await refusal.waitFor();
  assert.match(await refusal.textContent(), /neden seçin/);
  assert.equal(await kitchen.inputValue('textarea[name=note]'), 'Adana bitti');
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${id}`)).status, 400);
  assert.ok(await counter.locator(`#order-${id} .next`).isVisible());

  await kitchen.getByLabel('Ürün tükendi').check();
  await send.click();
  await kitchen.locator('#sheet').waitFor({ state: 'hidden' });
  assert.match(await kitchen.textContent('#toast'), /W-7 iptal edildi/);
  assert.equal(kitchen.url(), `${garson.url}/`);
  // Whoever cooks it must see it; it counts no more, and is no more to be pressed.
  for (const page of pages) {
    await page.locator(`#order-${id}.dead .alert.stop`).waitFor();
    assert.equal(await page.textContent('#new .count'), '0');
    assert.equal(await page.locator(`#order-${id} .next, #order-${id} .cancel`).count(), 0);
    const isAway = async () => await page.locator(`#order-${id}`).count() === 0;
    await until('it is taken away', () => page.click(`#order-${id} .seen`), isAway);
  }
  const { status, cancellation } = await call(garson, shop.key, 'GET', `/orders/${id}`);
  assert.deepEqual(
    [status, cancellation.reason, cancellation.note, cancellation.by],
    [1600, 'out_of_stock', 'Adana bitti', 'user:Ayşe'],
  );
  assert.deepEqual(people.flatMap(({ faults }) => faults), []);
});

test('each order offers the reasons of the platform it came from', async (t) => {
  const tooBusy = { id: '5c5b49b068f6a45d427f0a8f', message: 'Restoran şu an yoğun' };
  const getir = await startGetir([tooBusy, { id: '5c5b495768f6a45d427f0a8d', message: 'Restoran kapandı' }]);
  t.after(getir.stop);
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const credentials = { appSecretKey: 'a', restaurantSecretKey: 'b', webhookApiKey: 'c' };
  const connection = `/restaurants/${shop.restaurant}/integrations/getir`;
  const { intakeUrl } = await call(garson, shop.key, 'PUT', connection, { baseUrl: getir.url, credentials });
  const pushed = await fetch(`${intakeUrl}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'c' },
    body: JSON.stringify({
      id: 'g1',
      status: 400,
      confirmationId: 'k472',
      client: { name: 'Deniz' },
      products: [{ id: 'p1', count: 1, name: { tr: 'Tavuk Dürüm' }, price: 180, totalPriceWithOption: 180 }],
      totalPrice: 180,
      paymentMethod: 4,
      deliveryType: 2,
    }),
  });
  assert.equal(pushed.status, 200);
  const own = await shop.push('W-8');
  const [{ id }] = await call(garson, shop.key, 'GET', '/orders?provider=getir');

  const { page, faults } = await owner(browser, garson, shop);
  await page.goto(`/orders/${own}/cancel`);
  assert.ok((await reasonsOn(page)).includes('Müşteriye ulaşılamadı'));
  await page.goto(`/orders/${id}`);
  await page.click('a.danger');
  await page.waitForURL(/\/cancel/);
  assert.deepEqual(await reasonsOn(page), ['Restoran şu an yoğun', 'Restoran kapandı']);
  await page.getByLabel('Restoran şu an yoğun').check();
  await page.click('form.sheet button.danger');
  await page.waitForURL((url) => url.pathname === `/orders/${id}`);
  assert.match(await page.textContent('section.banner.bad'), /Restoran şu an yoğun/);
  assert.deepEqual(getir.told, [{ path: '/food-orders/g1/cancel', cancelReasonId: tooBusy.id }]);
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${id}`)).cancellation.reason, tooBusy.id);
  assert.deepEqual(faults, []);
});
