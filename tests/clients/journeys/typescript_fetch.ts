// The journey of every client here, with what openapi-generator makes for TypeScript and fetch.

import assert from "node:assert/strict";
import {
  Configuration,
  DeliveryEvent,
  ErrorAnswerFromJSON,
  ErrorCode,
  IntakeApi,
  IntegrationsApi,
  OptionKind,
  OrderPart, type OrderInput,
  OrdersApi,
  OrderStatus,
  PaymentType,
  Provider,
  ReportsApi,
  ResponseError,
  RestaurantsApi,
  WebhooksApi,
} from "./client/index.js";

const basePath = process.env.GARSON_URL!;
const till = new Configuration({ basePath, accessToken: process.env.GARSON_KEY! });
const [orders, reports, restaurants] = [new OrdersApi(till), new ReportsApi(till), new RestaurantsApi(till)];
const [integrations, webhooks] = [new IntegrationsApi(till), new WebhooksApi(till)];
const shop = new IntakeApi(new Configuration({ basePath }));

const made = await restaurants.createRestaurant({
  restaurantInput: { name: "Kadıköy Şube", lat: 40.9901, config: { preparationMinutes: 20 } },
});
const restaurantId = made.data.id;
assert.equal(made.success, true);
assert.equal(made.data.config.preparationMinutes, 20);
const shown = await restaurants.readRestaurant({ restaurantId });
assert.deepEqual(shown.data, made.data);
assert.equal(shown.data.businessId, null);

const saved = await integrations.saveIntegration({ restaurantId, provider: Provider.Open, integrationInput: {} });
const token = saved.data.intakeUrl!.split("/").at(-1)!;

const hook = (await webhooks.createWebhook({ webhookInput: { url: process.env.HOOK_URL! } })).data;
assert.equal((await webhooks.testWebhook({ webhookId: hook.id })).data.statusCode, 200);

async function order(providerOrderId: string): Promise<string> {
  const orderInput: OrderInput = {
    providerOrderId,
    items: [
      {
        name: "Adana",
        quantity: 2,
        unitPrice: 149.9,
        total: 299.8,
        options: [{ name: "Soğansız", kind: OptionKind.Remove }],
      },
    ],
    amount: { total: 299.8 },
    payment: { type: PaymentType.MealCard, name: "Multinet" },
    customer: { name: "Ayşe", address: { line: "Moda Cad. 1", lat: 40.98, lon: 29.02 } },
    placedAt: new Date("2026-11-14T18:02:00Z"),
  };
  const taken = await shop.pushOpenOrder({ token, orderInput });
  assert.equal(taken.data.status, OrderStatus.NEW);
  return taken.data.id;
}

const [first, second] = [await order("tsf-1"), await order("tsf-2")];
const newest = await orders.listOrders({ restaurantId, status: [OrderStatus.NEW], limit: 1 });
assert.equal(newest.data[0]!.providerOrderId, "tsf-2");
const include = [OrderPart.INCLUDE_CUSTOMER, OrderPart.INCLUDE_ITEMS];
const older = await orders.listOrders({ restaurantId, cursor: newest.paging.next!, include });
assert.deepEqual(older.data.map((row) => [row.providerOrderId, row.items?.[0]?.unitPrice]), [["tsf-1", 149.9]]);

const detail = (await orders.readOrder({ orderId: first })).data;
assert.deepEqual([detail.total, detail.items[0]!.unitPrice, detail.amount.total], [299.8, 149.9, 299.8]);
assert.equal(detail.items[0]!.options[0]!.kind, OptionKind.Remove);
assert.deepEqual(detail.placedAt, new Date("2026-11-14T18:02:00Z"));
assert.equal(detail.raw.providerOrderId, "tsf-1");

const verifyInput = { preparationMinutes: 25 };
const verified = await orders.verifyOrder({ orderId: first, idempotencyKey: "tsf-verify-1", verifyInput });
assert.equal(verified.data.providerOrder, "tsf-1");
const changeStatusInput = { from: OrderStatus.PREPARING };
const moved = (await orders.changeOrderStatus({ orderId: first, changeStatusInput })).data;
assert.deepEqual([moved.oldStatus, moved.newStatus], [OrderStatus.PREPARING, OrderStatus.ON_THE_WAY]);

const { reasons } = (await orders.listCancelReasons({ orderId: second })).data;
const refusal = await orders.cancelOrder({ orderId: second, cancelInput: { reason: "no such reason" } }).then(
  () => assert.fail("it was taken"),
  async (error: ResponseError) => ErrorAnswerFromJSON(await error.response.json()),
);
assert.equal(refusal.error.code, ErrorCode.ReasonNotAccepted);
assert.deepEqual(refusal.error.details?.reasons, reasons);
const cancelInput = { reason: reasons[0]!.id, note: "bitti" };
const cancelled = (await orders.cancelOrder({ orderId: second, cancelInput })).data;
assert.equal(cancelled.status, OrderStatus.CANCELLED_BY_RESTAURANT);
assert.equal((await orders.readOrder({ orderId: second })).data.cancellation?.note, "bitti");

const pending = (await reports.listPendingReports({ restaurantId })).data;
assert.deepEqual(pending.map((row) => row.providerOrderId), ["tsf-1"]);
const marked = await reports.markReported({ markReportedInput: { providerOrderId: "tsf-1" } });
assert.ok(!Array.isArray(marked.data) && marked.data.isReport);
const several = await reports.markReported({ markReportedInput: { orders: [{ id: first }] } });
assert.ok(Array.isArray(several.data) && several.data[0].providerOrderId === "tsf-1");
const takings = (await reports.readGroupedPayments({ restaurantId })).data;
assert.deepEqual([takings.total, takings.groups[0]!.paymentType], [299.8, PaymentType.MealCard]);

const again = { webhookId: hook.id, resendEventsInput: { from: hook.createdAt } };
const resent = (await webhooks.resendEvents(again)).data;
assert.ok(resent.count >= 1 && !resent.dryRun);
const log = (await webhooks.listDeliveries({ webhookId: hook.id })).data;
assert.ok(log.some((row) => row.event === DeliveryEvent.LOGGED_ORDER_CREATED));
