"""The journey of every client here, with what openapi-generator makes for Python."""

import datetime
import os

import openapi_client as api
from openapi_client import ErrorAnswer, ErrorCode, OrderStatus, Provider

base = os.environ["GARSON_URL"]
client = api.ApiClient(api.Configuration(host=base, access_token=os.environ["GARSON_KEY"]))
orders, reports, restaurants = api.OrdersApi(client), api.ReportsApi(client), api.RestaurantsApi(client)
integrations, webhooks = api.IntegrationsApi(client), api.WebhooksApi(client)
shop = api.IntakeApi(api.ApiClient(api.Configuration(host=base)))

form = api.RestaurantInput(name="Kadıköy Şube", lat=40.9901, config=api.RestaurantConfig(preparationMinutes=20))
made = restaurants.create_restaurant(form)
restaurant = made.data
assert made.success is True and restaurant.name == "Kadıköy Şube" and restaurant.config.preparation_minutes == 20
shown = restaurants.read_restaurant(restaurant.id).data
assert shown == restaurant and shown.business_id is None

integration = integrations.save_integration(restaurant.id, Provider.OPEN, integration_input=api.IntegrationInput()).data
assert integration.provider is Provider.OPEN and integration.is_active
token = integration.intake_url.rsplit("/", 1)[1]

hook = webhooks.create_webhook(api.WebhookInput(url=os.environ["HOOK_URL"])).data
assert webhooks.test_webhook(hook.id).data.status_code == 200


def order(number):
    body = api.OrderInput(
        providerOrderId=number,
        items=[api.OrderItemInput(
            name="Adana", quantity=2, unitPrice=149.9, total=299.8,
            options=[api.OrderOptionInput(name="Soğansız", kind=api.OptionKind.REMOVE)],
        )],
        amount=api.AmountInput(total=299.8),
        payment=api.PaymentInput(type=api.PaymentType.MEAL_CARD, name="Multinet"),
        customer=api.CustomerInput(name="Ayşe", address=api.AddressInput(line="Moda Cad. 1", lat=40.98, lon=29.02)),
        deliveryType=api.DeliveryType.PICKUP,
        placedAt=datetime.datetime(2026, 11, 14, 18, 2, tzinfo=datetime.timezone.utc),
    )
    taken = shop.push_open_order(token, body)
    assert taken.data.status is OrderStatus.NEW
    return str(taken.data.id)


first, second = order("ogp-1"), order("ogp-2")
since = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
page = orders.list_orders(restaurant_id=str(restaurant.id), status=[OrderStatus.NEW], var_from=since, limit=1)
assert page.data[0].provider_order_id == "ogp-2" and page.paging.next is not None
parts = [api.OrderPart.INCLUDE_CUSTOMER, api.OrderPart.INCLUDE_ITEMS]
page = orders.list_orders(restaurant_id=str(restaurant.id), var_from=since, cursor=page.paging.next, include=parts)
assert [(row.provider_order_id, row.items[0].unit_price) for row in page.data] == [("ogp-1", 149.9)]

detail = orders.read_order(first).data
assert (detail.total, detail.items[0].unit_price, detail.amount.total) == (299.8, 149.9, 299.8)
assert detail.items[0].options[0].kind is api.OptionKind.REMOVE and detail.cancellation is None
assert detail.payment.brand == "multinet" and detail.raw["providerOrderId"] == "ogp-1"

minutes = api.VerifyInput(preparationMinutes=25)
verified = orders.verify_order(first, idempotency_key="ogp-verify-1", verify_input=minutes)
assert verified.data.provider_order == "ogp-1"
moved = orders.change_order_status(first, change_status_input=api.ChangeStatusInput(**{"from": OrderStatus.PREPARING})).data
assert (moved.old_status, moved.new_status) == (OrderStatus.PREPARING, OrderStatus.ON_THE_WAY)

reasons = orders.list_cancel_reasons(second).data.reasons
try:
    orders.cancel_order(second, cancel_input=api.CancelInput(reason="no such reason"))
    raise AssertionError("it was taken")
except api.exceptions.UnprocessableEntityException as refused:
    answer = ErrorAnswer.from_json(refused.body)
assert answer.success is False and answer.error.code is ErrorCode.REASON_NOT_ACCEPTED
assert [reason.id for reason in answer.error.details.reasons] == [reason.id for reason in reasons]
cancelled = orders.cancel_order(second, cancel_input=api.CancelInput(reason=reasons[0].id, note="bitti")).data
assert cancelled.status is OrderStatus.CANCELLED_BY_RESTAURANT
assert orders.read_order(second).data.cancellation.note == "bitti"

pending = reports.list_pending_reports(restaurant_id=str(restaurant.id)).data
assert [row.provider_order_id for row in pending] == ["ogp-1"]
assert reports.mark_reported(api.MarkReportedInput(providerOrderId="ogp-1")).actual_instance.data.is_report is True
several = reports.mark_reported(api.MarkReportedInput(orders=[api.MarkedOrderInput(id=str(first))])).actual_instance
assert [order.provider_order_id for order in several.data] == ["ogp-1"]
takings = reports.read_grouped_payments(restaurant_id=str(restaurant.id)).data
assert (takings.total, takings.groups[0].payment_type) == (299.8, api.PaymentType.MEAL_CARD)

resent = webhooks.resend_events(hook.id, api.ResendEventsInput(**{"from": hook.created_at})).data
assert resent.count >= 1 and resent.dry_run is False
log = webhooks.list_deliveries(webhook_id=str(hook.id)).data
assert {row.event for row in log} >= {api.DeliveryEvent.LOGGED_ORDER_CREATED}
sent = webhooks.read_delivery(log[0].id).data.body.actual_instance
assert isinstance(sent, (api.OrderCreatedEvent, api.OrderMovedEvent, api.OrderCancelledEvent)), sent
