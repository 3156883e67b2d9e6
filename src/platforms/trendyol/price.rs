//! What a package costs. `totalPrice` is always what is billed; the rest is made to add up to it.
//!
//! Whether a unit price holds its options is not settled over there, and of discounts only the seller's share is told.

use super::lines::{self, Line};
use crate::{
    model::{
        Currency, Money,
        money::MOST,
        order::{Amount, Item},
    },
    platforms::loose::Loose,
};
use serde_json::Value;

pub fn settle(package: &Loose<'_>, lines: Vec<Line>, currency: Currency) -> (Vec<Item>, Amount) {
    let field = package.get("totalPrice");
    let total = field.needed(field.money());
    let delivery_fee = package.get("totalDeliveryPrice").money().unwrap_or_default();
    let told = seller_share(package.value());
    let plain = sum(lines.iter().map(|line| line.item.total));
    let full = sum(lines.iter().map(with_extras));
    let goods = total.map_or(plain, |total| total.minus(delivery_fee).plus(told));
    // Platforms count in thirds of a kuruş; what that makes a piece is no difference.
    let pieces = lines.iter().map(|line| i64::from(line.item.quantity)).sum::<i64>();
    let is_near = |sum: Money| sum.minus(goods).0.abs() <= pieces;
    let adds_extras = !is_near(plain) && (is_near(full) || plain < goods);
    let of_lines = if adds_extras { full } else { plain };
    // More than the lines come to was charged for something that is not told; less is a discount that is not told.
    let subtotal = if is_near(of_lines) { goods } else { of_lines.max(goods) };
    let total = total.unwrap_or(Money(subtotal.plus(delivery_fee).minus(told).0.max(0)));
    let discount = Money(subtotal.plus(delivery_fee).minus(total).0.max(0));
    let amount = Amount { subtotal, discount, delivery_fee, fees: Money(0), tip: Money(0), total, currency };
    let items = lines.into_iter().map(|line| {
        let total = if adds_extras { with_extras(&line) } else { line.item.total };
        Item { total, ..line.item }
    });
    (items.collect(), amount)
}

fn with_extras(line: &Line) -> Money {
    line.item.total.plus(lines::times(line.extras, line.item.quantity)).min(MOST)
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    amounts.fold(Money(0), Money::plus).min(MOST)
}

/// The seller's share of all discounts: of the package where it is summed up there, else of its pieces. Read from the
/// bare JSON, because a discount of another shape is no reason to have a person look.
fn seller_share(package: &Value) -> Money {
    let whole = discounts(package, |discount| money(&discount["totalSellerAmount"]));
    if whole > Money(0) {
        return whole;
    }
    let pieces = list(&package["lines"]).iter().flat_map(|line| list(&line["items"]));
    let live = pieces.filter(|piece| piece["isCancelled"] != true);
    let share = |discount: &Value| money(&discount["amount"]["seller"]).or_else(|| money(&discount["amount"]));
    sum(live.map(|piece| discounts(piece, share)))
}

fn discounts(holder: &Value, share: impl Fn(&Value) -> Option<Money>) -> Money {
    let all = list(&holder["promotions"]).iter().chain([&holder["coupon"]]);
    sum(all.filter_map(share).filter(|amount| *amount > Money(0)))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A decimal amount, if it is one.
pub fn money(value: &Value) -> Option<Money> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => return None,
    };
    Money::parse_rounding(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::loose::Paper;
    use serde_json::{json, value::to_raw_value};

    fn settled(package: &Value) -> (Vec<i64>, [i64; 4]) {
        let paper = Paper::of(&to_raw_value(package).unwrap());
        let (items, amount) = settle(&paper.root(), lines::read(&paper.root()), Currency::TRY);
        let Amount { subtotal, discount, delivery_fee, total, .. } = amount;
        let totals = items.iter().map(|item| item.total.0).collect();
        (totals, [subtotal.0, discount.0, delivery_fee.0, total.0])
    }

    fn two_menus(total: f64, fee: f64, pieces: &Value) -> Value {
        json!({
            "totalPrice": total, "totalDeliveryPrice": fee,
            "lines": [{ "name": "Menü", "unitSellingPrice": 200, "items": [pieces, pieces],
                "modifierProducts": [{ "name": "Ayran", "price": 15 }] }],
        })
    }

    #[test]
    fn options_are_added_where_only_that_adds_up() {
        let piece = json!({});
        assert_eq!(settled(&two_menus(424.99, 24.99, &piece)), (vec![40_000], [40_000, 0, 2_499, 42_499]));
        assert_eq!(settled(&two_menus(454.99, 24.99, &piece)), (vec![43_000], [43_000, 0, 2_499, 45_499]));
        // A kuruş a piece is rounding.
        assert_eq!(settled(&two_menus(400.02, 0.0, &piece)), (vec![40_000], [40_002, 0, 0, 40_002]));
    }

    #[test]
    fn the_sellers_discount_is_the_packages_or_else_that_of_its_pieces() {
        let piece = json!({
            "promotions": [{ "amount": { "seller": 10 } }], "coupon": { "amount": { "seller": 2.5 } },
        });
        assert_eq!(settled(&two_menus(375.0, 0.0, &piece)), (vec![40_000], [40_000, 2_500, 0, 37_500]));
        let mut package = two_menus(350.0, 0.0, &json!({}));
        package["promotions"] = json!([{ "totalSellerAmount": 30 }]);
        package["coupon"] = json!({ "totalSellerAmount": 20 });
        assert_eq!(settled(&package), (vec![40_000], [40_000, 5_000, 0, 35_000]));
        package["promotions"] = json!({ "of": "another shape" });
        package["coupon"] = json!("too");
        assert_eq!(settled(&package), (vec![40_000], [40_000, 5_000, 0, 35_000]));
    }

    #[test]
    fn the_total_is_billed_whatever_the_rest_comes_to() {
        let piece = json!({});
        // The platform's own discount shows only in the sum.
        assert_eq!(settled(&two_menus(300.0, 20.0, &piece)), (vec![40_000], [40_000, 12_000, 2_000, 30_000]));
        // Something was charged that no line tells.
        assert_eq!(settled(&two_menus(500.0, 0.0, &piece)), (vec![43_000], [50_000, 0, 0, 50_000]));
        let mut package = two_menus(0.0, 20.0, &piece);
        package["totalPrice"] = Value::Null;
        assert_eq!(settled(&package), (vec![40_000], [40_000, 0, 2_000, 42_000]));
        assert_eq!(settled(&json!({})), (vec![], [0, 0, 0, 0]));
    }

    #[test]
    fn no_sum_leaves_the_range_of_amounts() {
        let most = json!({ "name": "x", "unitSellingPrice": 1e9, "items": [{}, {}],
            "modifierProducts": [{ "name": "y", "price": 1e9 }, { "name": "z", "price": 1e9 }] });
        let (items, amounts) = settled(&json!({ "totalPrice": 1e9, "lines": [most, most] }));
        assert!(items.iter().chain(&amounts).all(|amount| (0..=MOST.0).contains(amount)), "{items:?} {amounts:?}");
    }
}
