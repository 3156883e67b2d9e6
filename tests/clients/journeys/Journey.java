// The journey of every client here, with what openapi-generator makes for Java's own HTTP client.

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Journey {
    static void check(boolean holds, Object said) {
        if (!holds) throw new AssertionError(String.valueOf(said));
    }

    static ApiClient client(String key) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("GARSON_URL"));
        if (key != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
        return client;
    }

    public static void main(String[] arguments) throws Exception {
        ApiClient till = client(System.getenv("GARSON_KEY"));
        OrdersApi orders = new OrdersApi(till);
        ReportsApi reports = new ReportsApi(till);
        RestaurantsApi restaurants = new RestaurantsApi(till);
        WebhooksApi webhooks = new WebhooksApi(till);

        RestaurantInput form = new RestaurantInput().name("Kadıköy Şube").lat(40.9901)
            .config(new RestaurantConfig().preparationMinutes(20));
        RestaurantAnswer made = restaurants.createRestaurant(form, null, null);
        UUID restaurantId = made.getData().getId();
        check(made.getSuccess() && made.getData().getConfig().getPreparationMinutes() == 20, made);
        Restaurant shown = restaurants.readRestaurant(restaurantId, null).getData();
        check(shown.equals(made.getData()) && shown.getBusinessId() == null, shown);

        Integration integration = new IntegrationsApi(till)
            .saveIntegration(restaurantId, Provider.OPEN, null, new IntegrationInput()).getData();
        check(integration.getProvider() == Provider.OPEN && integration.getIsActive(), integration);
        String address = integration.getIntakeUrl();
        String token = address.substring(address.lastIndexOf('/') + 1);

        Webhook hook = webhooks.createWebhook(new WebhookInput().url(System.getenv("HOOK_URL")), null, null).getData();
        check(webhooks.testWebhook(hook.getId(), null, null).getData().getStatusCode() == 200, hook);

        String first = order(token, "java-1");
        String second = order(token, "java-2");
        String place = restaurantId.toString();
        OffsetDateTime since = OffsetDateTime.now().minusHours(1);
        OrderListAnswer newest =
            orders.listOrders(place, List.of(OrderStatus.NEW), null, null, since, null, null, null, 1, null, null, null);
        check(newest.getData().get(0).getProviderOrderId().equals("java-2"), newest);
        OrderListAnswer older = orders.listOrders(place, null, null, null, since, null, null,
            List.of(OrderPart.INCLUDE_CUSTOMER, OrderPart.INCLUDE_ITEMS), null, newest.getPaging().getNext(), PageDirection.NEXT, null);
        check(older.getData().size() == 1 && older.getData().get(0).getProviderOrderId().equals("java-1"), older);
        check(older.getData().get(0).getItems().get(0).getUnitPrice() == 149.9, older);

        OrderDetail detail = orders.readOrder(first, null).getData();
        check(detail.getTotal() == 299.8 && detail.getItems().get(0).getUnitPrice() == 149.9, detail);
        check(detail.getItems().get(0).getOptions().get(0).getKind() == OptionKind.REMOVE, detail);
        check(((Map<?, ?>) detail.getRaw()).get("providerOrderId").equals("java-1"), detail);

        VerifyInput minutes = new VerifyInput().preparationMinutes(25);
        VerifiedOrder verified = orders.verifyOrder(first, "java-verify-1", null, minutes).getData();
        check(verified.getProviderOrder().equals("java-1"), verified);
        MovedOrder moved = orders.changeOrderStatus(
            first, null, null, new ChangeStatusInput().from(OrderStatus.PREPARING)).getData();
        check(moved.getOldStatus() == OrderStatus.PREPARING && moved.getNewStatus() == OrderStatus.ON_THE_WAY, moved);

        List<CancelReason> reasons = orders.listCancelReasons(second, null).getData().getReasons();
        try {
            orders.cancelOrder(second, null, null, new CancelInput().reason("no such reason"));
            throw new AssertionError("it was taken");
        } catch (ApiException refused) {
            ApiError error = till.getObjectMapper().readValue(refused.getResponseBody(), ErrorAnswer.class).getError();
            check(refused.getCode() == 422 && error.getCode() == ErrorCode.REASON_NOT_ACCEPTED, error);
            check(error.getDetails().getReasons().equals(reasons), error);
        }
        CancelInput why = new CancelInput().reason(reasons.get(0).getId()).note("bitti");
        CancelledOrder cancelled = orders.cancelOrder(second, null, null, why).getData();
        check(cancelled.getStatus() == OrderStatus.CANCELLED_BY_RESTAURANT, cancelled);
        check(orders.readOrder(second, null).getData().getCancellation().getNote().equals("bitti"), second);

        List<OrderListItem> pending =
            reports.listPendingReports(place, null, null, null, null, null, null, null, null, null, null).getData();
        check(pending.size() == 1 && pending.get(0).getProviderOrderId().equals("java-1"), pending);
        MarkReportedAnswer marked = reports.markReported(new MarkReportedInput().providerOrderId("java-1"), null, null);
        check(marked.getReportedOrderAnswer().getData().getIsReport(), marked);
        MarkReportedInput several = new MarkReportedInput().addOrdersItem(new MarkedOrderInput().id(first));
        marked = reports.markReported(several, null, null);
        check(marked.getReportedOrdersAnswer().getData().get(0).getProviderOrderId().equals("java-1"), marked);
        GroupedPayments takings = reports.readGroupedPayments(place, null, null, null).getData();
        check(takings.getTotal() == 299.8 && takings.getGroups().get(0).getPaymentType() == PaymentType.MEAL_CARD, takings);

        ResendEventsInput range = new ResendEventsInput().from(hook.getCreatedAt());
        ResentEvents resent = webhooks.resendEvents(hook.getId(), range, null, null).getData();
        check(resent.getCount() >= 1 && !resent.getDryRun(), resent);
        List<Delivery> log =
            webhooks.listDeliveries(null, null, null, hook.getId().toString(), null, null, null, null).getData();
        check(log.stream().anyMatch(row -> row.getEvent() == DeliveryEvent.LOGGED_ORDER_CREATED), log);
        Object sent = webhooks.readDelivery(log.get(0).getId(), null).getData().getBody().getActualInstance();
        check(sent instanceof OrderCreatedEvent || sent instanceof OrderMovedEvent || sent instanceof OrderCancelledEvent,
            sent);
    }

    static String order(String token, String number) throws ApiException {
        OrderOptionInput option = new OrderOptionInput().name("Soğansız").kind(OptionKind.REMOVE);
        OrderItemInput item = new OrderItemInput().name("Adana").quantity(2).unitPrice(149.9).total(299.8)
            .options(List.of(option));
        OrderInput body = new OrderInput().providerOrderId(number).items(List.of(item))
            .amount(new AmountInput().total(299.8))
            .payment(new PaymentInput().type(PaymentType.MEAL_CARD).name("Multinet"))
            .customer(new CustomerInput().name("Ayşe").address(new AddressInput().line("Moda Cad. 1")));
        ReceivedOrder taken = new IntakeApi(client(null)).pushOpenOrder(token, body, null).getData();
        check(taken.getStatus() == OrderStatus.NEW, taken);
        return taken.getId().toString();
    }
}
