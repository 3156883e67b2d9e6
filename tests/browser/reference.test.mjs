// The API reference: requests from its pages to the real program, its search, and all of it without script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, openShop, owner, person, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/** The form of an operation, opened. */
async function form(page, id) {
  const place = page.locator(`#${id} .try`);
  await place.locator('summary').click();
  await place.locator('form').waitFor();
  return place;
}

/** Sends it, and gives the status and the body that it shows. */
async function send(place) {
  await place.locator('.answered').evaluate((answered) => answered.replaceChildren());
  await place.getByRole('button', { name: /^(Send|Gönder)$/ }).click();
  await place.locator('.answered .badge').waitFor();
  const status = Number(await place.locator('.answered .badge').textContent());
  return { status, ...JSON.parse(await place.locator('.answered pre code').textContent()) };
}

const field = (place, name) => place.getByLabel(name, { exact: false }).first();

test('the key is asked for once, and orders are listed, verified and cancelled from the page', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson, { lang: 'en' });
  const ids = [await shop.push('W-1', { code: 'A1' }), await shop.push('W-2', { code: 'A2' })];
  const { page, faults, context } = await person(browser, garson, { lang: 'en-GB' });
  const sent = [];
  page.on('request', (request) => { if (request.url().includes('/web-api/')) sent.push(request); });
  await page.goto('/api/orders');
  assert.equal(new URL(page.url()).pathname, '/api/en/orders');

  // Nothing is filled in that narrows the list, and without a key nothing is sent.
  const list = await form(page, await idOf(page, '/web-api/v1/orders'));
  await list.getByRole('button', { name: 'Send' }).click();
  assert.equal(sent.length, 0);
  assert.deepEqual(await list.locator('input').evaluateAll((all) => all.map((input) => input.value).filter(Boolean)), []);
  await list.locator('input[name=key]').fill(shop.key);
  const listed = await send(list);
  assert.deepEqual([listed.status, listed.data.map((order) => order.code)], [200, ['A2', 'A1']]);
  assert.equal(new URL(sent[0].url()).search, '');
  await field(list, 'status').fill('325, 400');
  assert.equal((await send(list)).data.length, 2);
  assert.equal(new URL(sent.at(-1).url()).search, '?status=325&status=400');
  assert.ok((await list.locator('pre.curl').textContent()).includes('Bearer $GARSON_KEY'));
  assert.ok(!(await page.content()).includes(shop.key), 'the key is nowhere on the page');

  // Two in a row work: nothing is sent along that may be used only once.
  const verify = await form(page, await idOf(page, '/web-api/v1/orders/verify/{orderId}'));
  assert.equal(await verify.locator('input[name=key]').count(), 0, 'the key is known');
  for (const id of ids) {
    await field(verify, 'orderId').fill(id);
    assert.equal((await send(verify)).status, 200);
  }
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${ids[1]}`)).status, 500);
  await field(verify, 'orderId').fill('..');
  await verify.getByRole('button', { name: 'Send' }).click();
  await verify.locator('.banner.bad').waitFor();

  // A fresh Idempotency-Key on demand; sent again it gets the same answer.
  const cancel = await form(page, await idOf(page, '/web-api/v1/orders/cancel/{orderId}'));
  await field(cancel, 'orderId').fill('W-1');
  await cancel.getByRole('button', { name: 'Make one' }).click();
  const key = await field(cancel, 'Idempotency-Key').inputValue();
  assert.match(key, /^[0-9a-f]{32}$/);
  await cancel.locator('textarea').fill('{"reason": "out_of_stock"}');
  const first = await send(cancel);
  assert.deepEqual([first.status, first.data.status], [200, 1600]);
  assert.deepEqual(await send(cancel), first);
  await cancel.locator('textarea').fill('{"reason": ');
  const before = sent.length;
  await cancel.getByRole('button', { name: 'Send' }).click();
  await cancel.locator('.banner.bad').waitFor();
  assert.equal(sent.length, before, 'what is no JSON stays here');

  // Another page of the same tab knows the key, another tab does not, and a button forgets it.
  await page.goto('/api/en/restaurants');
  const restaurants = await form(page, await idOf(page, '/web-api/v1/restaurants'));
  assert.equal((await send(restaurants)).data[0].name, 'Köfteci');
  const other = await context.newPage();
  await other.goto('/api/en/restaurants');
  assert.equal(await (await form(other, await idOf(other, '/web-api/v1/restaurants'))).locator('input[name=key]').count(), 1);
  await restaurants.getByRole('button', { name: 'Forget the key' }).click();
  assert.equal(await restaurants.locator('input[name=key]').inputValue(), '');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);

  assert.ok(sent.every((request) => !request.url().includes('gsn_')));
  assert.deepEqual(faults, []);
});

test('the smallest body that is offered is taken, and what deletes asks first', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  // As an owner who is signed in: her session must not go along.
  const { page, faults } = await owner(browser, garson, shop);
  const cookies = [];
  page.on('request', async (request) => {
    if (request.url().includes('/web-api/')) cookies.push((await request.allHeaders()).cookie);
  });
  await page.goto('/api/businesses');
  assert.equal(await page.getAttribute('html', 'lang'), 'tr');
  const add = await form(page, await idOf(page, '/web-api/v1/businesses', 'POST'));
  await add.locator('input[name=key]').fill(`Bearer ${shop.key}`);
  assert.deepEqual(Object.keys(JSON.parse(await add.locator('textarea').inputValue())), ['name']);
  const made = [await send(add), await send(add)];
  assert.deepEqual(made.map(({ status }) => status), [200, 200]);

  const remove = await form(page, await idOf(page, '/web-api/v1/businesses/{businessId}', 'DELETE'));
  await field(remove, 'businessId').fill(made[0].data.id);
  const asked = [];
  const answer = async (dialog) => { asked.push(dialog.message()); await (asked.length === 1 ? dialog.dismiss() : dialog.accept()); };
  page.on('dialog', answer);
  await remove.getByRole('button', { name: 'Gönder' }).click();
  assert.equal((await call(garson, shop.key, 'GET', '/businesses')).length, 2, 'nothing is deleted before it is confirmed');
  assert.equal((await send(remove)).status, 200);
  assert.equal(asked.length, 2);
  assert.equal((await call(garson, shop.key, 'GET', '/businesses')).length, 1);

  // A key that is wrong is refused in the reader's language.
  await page.evaluate(() => sessionStorage.setItem('garson-reference-key', 'gsn_wrong'));
  await page.reload();
  const list = await form(page, await idOf(page, '/web-api/v1/businesses'));
  const refused = await send(list);
  assert.deepEqual([refused.status, refused.error.code], [401, 'unauthorized']);
  assert.match(refused.error.message, /anahtarı gerekli/);
  assert.deepEqual(cookies.filter(Boolean), []);
  assert.deepEqual(faults, []);
});

test('the search finds operations, guides, objects and codes, and the other language opens at the same place', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  await openShop(garson);
  const { page, faults } = await person(browser, garson, { lang: 'tr-TR' });
  await page.goto('/api');
  const search = page.getByRole('searchbox');
  for (const [words, expected] of [['IPTAL et', /\/orders#/], ['order_closed', /\/errors#order_closed$/], ['OrderItem', /#OrderItem/], ['yoklama', /\/polling$/]]) {
    await search.fill('');
    await search.fill(words);
    const first = page.locator('.find ol a').first();
    await first.waitFor();
    const all = await page.locator('.find ol a').evaluateAll((links) => links.map((link) => link.href));
    assert.ok(all.some((link) => expected.test(link)), `${words}: ${all}`);
  }
  await search.fill('hiçbirşey');
  await page.locator('.find', { hasText: 'Bulunamadı' }).waitFor();
  await search.fill('order_closed');
  await page.locator('.find ol a').first().waitFor();
  await search.press('Enter');
  await page.waitForURL(/errors#order_closed$/);
  await page.click('#other-language');
  await page.waitForURL(/\/api\/en\/errors#order_closed$/);
  assert.deepEqual(faults, []);
});

test('examples name the address that this browser uses', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  await openShop(garson);
  const { page, faults } = await person(browser, garson);
  await page.goto('/api/en/first-call');
  const text = await page.textContent('main');
  assert.ok(text.includes(`export GARSON=${garson.url}`) && !text.includes('localhost:8080'));
  assert.deepEqual(faults, []);
});

test('without script everything can be read, and nothing pretends to work', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  await openShop(garson);
  const { page, faults } = await person(browser, garson, { lang: 'en-GB', phone: true, javaScriptEnabled: false });
  await page.goto('/api');
  assert.ok(!await page.isVisible('.contents'), 'the contents are folded on a telephone');
  await page.click('.contents-menu summary');
  await page.click('.contents a[href="/api/en/orders"]');
  assert.equal(await page.locator('.op').count() > 4, true);
  await page.click('.refusals summary >> nth=0');
  assert.ok(await page.isVisible('.refusals dl >> nth=0'));
  assert.equal(await page.locator('form, input, button').count(), 0);
  await page.goto('/api/receiving-events');
  assert.ok((await page.textContent('main')).includes('webhook-signature'));
  assert.deepEqual(faults, []);
});

/** The anchor of the operation with this path. */
async function idOf(page, path, method = null) {
  const found = page.locator(`.op[data-path="${path}"]${method ? `[data-method="${method}"]` : ''}`).first();
  return found.getAttribute('id');
}
