<?php
// The journey of every client here, with what openapi-generator makes for PHP and Guzzle.

use OpenAPI\Client\Api;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;
use OpenAPI\Client\ObjectSerializer;

$client = getenv('CLIENT');
spl_autoload_register(function ($name) use ($client) {
    if (str_starts_with($name, 'OpenAPI\\Client\\')) {
        require $client . '/lib/' . str_replace('\\', '/', substr($name, strlen('OpenAPI\\Client\\'))) . '.php';
    }
});
require 'GuzzleHttp/autoload.php';

// Every class loads, not only those of this journey.
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$client/lib")) as $file) {
    if ($file->getExtension() === 'php') {
        require_once $file->getPathname();
    }
}

function check(bool $holds, $said = null): void
{
    if (!$holds) {
        throw new Exception(print_r($said, true));
    }
}

$settings = fn () => (new Configuration())->setHost(getenv('GARSON_URL'));
$till = $settings()->setAccessToken(getenv('GARSON_KEY'));
$orders = new Api\OrdersApi(null, $till);
$reports = new Api\ReportsApi(null, $till);
$restaurants = new Api\RestaurantsApi(null, $till);
$webhooks = new Api\WebhooksApi(null, $till);
$shop = new Api\IntakeApi(null, $settings());

$form = new Model\RestaurantInput(['name' => 'Kadıköy Şube', 'lat' => 40.9901]);
$form->setConfig(new Model\RestaurantConfig(['preparation_minutes' => 20]));
check($form->valid(), $form->listInvalidProperties());
$made = $restaurants->createRestaurant($form);
$restaurant = $made->getData()->getId();
check($made->getSuccess() && $made->getData()->getConfig()->getPreparationMinutes() === 20, $made);
$shown = $restaurants->readRestaurant($restaurant)->getData();
check($shown->getName() === 'Kadıköy Şube' && $shown->getBusinessId() === null, $shown);

$saved = (new Api\IntegrationsApi(null, $till))->saveIntegration($restaurant, Model\Provider::OPEN, null, new Model\IntegrationInput());
$token = basename($saved->getData()->getIntakeUrl());

$hook = $webhooks->createWebhook(new Model\WebhookInput(['url' => getenv('HOOK_URL')]))->getData();
check($webhooks->testWebhook($hook->getId())->getData()->getStatusCode() === 200);

$order = function (string $number) use ($shop, $token): string {
    $option = new Model\OrderOptionInput(['name' => 'Soğansız', 'kind' => Model\OptionKind::REMOVE]);
    $item = new Model\OrderItemInput(['name' => 'Adana', 'quantity' => 2, 'unit_price' => 149.9, 'total' => 299.8, 'options' => [$option]]);
    $body = new Model\OrderInput([
        'provider_order_id' => $number,
        'items' => [$item],
        'amount' => new Model\AmountInput(['total' => 299.8]),
        'payment' => new Model\PaymentInput(['type' => Model\PaymentType::MEAL_CARD, 'name' => 'Multinet']),
        'customer' => new Model\CustomerInput(['name' => 'Ayşe']),
    ]);
    check($body->valid(), $body->listInvalidProperties());
    $taken = $shop->pushOpenOrder($token, $body)->getData();
    check($taken->getStatus() === Model\OrderStatus::_NEW, $taken);
    return $taken->getId();
};
[$first, $second] = [$order('php-1'), $order('php-2')];
$newest = $orders->listOrders(restaurant_id: $restaurant, status: [Model\OrderStatus::_NEW], limit: 1);
check($newest->getData()[0]->getProviderOrderId() === 'php-2', $newest);
$parts = [Model\OrderPart::INCLUDE_CUSTOMER, Model\OrderPart::INCLUDE_ITEMS];
$older = $orders->listOrders(restaurant_id: $restaurant, cursor: $newest->getPaging()->getNext(), include: $parts)->getData();
check(count($older) === 1 && $older[0]->getProviderOrderId() === 'php-1', $older);
check($older[0]->getItems()[0]->getUnitPrice() === 149.9, $older);

$detail = $orders->readOrder($first)->getData();
check($detail->getTotal() === 299.8 && $detail->getItems()[0]->getUnitPrice() === 149.9, $detail);
check($detail->getItems()[0]->getOptions()[0]->getKind() === Model\OptionKind::REMOVE, $detail);
check($detail->getRaw()->providerOrderId === 'php-1', $detail);

$minutes = new Model\VerifyInput(['preparation_minutes' => 25]);
check($orders->verifyOrder($first, 'php-verify-1', verify_input: $minutes)->getData()->getProviderOrder() === 'php-1');
$guard = new Model\ChangeStatusInput(['from' => Model\OrderStatus::PREPARING]);
$moved = $orders->changeOrderStatus($first, change_status_input: $guard)->getData();
check([$moved->getOldStatus(), $moved->getNewStatus()] === [Model\OrderStatus::PREPARING, Model\OrderStatus::ON_THE_WAY], $moved);

$reasons = $orders->listCancelReasons($second)->getData()->getReasons();
try {
    $orders->cancelOrder($second, cancel_input: new Model\CancelInput(['reason' => 'no such reason']));
    check(false, 'it was taken');
} catch (ApiException $refused) {
    $error = $refused->getResponseObject()->getError();
    check($refused->getCode() === 422 && $error->getCode() === Model\ErrorCode::REASON_NOT_ACCEPTED, $error);
    check(count($error->getDetails()->getReasons()) === count($reasons), $error);
}
$why = new Model\CancelInput(['reason' => $reasons[0]->getId(), 'note' => 'bitti']);
$cancelled = $orders->cancelOrder($second, cancel_input: $why)->getData();
check($cancelled->getStatus() === Model\OrderStatus::CANCELLED_BY_RESTAURANT, $cancelled);
check($orders->readOrder($second)->getData()->getCancellation()->getNote() === 'bitti');

$pending = $reports->listPendingReports(restaurant_id: $restaurant)->getData();
check(count($pending) === 1 && $pending[0]->getProviderOrderId() === 'php-1', $pending);
check($reports->markReported(new Model\MarkReportedInput(['provider_order_id' => 'php-1']))->getData()->getIsReport());
$takings = $reports->readGroupedPayments(restaurant_id: $restaurant)->getData();
check($takings->getTotal() === 299.8 && $takings->getGroups()[0]->getPaymentType() === Model\PaymentType::MEAL_CARD, $takings);

$again = new Model\ResendEventsInput(['from' => $hook->getCreatedAt()]);
$resent = $webhooks->resendEvents($hook->getId(), $again)->getData();
check($resent->getCount() >= 1 && !$resent->getDryRun(), $resent);
$log = $webhooks->listDeliveries(webhook_id: $hook->getId())->getData();
check(in_array(Model\DeliveryEvent::LOGGED_ORDER_CREATED, array_map(fn ($row) => $row->getEvent(), $log), true), $log);
