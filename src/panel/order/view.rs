//! Everything that is known of an order, in the reader's language: what its page and its ticket show.

use super::{
    basket::{self, BasketNews},
    lines::{OrderedDish, dishes, is_no},
    map,
    reason::reason,
};
use crate::{
    board::card::{courier_news, payment, wishes},
    listing::tone,
    show,
};
use i18n::{
    self, Lang, Spoken,
    pages::{order::OrderPageTexts, words},
};
use model::{
    Id, Money, Order, Provider, Time,
    order::{Address, Customer, PlatformStep, StepState},
};
use ops::orders::BoardOrder;
use platforms::facts;

pub struct OrderView {
    pub t: &'static OrderPageTexts,
    pub id: Id,
    pub provider: Provider,
    pub platform: &'static str,
    pub mark: &'static str,
    pub platform_id: String,
    pub code: String,
    pub restaurant: String,
    pub status: &'static str,
    /// The colour of its badge.
    pub tone: &'static str,
    pub is_test: bool,
    /// Each in words, or the platform's own name of what could not be read.
    pub problems: Vec<Result<&'static str, String>>,
    pub dishes: Vec<OrderedDish>,
    pub note: Option<String>,
    /// The note says that something is not wanted.
    pub is_no: bool,
    /// The note speaks of an allergy.
    pub is_allergy: bool,
    pub flags: Vec<&'static str>,
    /// What the total is made of, without what is nothing.
    pub amounts: Vec<(&'static str, String)>,
    pub total: String,
    pub payment: String,
    /// As the platform calls it, where that is not said already.
    pub payment_name: Option<String>,
    pub channel: &'static str,
    pub paid: &'static str,
    pub is_paid: bool,
    /// What the courier has to bring back.
    pub required_change: Option<String>,
    pub courier: &'static str,
    /// Where the courier is, while the order is in the kitchen.
    pub courier_news: Option<String>,
    /// The courier's name and number, where the platform gives them.
    pub courier_name: Option<String>,
    pub courier_phone: Option<String>,
    pub courier_dial: Option<String>,
    /// What is said when it is collected.
    pub pickup_code: Option<String>,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub phone_code: Option<String>,
    /// What a telephone dials: number, pause, code.
    pub dial: Option<String>,
    pub address: Vec<(&'static str, String)>,
    /// Where that is on a map.
    pub map: Option<String>,
    pub times: Vec<(&'static str, String)>,
    pub wanted_at: Option<String>,
    /// When it was placed, for the ticket.
    pub placed_at: String,
    pub accounting: String,
    /// When the customer's data were erased.
    pub erased: Option<String>,
    pub cancellation: Option<CancellationView>,
    /// What its platform changed in it and nobody has taken note of, and every change there was.
    pub unseen: Option<BasketNews>,
    pub changes: Vec<ChangeRow>,
    /// What it is now against how it came.
    pub changed: Option<ChangeRow>,
    pub history: Vec<HistoryRow>,
    pub steps: Vec<ToldStep>,
}

pub struct CancellationView {
    pub by: String,
    pub at: String,
    pub reason: Option<String>,
    pub note: Option<String>,
}

/// One change of what is in it.
pub struct ChangeRow {
    pub at: String,
    pub lines: Vec<String>,
}

pub struct HistoryRow {
    pub status: &'static str,
    pub at: String,
    pub by: String,
}

/// One thing that the platform was or is to be told.
pub struct ToldStep {
    /// The status that it is to show there, and its own name for the call.
    pub to: &'static str,
    pub step: String,
    pub state: &'static str,
    pub tone: &'static str,
    pub due: Option<String>,
    pub error: Option<String>,
}

impl OrderView {
    pub fn of(on_board: &BoardOrder, lang: Lang) -> OrderView {
        let (order, content, zone) = (&on_board.order, &on_board.order.content, &on_board.place.zone);
        let t = lang.texts().order_page;
        let at = |time: Time| show::time(lang, time, zone);
        let placed = content.placed_at.unwrap_or(order.created_at);
        let change_row = |news: BasketNews| ChangeRow { at: show::exact(lang, news.at, zone), lines: news.lines };
        let stated = |label, time: Option<Time>| time.map(|time| (label, at(time)));
        let times = [
            stated(t.scheduled, content.scheduled_at),
            stated(t.placed, content.placed_at),
            Some((t.received, show::exact(lang, order.created_at, zone))),
            content.accept_by.map(|by| (t.accept_by, show::exact(lang, by, zone))),
            stated(t.starts, order.starts_at),
            stated(t.promised, content.promised_at),
            order.ready_at.map(|ready| (t.ready, show::exact(lang, ready, zone))),
        ];
        OrderView {
            t,
            id: order.id,
            provider: order.provider,
            platform: facts(order.provider).short_name_in(lang),
            mark: facts(order.provider).mark,
            platform_id: order.provider_order_id.clone(),
            code: order.code.clone().unwrap_or_else(|| order.provider_order_id.clone()),
            restaurant: on_board.place.name.clone(),
            status: words::status(lang, order.status),
            tone: tone(order.status),
            is_test: content.is_test,
            problems: content.problems.iter().map(|it| t.problem(it).ok_or_else(|| it.clone())).collect(),
            dishes: dishes(lang, &content.items, content.amount.currency, &on_board.allergy_words),
            is_allergy: content.note.as_deref().is_some_and(|note| on_board.allergy_words.are_in(note)),
            note: content.note.clone().filter(|note| !note.is_empty()),
            is_no: is_no(content.note.as_deref()),
            flags: wishes(lang, content),
            amounts: amounts(on_board, lang),
            total: show::money(lang, content.amount.total, content.amount.currency),
            payment: payment(lang, order),
            payment_name: payment_name(lang, order),
            channel: words::channel(lang, content.payment.channel),
            paid: words::is_paid(lang, content.payment.is_paid),
            is_paid: content.payment.is_paid,
            required_change: content
                .payment
                .required_change
                .map(|change| show::money(lang, change, content.amount.currency)),
            courier: words::courier(lang, content.delivery_type),
            courier_news: courier_news(lang, order, clock::now(), zone).map(|(_, words)| words),
            courier_name: order.courier.as_ref().and_then(|courier| courier.name.clone()),
            courier_phone: order.courier.as_ref().and_then(|courier| courier.phone.clone()),
            courier_dial: order.courier.as_ref().and_then(|courier| dial(courier.phone.as_deref()?, None)),
            pickup_code: content.pickup_code.clone(),
            name: content.customer.name.clone(),
            phone: content.customer.phone.clone(),
            phone_code: content.customer.phone_code.clone(),
            dial: dial_of(&content.customer),
            address: address(t, &content.customer.address),
            map: map::link(&content.customer.address),
            times: times.into_iter().flatten().collect(),
            wanted_at: content.scheduled_at.map(at),
            placed_at: at(placed),
            accounting: match order.reported_at {
                Some(reported) => at(reported),
                None if order.awaits_report() => t.not_reported.to_owned(),
                None => t.not_counted.to_owned(),
            },
            erased: order.erased_at.map(at),
            cancellation: order.cancellation.as_ref().map(|it| CancellationView {
                by: words::actor(lang, &it.by),
                at: show::exact(lang, it.at, zone),
                reason: reason(lang, order),
                note: it.note.clone(),
            }),
            unseen: basket::unseen(lang, order, true),
            changes: basket::all(lang, order).into_iter().map(change_row).collect(),
            changed: basket::since_first(lang, order)
                .map(|news| ChangeRow { at: show::clock(news.at, zone), lines: news.lines }),
            history: order
                .history
                .iter()
                .map(|step| HistoryRow {
                    status: words::status(lang, step.status),
                    at: show::exact(lang, step.at, zone),
                    by: words::actor(lang, &step.by),
                })
                .collect(),
            steps: order.platform_sync.iter().map(|step| told(on_board, lang, step)).collect(),
        }
    }

    /// What was ordered, for those who neither see what it costs nor who has it brought where.
    pub fn without_money(mut self) -> OrderView {
        for dish in &mut self.dishes {
            dish.total.clear();
            dish.picks.iter_mut().for_each(|pick| pick.price = None);
        }
        self.total.clear();
        self.amounts.clear();
        self.payment.clear();
        self.address.clear();
        (self.payment_name, self.required_change, self.map) = (None, None, None);
        (self.name, self.phone, self.phone_code, self.dial) = (None, None, None, None);
        (self.courier_phone, self.courier_dial) = (None, None);
        self
    }

    /// What the page is, and of which order: a person with several open has to tell them apart.
    pub fn title(&self, what: &str) -> String {
        format!("{what} {} · {}", self.code, self.platform)
    }
}

/// What its platform calls the payment, where that is not said already.
fn payment_name(lang: Lang, order: &Order) -> Option<String> {
    let name = words::payment_name(lang, order.content.payment.name.as_deref()?);
    Some(name).filter(|name| !payment(lang, order).contains(name.as_str()))
}

fn told(on_board: &BoardOrder, lang: Lang, step: &PlatformStep) -> ToldStep {
    ToldStep {
        to: words::status(lang, step.to),
        step: step.step.clone(),
        state: words::step_state(lang, step.state),
        tone: match step.state {
            StepState::Waiting => "info",
            StepState::Done => "good",
            StepState::Failed => "bad",
        },
        due: step.due_at.map(|due| show::exact(lang, due, &on_board.place.zone)),
        error: step.error.as_ref().map(|refusal| i18n::failure(lang, &refusal.clone().into())),
    }
}

fn amounts(on_board: &BoardOrder, lang: Lang) -> Vec<(&'static str, String)> {
    let (t, amount) = (lang.texts().order_page, &on_board.order.content.amount);
    let rows = [
        (t.subtotal, amount.subtotal),
        (t.discount, Money(-amount.discount.0)),
        (t.delivery_fee, amount.delivery_fee),
        (t.fees, amount.fees),
        (t.tip, amount.tip),
    ];
    let stated = rows.into_iter().filter(|(_, money)| money.0 != 0);
    stated.map(|(label, money)| (label, show::money(lang, money, amount.currency))).collect()
}

fn address(t: &'static OrderPageTexts, address: &Address) -> Vec<(&'static str, String)> {
    let joined = [&address.line, &address.district, &address.city];
    let joined: Vec<&str> =
        joined.into_iter().filter_map(|part| part.as_deref().filter(|part| !part.is_empty())).collect();
    let whole = Some(joined.join(", ")).filter(|text| !text.is_empty());
    let rows = [
        (t.address, whole),
        (t.door, address.door_number.clone()),
        (t.floor, address.floor.clone()),
        (t.flat, address.flat.clone()),
        (t.directions, address.directions.clone()),
    ];
    rows.into_iter().filter_map(|(label, text)| Some((label, text.filter(|text| !text.is_empty())?))).collect()
}

/// Digits only: a number is a platform's text, and a telephone must not be made to do anything but dial.
fn dial(phone: &str, code: Option<&str>) -> Option<String> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let plus = if phone.trim_start().starts_with('+') { "+" } else { "" };
    // A masked number with stars in it cannot be dialled.
    let number = Some(digits(phone)).filter(|number| number.len() >= 7 && !phone.contains('*'))?;
    let code = code.map(digits).filter(|code| !code.is_empty());
    Some(format!("tel:{plus}{number}{}", code.map_or(String::new(), |code| format!(",{code}"))))
}

fn dial_of(customer: &Customer) -> Option<String> {
    dial(customer.phone.as_deref()?, customer.phone_code.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telephone_is_only_ever_made_to_dial() {
        assert_eq!(dial("+90 850 000 00 00", Some("12 34")).as_deref(), Some("tel:+908500000000,1234"));
        assert_eq!(dial("0850 000 00 00", None).as_deref(), Some("tel:08500000000"));
        assert_eq!(dial("+90 5** *** ** 12", None), None);
        assert_eq!(dial("javascript:alert(1)", Some("x")), None);
        assert_eq!(dial_of(&Customer::default()), None);
    }
}
