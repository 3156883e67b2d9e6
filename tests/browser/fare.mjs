// What people order, as they or their platform write it, and what a platform asks for to be connected.

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9';
/** Names as long as the fields take, and without a place to break. */
export const LONG = 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine'.repeat(2);
export const PAYMENTS = [
  { type: 'cash' }, { type: 'online_card' }, { type: 'card_on_delivery' }, { type: 'online_card' },
  { type: 'meal_card', name: 'Sodexo' }, { type: 'meal_card', name: 'Multinet' },
];

/** What each platform asks for, as the API document's examples have it. */
const DOCUMENT = new URL('../../src/document/integrations.json', import.meta.url);
const INTEGRATION = '/web-api/v1/restaurants/{restaurantId}/integrations/{provider}';
const { examples } = JSON.parse(readFileSync(DOCUMENT)).paths[INTEGRATION].put.requestBody.content['application/json'];
export const CREDENTIALS = Object.fromEntries(
  Object.entries(examples).flatMap(([provider, { value: { credentials } }]) => (credentials ? [[provider, credentials]] : [])),
);

/** Connected to nobody: everything that is asked of these platforms fails. */
export const DEAD = Object.fromEntries(
  Object.entries(CREDENTIALS).map(([provider, credentials]) => [provider, { baseUrl: NOWHERE, credentials }]),
);

/** Posts what a platform would. */
export async function push(url, body) {
  const headers = { 'content-type': 'application/json', 'x-api-key': CREDENTIALS.getir.webhookApiKey };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Sends what Yemeksepeti would, which signs it. */
export async function pushAsYemeksepeti(method, url, body) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS512' })}.${part({ service: 'middleware' })}`;
  const signature = createHmac('sha512', CREDENTIALS.yemeksepeti.pluginSecret).update(signed).digest('base64url');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${signed}.${signature}` };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** An order of Yemeksepeti's that it changes after it came, from these dishes to those; its id here. */
export async function pushChanged(intake, name, before, after) {
  const shop = CREDENTIALS.yemeksepeti.posVendorId;
  const made = (dishes) => yemeksepetiOrder({ name, diner: 'Deniz', dishes }, NOWHERE, Date.now() + 600_000);
  const { remoteResponse: { remoteOrderId } } = await pushAsYemeksepeti('POST', `${intake}/order/${shop}`, made(before));
  const updated = { status: 'PRODUCT_ORDER_MODIFICATION_SUCCESSFUL', updatedOrder: made(after) };
  await pushAsYemeksepeti('PUT', `${intake}/remoteId/${shop}/remoteOrder/${remoteOrderId}/posOrderStatus`, updated);
  return remoteOrderId;
}

/** An order of a web shop. */
export function order(id, more = {}) {
  return {
    providerOrderId: id, code: id.toUpperCase(),
    customer: {
      name: 'Deniz Tekin', phone: '+90 532 000 00 00',
      address: {
        line: 'Örnek Mah. Deneme Sok.', district: 'Kadıköy', city: 'İstanbul', doorNumber: '12', floor: '3', flat: '7',
        directions: 'Eczanenin yanı',
      },
    },
    items: [
      {
        name: 'Adana Kebap', quantity: 2, total: 680,
        options: [{ group: 'Çıkarılacak', name: 'Soğan', kind: 'remove' }, { name: 'Lavaş', price: 10 }],
      },
      { name: 'Ayran', quantity: 2, total: 70 },
    ],
    amount: { subtotal: 750, total: 750 }, payment: { type: 'cash' }, placedAt: new Date().toISOString(), ...more,
  };
}

export function getirOrder(id, more = {}) {
  return {
    id, status: 400, confirmationId: `k${id.length}`, checkoutDate: new Date().toISOString(), deliveryType: 2,
    paymentMethod: 4, totalPrice: 410,
    products: [{ name: { tr: 'Tavuk Dürüm' }, count: 2, price: 205, totalPriceWithOption: 410 }], ...more,
  };
}

export function trendyolOrder(id, total, more = {}) {
  const item = (name) => ({ packageItemId: `${id}-${name}`, isCancelled: false });
  return {
    id, packageStatus: 'Created', packageCreationDate: Date.now(), storeId: CREDENTIALS['trendyol-go'].storeId,
    deliveryType: 'STORE', totalPrice: total,
    payment: { paymentType: 'PAY_WITH_CARD' },
    lines: [{ name: 'Tavuk dürüm', unitSellingPrice: total / 2, items: [item('1'), item('2')] }], ...more,
  };
}

export function yemeksepetiOrder({ name, diner, note, dishes }, url, acceptBy) {
  const status = `${url}/v2/order/status/${name}`;
  const total = dishes.reduce((sum, dish) => sum + 120 * dish.pieces, 0).toFixed(2);
  return {
    token: name, code: name, shortCode: name, createdAt: new Date().toISOString(), expiryDate: new Date(acceptBy).toISOString(),
    expeditionType: 'delivery', comments: { customerComment: note }, customer: { firstName: diner },
    delivery: { address: { street: 'Örnek Sokak', number: '12', city: 'İstanbul' } },
    payment: { status: 'paid', type: 'Online kart' },
    price: { grandTotal: total, collectFromCustomer: '0.00' },
    products: dishes.map((dish, at) => ({
      id: `${at}`, name: dish.name, quantity: `${dish.pieces}`, unitPrice: '120.00', paidPrice: (120 * dish.pieces).toFixed(2),
      selectedToppings: at === 0 ? [{ id: 't', name: 'Kaşar', price: '0.00', quantity: 1, children: [] }] : [],
    })),
    callbackUrls: { orderAcceptedUrl: status, orderRejectedUrl: status, orderPickedUpUrl: status },
  };
}
