//! What live screens hear: events of the stream, made once for all that look alike. Cards for a board, in its role and language,
//! and for every other page whether an order has to be answered. What no screen looks at is never made.

use super::board::{
    look::{BoardLook, CardLook},
    shown::BoardCard,
};
use hyper::body::Bytes;
use i18n::Lang;
use model::Id;
use ops::orders::BoardOrder;
use parking_lot::Mutex;
use std::fmt::Write;

/// One change, as it goes over the wire.
pub struct OrderNews {
    on_board: BoardOrder,
    /// Made when the first screen that looks so hears of it, for all that do.
    made: Mutex<Vec<(CardLook, Lang, Bytes)>>,
    /// For pages that only ring.
    bell: Bytes,
}

/// What a screen wants to hear.
#[derive(Clone, Copy)]
pub enum Ear {
    /// Cards, as they are looked at.
    Cards(BoardLook),
    /// Whether an order has to be answered.
    Bell,
}

impl OrderNews {
    pub fn of(on_board: BoardOrder) -> OrderNews {
        OrderNews { bell: bell(&on_board), made: Mutex::default(), on_board }
    }

    /// As it is heard; nothing where it is not for that ear.
    pub fn heard(&self, ear: Ear, lang: Lang) -> Option<Bytes> {
        match ear {
            Ear::Cards(look) if look.restaurant.is_some_and(|wanted| wanted != self.on_board.order.restaurant_id) => {
                None
            }
            Ear::Cards(look) => Some(self.card(look.card, lang)),
            Ear::Bell => Some(self.bell.clone()),
        }
    }

    fn card(&self, look: CardLook, lang: Lang) -> Bytes {
        let mut made = self.made.lock();
        if let Some((.., bytes)) = made.iter().find(|(known, spoken, _)| (*known, *spoken) == (look, lang)) {
            return bytes.clone();
        }
        let mut html = String::new();
        let bytes = match BoardCard::of(&self.on_board, look, lang).map(|card| write!(html, "{card}")) {
            Some(Ok(())) => frame("card", &html),
            None => frame("gone", &format!("{} {}", self.on_board.order.id, self.on_board.order.change_id)),
            // Then each screen asks for all of it, and hears why not.
            Some(Err(error)) => {
                tracing::error!(cause = %error, "a card could not be made");
                frame("again", "")
            }
        };
        made.push((look, lang, bytes.clone()));
        bytes
    }
}

/// From where on a screen hears of changes, what time it is here, and how soon it should come back when it loses us.
pub fn hello(position: Id) -> Bytes {
    let hello = frame("hello", &format!("{position} {}", clock::now().0));
    Bytes::from([b"retry: 1000\n", hello.as_ref()].concat())
}

/// Whether an order rings, from when on, and until when it has to be answered; 0 is not at all.
pub fn bell(on_board: &BoardOrder) -> Bytes {
    // What is over rings for a while, which only the board keeps an eye on.
    let rings = on_board.rings.filter(|_| !on_board.order.status.is_closed()).map_or(0, |time| time.0.max(1));
    let by = on_board.order.content.accept_by.filter(|_| on_board.rings.is_some()).map_or(0, |time| time.0);
    frame("ring", &format!("{} {rings} {by}", on_board.order.id))
}

/// One server-sent event. A carriage return would end a line there, and let a customer's note begin an event of its own.
pub fn frame(event: &str, data: &str) -> Bytes {
    let mut text = String::with_capacity(data.len() + data.len() / 16 + 64);
    text.push_str("event: ");
    text.push_str(event);
    for line in data.split(['\n', '\r']) {
        text.push_str("\ndata: ");
        text.push_str(line);
    }
    text.push_str("\n\n");
    Bytes::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;
    use model::{Customer, Due, Money, Order, Provider, ScreenRole, Status, Tempo, Time};
    use ops::orders::{OrderPlace, OrderStations};
    use serde_json::json;
    use std::sync::Arc;

    fn news() -> OrderNews {
        let amount = json!({
            "subtotal": Money(0), "discount": Money(0), "deliveryFee": Money(0), "fees": Money(0), "tip": Money(0), "total": Money(0),
            "currency": "TRY"
        });
        let order: Order = serde_json::from_value(json!({
            "id": Id::NIL, "providerOrderId": "1", "restaurantId": Id::NIL, "provider": Provider::Open, "code": null,
            "status": Status::Preparing, "createdAt": Time(0), "updatedAt": Time(0), "day": model::Day(0),
            "startsAt": null, "changeId": Id::NIL, "reportedAt": null, "cancellation": null, "possibleDuplicateOf": null,
            "content": {
                "customer": Customer::default(), "items": [], "amount": amount, "note": null, "flags": [],
                "payment": { "type": "cash", "name": null, "isPaid": false, "channel": "door", "requiredChange": null },
                "deliveryType": "pickup", "isScheduled": false, "scheduledAt": null, "placedAt": null, "acceptBy": null,
                "promisedAt": null, "pickupCode": null, "isTest": false, "problems": []
            }
        }))
        .unwrap();
        OrderNews::of(BoardOrder {
            due: Due::of(&order, Tempo::default(), None),
            order: Arc::new(order),
            allowed: Vec::new(),
            place: OrderPlace { name: String::new(), zone: TimeZone::UTC, is_one_of_many: false },
            calls_at: None,
            rings: None,
            is_just_over: false,
            held: None,
            allergy_words: Arc::default(),
            stations: OrderStations::default(),
        })
    }

    #[test]
    fn a_card_is_made_once_for_all_that_look_alike_and_not_where_nobody_looks() {
        let news = news();
        let look = |role| Ear::Cards(BoardLook { restaurant: None, card: CardLook { role, station: None } });
        assert_eq!(news.made.lock().len(), 0);
        let heard = |role, lang| news.heard(look(role), lang).unwrap();
        let first = heard(ScreenRole::Kitchen, Lang::Tr);
        assert!(first.starts_with(b"event: card\n") && first.as_ptr() == heard(ScreenRole::Kitchen, Lang::Tr).as_ptr());
        let of_one =
            BoardLook { restaurant: Some(Id::NIL), card: CardLook { role: ScreenRole::Kitchen, station: None } };
        assert_eq!(news.heard(Ear::Cards(of_one), Lang::Tr).unwrap().as_ptr(), first.as_ptr());
        let other = BoardLook { restaurant: Some(Id::from_parts(1, 1)), ..of_one };
        assert!(news.heard(Ear::Cards(other), Lang::Tr).is_none());
        assert_eq!(news.made.lock().len(), 1);
        assert!(heard(ScreenRole::Kitchen, Lang::En) != first && heard(ScreenRole::Pass, Lang::Tr) != first);
        assert_eq!(news.made.lock().len(), 3);
    }

    #[test]
    fn no_text_can_begin_an_event_of_its_own() {
        let hostile = "note\rdata: x\r\revent: gone\r\n\r\ndata: y\n\nevent: again\n\n";
        let frame = String::from_utf8(frame("card", hostile).to_vec()).unwrap();
        assert!(frame.starts_with("event: card\ndata: note\ndata: data: x\n"), "{frame}");
        assert!(!frame.contains('\r'));
        let (body, end) = frame.split_at(frame.len() - 2);
        assert_eq!((body.contains("\n\n"), end), (false, "\n\n"));
        assert!(body.lines().skip(1).all(|line| line.starts_with("data: ")));
    }
}
