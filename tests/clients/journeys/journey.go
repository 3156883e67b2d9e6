// The journey of every client here, with what openapi-generator makes for Go.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	api "openapi"
)

func check(holds bool, said ...interface{}) {
	if !holds {
		panic(fmt.Sprintf("%+v", said))
	}
}

// What went well, or an end with the refusal.
func done(err error) {
	if refused, is := err.(*api.GenericOpenAPIError); is {
		panic(refused.Error() + " " + string(refused.Body()))
	}
	check(err == nil, err)
}

func client() *api.APIClient {
	settings := api.NewConfiguration()
	settings.Servers = api.ServerConfigurations{{URL: os.Getenv("GARSON_URL")}}
	return api.NewAPIClient(settings)
}

func order(token string, number string) string {
	option := api.NewOrderOptionInput("Soğansız")
	option.SetKind(api.REMOVE)
	item := api.NewOrderItemInput("Adana", 2, 299.8)
	item.SetUnitPrice(149.9)
	item.SetOptions([]api.OrderOptionInput{*option})
	payment := api.NewPaymentInput(api.MEAL_CARD)
	payment.SetName("Multinet")
	body := api.NewOrderInput(number, []api.OrderItemInput{*item}, *api.NewAmountInput(299.8), *payment)
	customer := api.NewCustomerInput()
	customer.SetName("Ayşe")
	body.SetCustomer(*customer)
	taken, _, err := client().IntakeAPI.PushOpenOrder(context.Background(), token).OrderInput(*body).Execute()
	done(err)
	check(taken.Data.Status == api.NEW, taken)
	return taken.Data.Id
}

func main() {
	till := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("GARSON_KEY"))
	garson := client()

	config := api.NewRestaurantConfig()
	config.SetPreparationMinutes(20)
	form := api.NewRestaurantInput("Kadıköy Şube")
	form.SetLat(40.9901)
	form.SetConfig(*config)
	made, _, err := garson.RestaurantsAPI.CreateRestaurant(till).RestaurantInput(*form).Execute()
	done(err)
	restaurant := made.Data.Id
	check(made.Success && made.Data.Config.GetPreparationMinutes() == 20, made)
	shown, _, err := garson.RestaurantsAPI.ReadRestaurant(till, restaurant).Execute()
	done(err)
	check(shown.Data.Name == "Kadıköy Şube" && shown.Data.BusinessId.Get() == nil, shown)

	saved, _, err := garson.IntegrationsAPI.SaveIntegration(till, restaurant, api.OPEN).
		IntegrationInput(*api.NewIntegrationInput()).Execute()
	done(err)
	address := saved.Data.GetIntakeUrl()
	token := address[strings.LastIndex(address, "/")+1:]

	hook, _, err := garson.WebhooksAPI.CreateWebhook(till).WebhookInput(*api.NewWebhookInput(os.Getenv("HOOK_URL"))).Execute()
	done(err)
	tried, _, err := garson.WebhooksAPI.TestWebhook(till, hook.Data.Id).Execute()
	done(err)
	check(tried.Data.StatusCode == 200, tried)

	first, second := order(token, "go-1"), order(token, "go-2")
	since := time.Now().Add(-time.Hour)
	newest, _, err := garson.OrdersAPI.ListOrders(till).RestaurantId(restaurant).Status([]api.OrderStatus{api.NEW}).
		From(since).Limit(1).Execute()
	done(err)
	check(newest.Data[0].ProviderOrderId == "go-2", newest)
	older, _, err := garson.OrdersAPI.ListOrders(till).RestaurantId(restaurant).From(since).
		Cursor(newest.Paging.GetNext()).Include([]api.OrderPart{api.INCLUDE_CUSTOMER, api.INCLUDE_ITEMS}).Execute()
	done(err)
	check(len(older.Data) == 1 && older.Data[0].ProviderOrderId == "go-1", older)
	check(older.Data[0].Items[0].GetUnitPrice() == 149.9, older)

	detail, _, err := garson.OrdersAPI.ReadOrder(till, first).Execute()
	done(err)
	check(detail.Data.Total == 299.8 && detail.Data.Items[0].GetUnitPrice() == 149.9, detail)
	check(detail.Data.Items[0].Options[0].Kind == api.REMOVE, detail)
	check(detail.Data.Raw.(map[string]interface{})["providerOrderId"] == "go-1", detail)

	minutes := api.NewVerifyInput()
	minutes.SetPreparationMinutes(25)
	verified, _, err := garson.OrdersAPI.VerifyOrder(till, first).IdempotencyKey("go-verify-1").VerifyInput(*minutes).Execute()
	done(err)
	check(verified.Data.ProviderOrder == "go-1", verified)
	guard := api.NewChangeStatusInput()
	guard.SetFrom(api.PREPARING)
	moved, _, err := garson.OrdersAPI.ChangeOrderStatus(till, first).ChangeStatusInput(*guard).Execute()
	done(err)
	check(moved.Data.OldStatus == api.PREPARING && moved.Data.NewStatus == api.ON_THE_WAY, moved)

	reasons, _, err := garson.OrdersAPI.ListCancelReasons(till, second).Execute()
	done(err)
	why := api.NewCancelInput()
	why.SetReason("no such reason")
	_, _, err = garson.OrdersAPI.CancelOrder(till, second).CancelInput(*why).Execute()
	refused, is := err.(*api.GenericOpenAPIError)
	check(is, err)
	answer, is := refused.Model().(api.ErrorAnswer)
	check(is && answer.Error.Code == api.REASON_NOT_ACCEPTED, refused)
	check(len(answer.Error.Details.Reasons) == len(reasons.Data.Reasons), answer)
	why.SetReason(reasons.Data.Reasons[0].Id)
	why.SetNote("bitti")
	cancelled, _, err := garson.OrdersAPI.CancelOrder(till, second).CancelInput(*why).Execute()
	done(err)
	check(cancelled.Data.Status == api.CANCELLED_BY_RESTAURANT, cancelled)

	pending, _, err := garson.ReportsAPI.ListPendingReports(till).RestaurantId(restaurant).Execute()
	done(err)
	check(len(pending.Data) == 1 && pending.Data[0].ProviderOrderId == "go-1", pending)
	one := api.NewMarkReportedInput()
	one.SetProviderOrderId("go-1")
	marked, _, err := garson.ReportsAPI.MarkReported(till).MarkReportedInput(*one).Execute()
	done(err)
	check(marked.ReportedOrderAnswer.Data.IsReport, marked)
	which := api.NewMarkedOrderInput()
	which.SetId(first)
	several := api.NewMarkReportedInput()
	several.SetOrders([]api.MarkedOrderInput{*which})
	marked, _, err = garson.ReportsAPI.MarkReported(till).MarkReportedInput(*several).Execute()
	done(err)
	check(marked.ReportedOrdersAnswer.Data[0].ProviderOrderId == "go-1", marked)
	takings, _, err := garson.ReportsAPI.ReadGroupedPayments(till).RestaurantId(restaurant).Execute()
	done(err)
	check(takings.Data.Total == 299.8 && takings.Data.Groups[0].PaymentType == api.MEAL_CARD, takings)

	again := api.NewResendEventsInput()
	again.SetFrom(hook.Data.CreatedAt)
	resent, _, err := garson.WebhooksAPI.ResendEvents(till, hook.Data.Id).ResendEventsInput(*again).Execute()
	done(err)
	check(resent.Data.Count >= 1 && !resent.Data.DryRun, resent)
	log, _, err := garson.WebhooksAPI.ListDeliveries(till).WebhookId(hook.Data.Id).Execute()
	done(err)
	check(len(log.Data) >= 4, log)
	sent, _, err := garson.WebhooksAPI.ReadDelivery(till, log.Data[0].Id).Execute()
	done(err)
	check(sent.Data.Body.OrderCreatedEvent != nil || sent.Data.Body.OrderMovedEvent != nil ||
		sent.Data.Body.OrderCancelledEvent != nil, sent)
}
