// The journey of every client here, with the types that openapi-typescript makes and openapi-fetch, which calls by them.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

type Schemas = components["schemas"];

const baseUrl = process.env.GARSON_URL!;
const { GET, POST, PUT } = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${process.env.GARSON_KEY}` } });
const shop = createClient<paths>({ baseUrl });

/** What went well, or an end with the refusal. */
function done<T>({ data, error }: { data?: T; error?: Schemas["ErrorAnswer"] }): T {
  if (data === undefined) assert.fail(`${error?.error.code}: ${error?.error.message}`);
  return data;
}

// Fields with a default may be left out: nothing but the name is required here.
const form: Schemas["RestaurantInput"] = { name: "Kadıköy Şube", lat: 40.9901, config: { preparationMinutes: 20 } };
const made = done(await POST("/web-api/v1/restaurants", { body: form }));
const restaurantId = made.data.id;
assert.equal(made.success, true);
assert.equal(made.data.config.preparationMinutes, 20);
const shown = done(await GET("/web-api/v1/restaurants/{restaurantId}", { params: { path: { restaurantId } } }));
assert.deepEqual(shown.data, made.data);
assert.equal(shown.data.businessId, null);

const integration = done(
  await PUT("/web-api/v1/restaurants/{restaurantId}/integrations/{provider}", {
    params: { path: { restaurantId, provider: "open" } },
    body: {},
  }),
).data;
assert.equal(integration.provider, "open");
const token = integration.intakeUrl!.split("/").at(-1)!;

const hook = done(await POST("/web-api/v1/webhooks", { body: { url: process.env.HOOK_URL! } })).data;
const webhookId = hook.id;
const tried = done(await POST("/web-api/v1/webhooks/{webhookId}/test", { params: { path: { webhookId } } }));
assert.equal(tried.data.statusCode, 200);

async function order(providerOrderId: string): Promise<string> {
  const body: Schemas["OrderInput"] = {
    providerOrderId,
    items: [{ name: "Adana", quantity: 2, unitPrice: 149.9, total: 299.8, options: [{ name: "Soğansız", kind: "remove" }] }],
    amount: { total: 299.8 },
    payment: { type: "meal_card", name: "Multinet" },
    customer: { name: "Ayşe", address: { line: "Moda Cad. 1", lat: 40.98, lon: 29.02 } },
    deliveryType: "pickup",
  };
  const taken = done(await shop.POST("/intake/v1/open/{token}/orders", { params: { path: { token } }, body }));
  assert.equal(taken.data.status, 400);
  return taken.data.id;
}

const [first, second] = [await order("otf-1"), await order("otf-2")];
const newest = done(await GET("/web-api/v1/orders", { params: { query: { restaurantId, status: [400, 500], limit: 1 } } }));
assert.equal(newest.data[0]!.providerOrderId, "otf-2");
const include: Schemas["OrderPart"][] = ["customer", "items"];
const query = { restaurantId, cursor: newest.paging.next!, include };
const older = done(await GET("/web-api/v1/orders", { params: { query } }));
assert.deepEqual(older.data.map((row) => [row.providerOrderId, row.items?.[0]?.unitPrice]), [["otf-1", 149.9]]);

const at = (orderId: string) => ({ params: { path: { orderId } } });
const detail = done(await GET("/web-api/v1/orders/{orderId}", at(first))).data;
assert.deepEqual([detail.total, detail.items[0]!.unitPrice, detail.amount.total], [299.8, 149.9, 299.8]);
assert.equal(detail.items[0]!.options[0]!.kind, "remove");
assert.equal((detail.raw as Schemas["OrderInput"]).providerOrderId, "otf-1");

const verify = {
    params: { path: { orderId: first }, header: { "Idempotency-Key": "otf-verify-1" } },
    body: { preparationMinutes: 25 },
};
assert.equal(done(await POST("/web-api/v1/orders/verify/{orderId}", verify)).data.providerOrder, "otf-1");
const moved = done(await POST("/web-api/v1/orders/change-status/{orderId}", { ...at(first), body: { from: 500 } })).data;
assert.deepEqual([moved.oldStatus, moved.newStatus], [500, 600]);

const { reasons } = done(await GET("/web-api/v1/orders/reasons/{orderId}", at(second))).data;
const refused = await POST("/web-api/v1/orders/cancel/{orderId}", { ...at(second), body: { reason: "no such reason" } });
assert.equal(refused.error?.error.code, "reason_not_accepted");
assert.deepEqual(refused.error?.error.details?.reasons, reasons);
const why = { reason: reasons[0]!.id, note: "bitti" };
const cancelled = done(await POST("/web-api/v1/orders/cancel/{orderId}", { ...at(second), body: why })).data;
assert.equal(cancelled.status, 1600);
assert.equal(done(await GET("/web-api/v1/orders/{orderId}", at(second))).data.cancellation?.note, "bitti");

const pending = done(await GET("/web-api/v1/orders/reports/pending", { params: { query: { restaurantId } } })).data;
assert.deepEqual(pending.map((row) => row.providerOrderId), ["otf-1"]);
const marked = done(await POST("/web-api/v1/orders/reports/mark", { body: { providerOrderId: "otf-1" } })).data;
assert.ok(!Array.isArray(marked) && marked.isReport);
const several = done(await POST("/web-api/v1/orders/reports/mark", { body: { orders: [{ id: first }] } })).data;
assert.ok(Array.isArray(several) && several[0]!.providerOrderId === "otf-1");
const takings = done(await GET("/web-api/v1/orders/grouped-payments", { params: { query: { restaurantId } } })).data;
assert.deepEqual([takings.total, takings.groups[0]!.paymentType], [299.8, "meal_card"]);

const again = { params: { path: { webhookId } }, body: { from: hook.createdAt } };
const resent = done(await POST("/web-api/v1/webhooks/{webhookId}/resend", again)).data;
assert.ok(resent.count >= 1 && !resent.dryRun);
const log = done(await GET("/web-api/v1/webhooks/deliveries", { params: { query: { webhookId } } })).data;
assert.ok(log.some((row) => row.event === "siparis.olusturuldu"));
