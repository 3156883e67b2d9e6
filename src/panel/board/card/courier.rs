//! Who brings an order, and where they are.

use super::{fit::clipped, times::moment};
use i18n::{
    Lang, Spoken,
    pages::{board as texts, words},
};
use model::{Order, Status, Time, order::CourierState};

/// Who brings it, by name where the platform gives one.
pub fn courier(lang: Lang, order: &Order) -> String {
    let word = words::courier(lang, order.content.delivery_type);
    match order.courier.as_ref().and_then(|courier| courier.name.as_deref()) {
        Some(name) => format!("{word}: {}", clipped(name, 40)),
        None => word.to_owned(),
    }
}

/// Where the courier is, as long as the order is in the kitchen, and the tone to say it in.
pub fn courier_news(lang: Lang, order: &Order, now: Time, zone: &jiff::tz::TimeZone) -> Option<(&'static str, String)> {
    let courier = order.courier.as_ref().filter(|_| matches!(order.status, Status::New | Status::Preparing))?;
    let t = lang.texts().board_page;
    Some(match courier.state {
        Some(CourierState::Waiting) => ("bad", t.courier_waiting.to_owned()),
        Some(CourierState::Arrived) => ("warn", t.courier_arrived.to_owned()),
        Some(CourierState::Nearby) => ("info", t.courier_nearby.to_owned()),
        None => {
            let mut times = [courier.pickup_from, courier.pickup_until].into_iter().flatten();
            let (first, last) = (times.next()?, times.next());
            let when = [Some(first), last].into_iter().flatten().map(|time| moment(lang, time, now, zone));
            ("info", texts::courier_comes(lang, &when.collect::<Vec<_>>().join(" – ")))
        }
    })
}
