//! What an order comes to. The Middleware's fields can be read in more ways than one, and clients in the field disagree,
//! so every reading is tried for the whole order, and the first whose sums come to `grandTotal` holds:
//!
//! 1. Discounts: `discountAmountTotal` as told (the order's own where it is not); the order's own alone, where those of
//!    products and toppings are inside `paidPrice`; these beside it as well; `discountAmountTotal` without them.
//! 2. For each, the lines: `paidPrice` with its toppings inside; without, and the toppings on top for each piece of the
//!    dish; the same once for the line. A topping counts with its own number, also times those it lies in, or not.
//!
//! Where none holds, everything stays as told and the order is flagged like any whose sums do not add up.

use super::items::{ToldItem, discounts};
use crate::{Loose, OptionCount, Per, PriceReading, first_to_hold, sum};
use model::{Amount, Currency, Item, Money};

const READINGS: [PriceReading; 7] = [
    PriceReading::inside(Per::Line),
    PriceReading::on_top(Per::Line, Per::Piece, OptionCount::Own),
    PriceReading::on_top(Per::Line, Per::Piece, OptionCount::Nested),
    PriceReading::on_top(Per::Line, Per::Piece, OptionCount::Once),
    PriceReading::on_top(Per::Line, Per::Line, OptionCount::Own),
    PriceReading::on_top(Per::Line, Per::Line, OptionCount::Nested),
    PriceReading::on_top(Per::Line, Per::Line, OptionCount::Once),
];

/// The items with their totals, and what they come to.
pub fn read(order: &Loose<'_>, told: Vec<ToldItem>, currency: Currency) -> (Vec<Item>, Amount) {
    let price = order.get("price");
    let total = price.get("grandTotal").must(Loose::money);
    let (delivery_fee, fees) = (delivery_fee(&price), other_fees(&price));
    let tip = price.get("riderTip").money().unwrap_or_default();
    let beside = [delivery_fee, fees, tip].into_iter().fold(Money(0), Money::plus);

    let discounts = readings_of_discounts(order, &told);
    let each = discounts.iter().flat_map(|discount| READINGS.map(|reading| (reading, *discount)));
    let found = first_to_hold(each, 1, |(reading, discount)| {
        let subtotal = sum(told.iter().map(|told| line_total(told, *reading)));
        Some(subtotal.minus(*discount).plus(beside).minus(total?))
    });
    let (reading, discount) = found.unwrap_or((READINGS[0], discounts[0]));

    let items: Vec<Item> =
        told.into_iter().map(|told| Item { total: line_total(&told, reading), ..told.item }).collect();
    let subtotal = match items.as_slice() {
        // Theirs has the discounts taken off already; better than nothing.
        [] => price.any(&["totalNet", "subTotal"]).money().unwrap_or_default(),
        items => sum(items.iter().map(|item| item.total)),
    };
    let total = total.unwrap_or_default();
    (items, Amount { subtotal, discount, delivery_fee, fees, tip, total, currency })
}

fn readings_of_discounts(order: &Loose<'_>, told: &[ToldItem]) -> [Money; 4] {
    let of_order = discounts(&order.get("discounts"));
    let of_lines = sum(told.iter().map(|told| told.discount));
    let in_all = order.get("price").get("discountAmountTotal").money().unwrap_or(of_order);
    [in_all, of_order, of_order.plus(of_lines), in_all.minus(of_lines).max(Money(0))]
}

fn line_total(told: &ToldItem, reading: PriceReading) -> Money {
    // One that does not say what was paid for it is its parts; a person looks.
    let (price, reading) = match told.paid {
        Some(paid) => (Some(paid), reading),
        None if reading.is_inside => {
            (told.item.unit_price, PriceReading::on_top(Per::Piece, Per::Piece, OptionCount::Own))
        }
        None => (told.item.unit_price, PriceReading { price: Per::Piece, ..reading }),
    };
    reading.cost(price.unwrap_or_default(), &told.item.options, told.item.quantity).total
}

fn delivery_fee(price: &Loose<'_>) -> Money {
    match price.get("deliveryFees").list().as_slice() {
        [] => price.get("deliveryFee").money().unwrap_or_default(),
        fees => sum(fees.iter().filter_map(|fee| fee.get("value").money())),
    }
}

/// Every other fee that the price names: `containerCharge`, `serviceFeeTotal`, a bag, a small basket.
fn other_fees(price: &Loose<'_>) -> Money {
    let Some(fields) = price.value().as_object() else { return Money(0) };
    // A fee and its total are one fee.
    let has_total = |name: &str| fields.contains_key(&format!("{name}Total"));
    let names = fields.keys().filter(|name| is_fee(name) && !has_total(name));
    sum(names.filter_map(|name| price.get(name).money()))
}

/// By how it ends; a share of something, a tax on it or what is taken off it is none.
fn is_fee(name: &str) -> bool {
    const ENDS: [&str; 2] = ["fee", "charge"];
    const ELSE: [&str; 5] = ["delivery", "percent", "vat", "tax", "discount"];
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix("total").unwrap_or(&name);
    ENDS.iter().any(|end| stem.ends_with(end)) && !ELSE.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yemeksepeti::order;
    use model::order::Content;
    use serde_json::{Value, json, value::RawValue};

    fn content(order: &Value) -> Content {
        let raw = RawValue::from_string(order.to_string()).unwrap();
        let mut content = order::read(&raw, Currency::TRY).arrival.content;
        content.flag_amounts();
        content
    }

    fn adds_up(content: &Content) -> bool {
        !content.has_problem("amounts")
    }

    /// Two of one dish with these toppings.
    fn dish(unit: &str, paid: &str, toppings: Value) -> Value {
        json!({ "name": "Dürüm", "quantity": "2", "unitPrice": unit, "paidPrice": paid, "selectedToppings": toppings })
    }

    fn topping(price: &str, quantity: u32, children: Value) -> Value {
        json!({ "name": "Kaşar", "price": price, "quantity": quantity, "children": children })
    }

    #[test]
    fn a_paid_price_holds_its_toppings_or_not_by_what_adds_up() {
        let one = |price| json!([topping(price, 1, json!([]))]);
        let nested = json!([topping("1.00", 2, json!([topping("0.50", 3, json!([]))]))]);
        for (unit, paid, toppings, grand_total, total) in [
            // 2 × (40.00 + 7.50), inside.
            ("40.00", "95.00", one("7.50"), "95.00", 9_500),
            // On top, once for the line: 6.00 × 2 + 1.50.
            ("6.00", "12.00", one("1.50"), "13.50", 1_350),
            // On top, for each piece.
            ("6.00", "12.00", one("1.50"), "15.00", 1_500),
            ("40.00", "80.00", one("7.50"), "95.00", 9_500),
            // With their own numbers: 2 × 1.00 + 3 × 0.50, for the line and for each piece.
            ("6.00", "12.00", nested.clone(), "15.50", 1_550),
            ("6.00", "12.00", nested.clone(), "19.00", 1_900),
            // Each child as often as its parent: 2 × 1.00 + 2 × 3 × 0.50.
            ("6.00", "12.00", nested.clone(), "17.00", 1_700),
            ("6.00", "12.00", nested.clone(), "22.00", 2_200),
            // Whatever their number: 1.00 + 0.50.
            ("6.00", "12.00", nested.clone(), "13.50", 1_350),
            ("6.00", "12.00", nested, "12.00", 1_200),
        ] {
            let json = json!({ "price": { "grandTotal": grand_total }, "products": [dish(unit, paid, toppings)] });
            let read = content(&json);
            assert_eq!(read.items[0].total, Money(total), "{json}");
            // The dish alone, whichever reading holds.
            let bare = Money::parse(unit).unwrap();
            assert_eq!((read.items[0].unit_price, adds_up(&read)), (Some(bare), true), "{json}");
        }
    }

    #[test]
    fn one_reading_holds_for_the_whole_order_and_where_none_does_all_stays_as_told() {
        let toppings = json!([topping("1.50", 1, json!([]))]);
        let products = json!([dish("6.00", "12.00", toppings.clone()), dish("40.00", "83.00", toppings)]);
        let read = |grand_total: &str| {
            let read = content(&json!({ "price": { "grandTotal": grand_total }, "products": products }));
            (read.items.iter().map(|item| item.total.0).collect::<Vec<_>>(), read.amount.total.0, adds_up(&read))
        };
        assert_eq!(read("95.00"), (vec![1_200, 8_300], 9_500, true));
        assert_eq!(read("98.00"), (vec![1_350, 8_450], 9_800, true));
        assert_eq!(read("101.00"), (vec![1_500, 8_600], 10_100, true));
        assert_eq!(read("96.50"), (vec![1_200, 8_300], 9_650, false));
    }

    #[test]
    fn discounts_are_inside_or_beside_what_was_paid() {
        let taken = |amount: &str| json!([{ "name": "x", "amount": amount }]);
        let order = |paid: &str, grand_total: &str, told: Value, of_order: Value| {
            let mut product = dish("50.00", paid, json!([topping("0.00", 1, json!([]))]));
            product["discounts"] = taken("8.00");
            product["selectedToppings"][0]["discounts"] = taken("2.00");
            json!({
                "price": { "grandTotal": grand_total, "discountAmountTotal": told }, "products": [product],
                "discounts": of_order,
            })
        };
        for (paid, grand_total, told, of_order, discount) in [
            // Beside, and the total discount tells of them.
            ("100.00", "90.00", json!("10.00"), json!([]), 1_000),
            ("100.00", "85.00", json!("15.00"), taken("5.00"), 1_500),
            // Beside, and not added up.
            ("100.00", "85.00", Value::Null, taken("5.00"), 1_500),
            // Inside: only the order's own is still to be taken off.
            ("90.00", "90.00", json!("10.00"), json!([]), 0),
            ("90.00", "85.00", json!("15.00"), taken("5.00"), 500),
            ("90.00", "85.00", json!("15.00"), json!([]), 500),
            ("90.00", "85.00", json!(""), taken("5.00"), 500),
        ] {
            let json = order(paid, grand_total, told, of_order);
            let read = content(&json);
            assert_eq!((read.amount.discount, adds_up(&read)), (Money(discount), true), "{json}");
        }
        let read = content(&order("100.00", "70.00", json!("12.00"), taken("5.00")));
        assert_eq!((read.amount.discount, adds_up(&read)), (Money(1_200), false));
        let shares = json!([{ "sponsorships": [{ "sponsor": "PLATFORM", "amount": "2.00" }, { "amount": "3.00" }] }]);
        let read = content(&order("90.00", "85.00", Value::Null, shares));
        assert_eq!((read.amount.discount, adds_up(&read)), (Money(500), true));
    }

    #[test]
    fn each_fee_has_its_place() {
        let price = json!({
            "grandTotal": "59.00", "deliveryFees": [{ "name": "Teslimat", "value": 20.0 }, { "name": "Gece", "value": "5,00" }],
            "deliveryFee": "20.00", "containerCharge": "1.50", "serviceFee": "3.00", "serviceFeeTotal": "3.00",
            "smallOrderFee": 7, "riderTip": "10.50", "minimumDeliveryValue": "150.00", "serviceFeePercent": "10",
            "deliveryFeeDiscount": "4.00", "vatTotal": "2.00", "payRestaurant": "", "serviceTax": "1.00",
        });
        let read = content(&json!({ "price": price, "products": [dish("6.00", "12.00", json!([]))] }));
        let Amount { subtotal, discount, delivery_fee, fees, tip, total, .. } = read.amount;
        assert_eq!((subtotal, discount, delivery_fee), (Money(1_200), Money(0), Money(2_500)));
        assert_eq!((fees, tip, total, adds_up(&read)), (Money(1_150), Money(1_050), Money(5_900), true));
        let plain = json!({ "grandTotal": "32.00", "deliveryFees": [], "deliveryFee": "20.00" });
        let read = content(&json!({ "price": plain, "products": [dish("6.00", "12.00", json!([]))] }));
        assert_eq!((read.amount.delivery_fee, adds_up(&read)), (Money(2_000), true));
    }
}
