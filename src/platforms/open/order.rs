//! Reads an order that a shop posts: the detail shape, strictly. What is wrong is 422 and names the field.

use crate::{Arrival, Report};
use model::fields::{NAME, TEXT};
use model::order::{Channel, MOST_ITEMS, MOST_OPTIONS};
use model::{
    Address, Amount, Content, Currency, Customer, DeliveryType, Failure, Fields, Flag, Item, ItemOption, Money,
    OptionKind, Payment, PaymentType, Why, money::MOST, payment::table,
};
use std::cell::Cell;

/// Of one item, or of one option; in all there may be `MOST_OPTIONS`.
const OPTIONS: usize = 100;
const OPTION_DEPTH: usize = 5;
const MOST_PIECES: i64 = 9_999;

/// `currency` is asked for where the order does not say one.
pub fn read_order(body: &[u8], currency: impl FnOnce() -> Result<Currency, Failure>) -> Result<Report, Failure> {
    let order = Fields::parse(body)?;
    let provider_order_id = order.required_text("providerOrderId", TEXT)?;
    let code = order.text("code", TEXT)?;
    let entries =
        order.list("items", MOST_ITEMS)?.filter(|items| !items.is_empty()).ok_or_else(|| order.missing("items"))?;
    let left = Cell::new(MOST_OPTIONS);
    let items = entries.iter().map(|entry| read_item(&entry.fields()?, &left)).collect::<Result<Vec<_>, _>>()?;
    let amount = read_amount(&order, &items, currency)?;
    let payment = read_payment(&order)?;
    let scheduled_at = order.time("scheduledAt")?;
    let is_scheduled = order.boolean("isScheduled")?.unwrap_or(scheduled_at.is_some());
    if is_scheduled && scheduled_at.is_none() {
        return Err(order.missing("scheduledAt"));
    }
    let flags = order.list("flags", Flag::WORDS.len())?.unwrap_or_default();
    let content = Content {
        customer: read_customer(&order)?,
        items,
        amount,
        payment,
        note: order.text("note", TEXT)?,
        flags: flags.iter().map(|flag| flag.choice(&Flag::WORDS)).collect::<Result<_, _>>()?,
        delivery_type: order.choice("deliveryType", &DeliveryType::WORDS)?.unwrap_or(DeliveryType::RestaurantCourier),
        is_scheduled,
        scheduled_at,
        placed_at: order.time("placedAt")?,
        accept_by: order.time("acceptBy")?,
        promised_at: order.time("promisedAt")?,
        pickup_code: order.text("pickupCode", TEXT)?,
        is_test: order.boolean("isTest")?.unwrap_or(false),
        problems: Vec::new(),
    };
    let arrival = Arrival { code, content, raw: body.to_vec() };
    Ok(Report { provider_order_id, arrival: Some(arrival), ..Report::default() })
}

fn read_item(item: &Fields<'_>, left: &Cell<usize>) -> Result<Item, Failure> {
    Ok(Item {
        id: item.text("id", TEXT)?,
        product_id: item.text("productId", TEXT)?,
        remote_code: item.text("remoteCode", TEXT)?,
        name: item.required_text("name", NAME)?,
        quantity: pieces(item)?.ok_or_else(|| item.missing("quantity"))?,
        unit_price: item.money("unitPrice")?,
        total: item.money("total")?.ok_or_else(|| item.missing("total"))?,
        note: item.text("note", TEXT)?,
        if_unavailable: None,
        done_at: None,
        options: read_choices(item, 1, left)?,
    })
}

/// `left` is how many the order may still have.
fn read_choices(parent: &Fields<'_>, depth: usize, left: &Cell<usize>) -> Result<Vec<ItemOption>, Failure> {
    let Some(entries) = parent.list("options", OPTIONS)? else { return Ok(Vec::new()) };
    let now_left = left.get().checked_sub(entries.len());
    left.set(now_left.ok_or_else(|| parent.invalid("options", Why::Plain(too_many_options(MOST_OPTIONS))))?);
    if depth > OPTION_DEPTH && !entries.is_empty() {
        return Err(parent.invalid("options", Why::TooDeep(OPTION_DEPTH)));
    }
    entries.iter().map(|entry| read_choice(&entry.fields()?, depth, left)).collect()
}

fn read_choice(choice: &Fields<'_>, depth: usize, left: &Cell<usize>) -> Result<ItemOption, Failure> {
    Ok(ItemOption {
        id: choice.text("id", TEXT)?,
        group: choice.text("group", TEXT)?,
        name: choice.required_text("name", NAME)?,
        quantity: pieces(choice)?.unwrap_or(1),
        price: choice.money("price")?,
        kind: choice.choice("kind", &OptionKind::WORDS)?.unwrap_or(OptionKind::Add),
        options: read_choices(choice, depth + 1, left)?,
    })
}

fn pieces(fields: &Fields<'_>) -> Result<Option<u32>, Failure> {
    Ok(fields.whole("quantity", 1, MOST_PIECES)?.and_then(|pieces| u32::try_from(pieces).ok()))
}

fn read_amount(
    order: &Fields<'_>,
    items: &[Item],
    currency: impl FnOnce() -> Result<Currency, Failure>,
) -> Result<Amount, Failure> {
    let amount = order.part("amount")?;
    let money = |name| Ok::<_, Failure>(amount.money(name)?.unwrap_or_default());
    let currency = amount.currency("currency")?.map_or_else(currency, Ok)?;
    let of_items = items.iter().fold(Money(0), |sum, item| sum.plus(item.total));
    let subtotal = amount.money("subtotal")?.unwrap_or(of_items);
    if subtotal > MOST {
        return Err(order.invalid("items", Why::Plain(too_much(MOST))));
    }
    Ok(Amount {
        total: amount.money("total")?.ok_or_else(|| amount.missing("total"))?,
        subtotal,
        discount: money("discount")?,
        delivery_fee: money("deliveryFee")?,
        fees: money("fees")?,
        tip: money("tip")?,
        currency,
    })
}

fn read_payment(order: &Fields<'_>) -> Result<Payment, Failure> {
    let payment = order.part("payment")?;
    let kind = payment.required_choice("type", &PaymentType::WORDS)?;
    let paid_ahead = matches!(kind, PaymentType::OnlineCard | PaymentType::Wallet);
    let is_paid = payment.boolean("isPaid")?.unwrap_or(paid_ahead);
    let name = payment.text("name", NAME)?;
    let told = payment.choice("brand", &table::BRANDS.map(|(brand, _)| (brand, brand)))?;
    if told.is_some() && kind != PaymentType::MealCard {
        return Err(payment.invalid("brand", Why::Plain(ONLY_MEAL_CARDS)));
    }
    let read = table::Reading { kind, brand: told }.or_brand_of(name.as_deref());
    let channel = payment.choice("channel", &Channel::WORDS)?;
    let read = Payment::new(read, name, is_paid);
    Ok(Payment { channel: channel.unwrap_or(read.channel), ..read })
}

bilingual! {
    fn too_much(most: Money): "Ürünlerin toplamı (items[].total) en çok {most} olabilir."
        / "The totals of all items together may be at most {most}.",
    fn too_many_options(most: usize): "Bir siparişin bütün ürünlerinde toplam en çok {most} seçenek (options) olabilir."
        / "All items of an order together may have at most {most} options.",
    ONLY_MEAL_CARDS: "Yalnızca yemek kartının (meal_card) markası olur." / "Only a meal card (meal_card) has a brand.",
}

fn read_customer(order: &Fields<'_>) -> Result<Customer, Failure> {
    let Some(customer) = order.object("customer")? else { return Ok(Customer::default()) };
    let address = match customer.object("address")? {
        None => Address::default(),
        Some(address) => Address {
            line: address.text("line", TEXT)?,
            district: address.text("district", TEXT)?,
            city: address.text("city", TEXT)?,
            door_number: address.text("doorNumber", TEXT)?,
            floor: address.text("floor", TEXT)?,
            flat: address.text("flat", TEXT)?,
            directions: address.text("directions", TEXT)?,
            lat: address.decimal("lat", -90.0, 90.0)?,
            lon: address.decimal("lon", -180.0, 180.0)?,
        },
    };
    Ok(Customer {
        name: customer.text("name", NAME)?,
        phone: customer.text("phone", TEXT)?,
        phone_code: customer.text("phoneCode", TEXT)?,
        address,
    })
}
