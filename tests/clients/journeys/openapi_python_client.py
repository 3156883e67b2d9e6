"""The journey of every client here, with what openapi-python-client makes."""

import os

from garson_api_client import AuthenticatedClient, Client
from garson_api_client.api.intake import push_open_order
from garson_api_client.api.integrations import save_integration
from garson_api_client.api.orders import cancel_order, change_order_status, list_cancel_reasons, list_orders, read_order
from garson_api_client.api.orders import verify_order
from garson_api_client.api.reports import list_pending_reports, mark_reported, read_grouped_payments
from garson_api_client.api.restaurants import create_restaurant, read_restaurant
from garson_api_client.api.webhooks import create_webhook, list_deliveries, resend_events, test_webhook
from garson_api_client import models
from garson_api_client.models import ErrorCode, OrderStatus, Provider

base = os.environ["GARSON_URL"]
client = AuthenticatedClient(base_url=base, token=os.environ["GARSON_KEY"])
shop = Client(base_url=base)

made = create_restaurant.sync(
    client=client,
    body=models.RestaurantInput(name="Kadıköy Şube", lat=40.9901, config=models.RestaurantConfig(preparation_minutes=20)),
)
restaurant = made.data
assert made.success is True and restaurant.name == "Kadıköy Şube" and restaurant.config.preparation_minutes == 20
shown = read_restaurant.sync(restaurant.id, client=client).data
assert shown == restaurant and shown.business_id is None

integration = save_integration.sync(restaurant.id, Provider.OPEN, client=client, body=models.IntegrationInput()).data
assert integration.provider is Provider.OPEN and integration.is_active
token = integration.intake_url.rsplit("/", 1)[1]

hook = create_webhook.sync(client=client, body=models.WebhookInput(url=os.environ["HOOK_URL"])).data
assert test_webhook.sync(hook.id, client=client).data.status_code == 200


def order(number):
    body = models.OrderInput(
        provider_order_id=number,
        items=[models.OrderItemInput(
            name="Adana", quantity=2, unit_price=149.9, total=299.8,
            options=[models.OrderOptionInput(name="Soğansız", kind=models.OptionKind.REMOVE)],
        )],
        amount=models.AmountInput(total=299.8),
        payment=models.PaymentInput(type_=models.PaymentType.MEAL_CARD, name="Multinet"),
        customer=models.CustomerInput(name="Ayşe", address=models.AddressInput(line="Moda Cad. 1", lat=40.98, lon=29.02)),
        delivery_type=models.DeliveryType.PICKUP,
    )
    taken = push_open_order.sync(token, client=shop, body=body)
    assert taken.data.status is OrderStatus.NEW
    return str(taken.data.id)


first, second = order("opc-1"), order("opc-2")
page = list_orders.sync(client=client, restaurant_id=str(restaurant.id), status=[OrderStatus.NEW], limit=1)
assert page.data[0].provider_order_id == "opc-2" and page.paging.next_ is not None
parts = [models.OrderPart.INCLUDE_CUSTOMER, models.OrderPart.INCLUDE_ITEMS]
page = list_orders.sync(client=client, restaurant_id=str(restaurant.id), cursor=page.paging.next_, include=parts)
assert [(row.provider_order_id, row.items[0].unit_price) for row in page.data] == [("opc-1", 149.9)]

detail = read_order.sync(first, client=client).data
assert (detail.total, detail.items[0].unit_price, detail.amount.total) == (299.8, 149.9, 299.8)
assert detail.items[0].options[0].kind is models.OptionKind.REMOVE and detail.cancellation is None
assert detail.payment.brand == "multinet" and detail.raw["providerOrderId"] == "opc-1"

minutes = models.VerifyInput(preparation_minutes=25)
verified = verify_order.sync(first, client=client, idempotency_key="opc-verify-1", body=minutes)
assert verified.data.provider_order == "opc-1"
moved = change_order_status.sync(first, client=client, body=models.ChangeStatusInput(from_=OrderStatus.PREPARING)).data
assert (moved.old_status, moved.new_status) == (OrderStatus.PREPARING, OrderStatus.ON_THE_WAY)

reasons = list_cancel_reasons.sync(second, client=client).data.reasons
refused = cancel_order.sync(second, client=client, body=models.CancelInput(reason="no such reason"))
assert refused.success is False and refused.error.code is ErrorCode.REASON_NOT_ACCEPTED
assert [reason.id for reason in refused.error.details.reasons] == [reason.id for reason in reasons]
cancelled = cancel_order.sync(second, client=client, body=models.CancelInput(reason=reasons[0].id, note="bitti")).data
assert cancelled.status is OrderStatus.CANCELLED_BY_RESTAURANT
assert read_order.sync(second, client=client).data.cancellation.note == "bitti"

pending = list_pending_reports.sync(client=client, restaurant_id=str(restaurant.id)).data
assert [row.provider_order_id for row in pending] == ["opc-1"]
marked = mark_reported.sync(client=client, body=models.MarkReportedInput(provider_order_id="opc-1")).data
assert marked.is_report is True
several = models.MarkReportedInput(orders=[models.MarkedOrderInput(id=str(first))])
assert [order.provider_order_id for order in mark_reported.sync(client=client, body=several).data] == ["opc-1"]
takings = read_grouped_payments.sync(client=client, restaurant_id=str(restaurant.id)).data
assert (takings.total, takings.groups[0].payment_type) == (299.8, models.PaymentType.MEAL_CARD)

resent = resend_events.sync(hook.id, client=client, body=models.ResendEventsInput(from_=hook.created_at)).data
assert resent.count >= 1 and resent.dry_run is False
log = list_deliveries.sync(client=client, webhook_id=str(hook.id)).data
assert {row.event for row in log} >= {models.DeliveryEvent.LOGGED_ORDER_CREATED}
