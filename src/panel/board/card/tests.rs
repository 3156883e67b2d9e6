//! What a card says, in both languages.

use super::*;
use i18n::Spoken;
use model::{
    Code, Currency, Day, Due, Failure, Money, Status, Tempo,
    order::{
        Amount, Cancellation, Content, Courier, CourierState, Customer, DeliveryType, HistoryEntry, Item, ItemOption,
        Lapse, OptionKind, Payment, PlatformStep,
    },
    payment::table,
};
use ops::orders::{
    Action::{Advance, Cancel, Verify},
    OrderPlace, OrderStations,
};

use std::{sync::Arc, time::Duration};

const START: i64 = 1_800_000_000_000;

fn on_board(status: Status) -> BoardOrder {
    let choice = |name: &str, kind| ItemOption {
        id: None,
        group: Some("Ekstra".into()),
        name: name.into(),
        quantity: 1,
        price: Some(Money(1_000)),
        kind,
        options: Vec::new(),
    };
    let item = Item {
        id: None,
        product_id: None,
        remote_code: None,
        name: "Adana".into(),
        quantity: 2,
        unit_price: None,
        total: Money(10_000),
        note: Some("Az acılı".into()),
        if_unavailable: None,
        done_at: None,
        options: vec![choice("Soğan", OptionKind::Remove), choice("Kaşar", OptionKind::Add)],
    };
    let amount = Amount {
        subtotal: Money(10_000),
        discount: Money(0),
        delivery_fee: Money(0),
        fees: Money(0),
        tip: Money(0),
        total: Money(10_000),
        currency: Currency::TRY,
    };
    let content = Content {
        customer: Customer { name: Some("Ali".into()), ..Customer::default() },
        items: vec![item],
        amount,
        payment: Payment::new(table::read("Multinet", Some(false)), Some("Multinet".into()), false),
        note: Some("Zil bozuk".into()),
        flags: vec![Flag::NoCutlery],
        delivery_type: DeliveryType::RestaurantCourier,
        is_scheduled: false,
        scheduled_at: None,
        placed_at: None,
        accept_by: Some(Time(START + 300_000)),
        promised_at: None,
        pickup_code: None,
        is_test: false,
        problems: Vec::new(),
    };
    let step = |status, at| HistoryEntry { status, at: Time(at), by: "platform".into() };
    let order = Order {
        id: Id::from_parts(1, 1),
        provider_order_id: "77".into(),
        restaurant_id: Id::from_parts(1, 2),
        provider: Provider::Getir,
        code: Some("k1".into()),
        status,
        created_at: Time(START),
        updated_at: Time(START),
        day: Day(0),
        content,
        starts_at: None,
        accept_owed: false,
        change_id: Id::from_parts(2, 1),
        reported_at: None,
        cancellation: None,
        history: vec![step(Status::New, START), step(status, START + 1_000)],
        is_delivery_confirmed: false,
        platform_sync: Vec::new(),
        possible_duplicate_of: None,
        payment_read_as: None,
        is_name_lumped: false,
        preparation_minutes: None,
        placed_here_at: None,
        erased_at: None,
        courier: None,
        last_sequence: 0,
        changes: Vec::new(),
        ready_at: None,
        is_ready_told: false,
        brought_back_at: None,
    };
    let place = OrderPlace { name: "Köfteci".into(), zone: jiff::tz::TimeZone::UTC, is_one_of_many: false };
    let (due, allowed) = (Due::of(&order, Tempo::default(), None), vec![Verify, Advance, Cancel]);
    BoardOrder {
        order: Arc::new(order),
        allowed,
        place,
        calls_at: None,
        due,
        rings: None,
        is_just_over: false,
        held: None,
        allergy_words: Arc::default(),
        stations: OrderStations::default(),
    }
}

fn html(on_board: &BoardOrder, lang: Lang) -> String {
    OrderCardPiece { card: &OrderCard::of(on_board, lang).unwrap() }.render().unwrap()
}

#[test]
fn what_is_left_out_cannot_be_read_as_an_extra() {
    let on_board = on_board(Status::New);
    for (lang, without) in [(Lang::Tr, "ÇIKAR"), (Lang::En, "WITHOUT")] {
        let html = html(&on_board, lang);
        assert!(html.contains(&format!("<b>{without}</b> <s>Soğan</s>")), "{html}");
        assert!(html.contains("<b>+</b> <span class=\"group\">Ekstra:</span> Kaşar"), "{html}");
        assert!(!html.contains("Ekstra:</span> Soğan"), "{html}");
    }
}

#[test]
fn words_that_say_no_are_shown_as_left_out() {
    let mut on_board = on_board(Status::New);
    let content = &mut Arc::make_mut(&mut on_board.order).content;
    content.items[0].options[0].name = "Soğan istemiyorum".into();
    content.items[0].note = Some("Acı olmasın".into());
    content.note = Some("Turşu istemiyorum".into());
    let html = html(&on_board, Lang::En);
    assert!(html.contains("<b>WITHOUT</b> Soğan istemiyorum</li>"), "{html}");
    assert!(html.contains("<p class=\"note out\"><b>Note:</b> Acı olmasın"), "{html}");
    assert!(html.contains("<p class=\"note all out\"><b>Order note:</b> Turşu istemiyorum"), "{html}");
}

#[test]
fn the_code_of_whoever_collects_it_is_on_the_card() {
    let mut on_board = on_board(Status::Preparing);
    assert!(!html(&on_board, Lang::En).contains("Pick-up code"));
    Arc::make_mut(&mut on_board.order).content.pickup_code = Some("4<711".into());
    for (lang, shown) in [(Lang::Tr, "Teslim alma kodu: 4&#60;711"), (Lang::En, "Pick-up code: 4&#60;711")] {
        let html = html(&on_board, lang);
        assert!(html.contains(shown), "{html}");
    }
}

#[test]
fn where_the_courier_is_stands_on_the_card_while_it_is_in_the_kitchen() {
    let shown = |status, courier: Courier, lang| {
        let mut on_board = on_board(status);
        Arc::make_mut(&mut on_board.order).courier = Some(courier);
        html(&on_board, lang)
    };
    for (state, tr, en) in [
        (CourierState::Nearby, "Kurye yakında.", "The courier is nearby."),
        (CourierState::Arrived, "Kurye geldi.", "The courier is here."),
        (CourierState::Waiting, "Kurye bekliyor.", "The courier is waiting."),
    ] {
        for status in [Status::New, Status::Preparing] {
            assert!(shown(status, Courier::at(state), Lang::Tr).contains(tr), "{tr}");
            assert!(shown(status, Courier::at(state), Lang::En).contains(en), "{en}");
        }
        assert!(!shown(Status::OnTheWay, Courier::at(state), Lang::En).contains(en), "{en}");
    }
    let [from, until] = [0, 5].map(|minutes| Some(clock::now().plus(Duration::from_mins(minutes))));
    let due = Courier { pickup_from: from, pickup_until: until, ..Courier::default() };
    let html = shown(Status::Preparing, due, Lang::En);
    assert!(html.contains("Courier expected: ") && html.contains(" – "), "{html}");
}

#[test]
fn the_change_to_bring_is_on_the_card() {
    let mut on_board = on_board(Status::Preparing);
    assert!(!html(&on_board, Lang::En).contains("Change to bring"));
    Arc::make_mut(&mut on_board.order).content.payment.required_change = Some(Money(9_500));
    for (lang, label) in [(Lang::Tr, "Para üstü: "), (Lang::En, "Change to bring: ")] {
        let shown = format!("{label}{}", show::money(lang, Money(9_500), Currency::TRY));
        assert!(html(&on_board, lang).contains(&shown), "{shown}");
    }
}

#[test]
fn trouble_is_said_on_the_card() {
    let mut on_board = on_board(Status::Preparing);
    let quiet = html(&on_board, Lang::En);
    Arc::make_mut(&mut on_board.order).content.is_test = true;
    Arc::make_mut(&mut on_board.order).content.problems = vec!["items".into()];
    Arc::make_mut(&mut on_board.order).possible_duplicate_of = Some(Id::from_parts(9, 9));
    let mut step = PlatformStep {
        step: "prepare".into(),
        to: Status::OnTheWay,
        state: StepState::Waiting,
        due_at: Some(Time(START + 60_000)),
        error: None,
        at: Time(START),
        tries: 0,
        lapse: None,
    };
    Arc::make_mut(&mut on_board.order).platform_sync = vec![step.clone()];
    step.state = StepState::Failed;
    step.error = Some(Failure::new(Code::PlatformRejected).refusal().clone());
    Arc::make_mut(&mut on_board.order).platform_sync.push(step);
    let loud = html(&on_board, Lang::En);
    let t = Lang::En.texts().board_page;
    for text in [t.test, t.problems, t.duplicate, t.not_told, t.told_at] {
        assert!(loud.contains(text) && !quiet.contains(text), "{text}: {loud}");
    }
    // A step that did not stick is named, once.
    let order = Arc::make_mut(&mut on_board.order);
    order.content.problems = vec![NOT_TAKEN_THERE.into()];
    order.platform_sync[1].lapse = Some(Lapse::default());
    let not_taken = html(&on_board, Lang::En);
    assert!(not_taken.contains("does not have the step “On the way”"), "{not_taken}");
    assert!(!not_taken.contains(t.problems) && !not_taken.contains(t.not_told), "{not_taken}");
    // Also while it is being told once more.
    let order = Arc::make_mut(&mut on_board.order);
    (order.platform_sync[1].state, order.status) = (StepState::Waiting, Status::Preparing);
    assert!(html(&on_board, Lang::En).contains("does not have the step “On the way”"));
    // And not one that it has shown since.
    let order = Arc::make_mut(&mut on_board.order);
    let mut accepted = order.platform_sync[0].clone();
    (accepted.to, accepted.state, accepted.lapse) = (Status::Preparing, StepState::Done, Some(Lapse::default()));
    order.platform_sync[0] = accepted;
    assert!(html(&on_board, Lang::En).contains("does not have the step “On the way”"));
    assert!(loud.contains(&format!("/orders/{}", Id::from_parts(9, 9))));
}

#[test]
fn the_button_says_what_comes_next() {
    let t = Lang::Tr.texts().board_page;
    let table = [
        (Status::New, DeliveryType::Pickup, vec![Verify, Advance], Some((t.accept, Verify))),
        (Status::Scheduled, DeliveryType::Pickup, vec![Verify, Advance], Some((t.accept, Verify))),
        (Status::ScheduledVerified, DeliveryType::Pickup, vec![Advance], Some((t.start, Advance))),
        (Status::Preparing, DeliveryType::RestaurantCourier, vec![Advance], Some((t.send_out, Advance))),
        (Status::Preparing, DeliveryType::PlatformCourier, vec![Advance], Some((t.ready_for_courier, Advance))),
        (Status::Preparing, DeliveryType::Pickup, vec![Advance], Some((t.ready, Advance))),
        (Status::OnTheWay, DeliveryType::RestaurantCourier, vec![Advance], Some((t.delivered, Advance))),
        (Status::OnTheWay, DeliveryType::Pickup, vec![Advance], Some((t.collected, Advance))),
        (Status::OnTheWay, DeliveryType::PlatformCourier, vec![Cancel], None),
    ];
    for (status, delivery, allowed, expected) in table {
        let mut on_board = on_board(status);
        Arc::make_mut(&mut on_board.order).content.delivery_type = delivery;
        on_board.allowed = allowed;
        let card = OrderCard::of(&on_board, Lang::Tr).unwrap();
        let next = card.next.as_ref().map(|next| (next.text, next.act));
        assert_eq!((next, card.platform_moves), (expected, expected.is_none()), "{status:?} {delivery:?}");
        assert_eq!(card.next.map(|next| next.from), expected.map(|_| status.code()));
    }
}

/// The same order, not cancelled but moved there.
fn on_board_of(other: &BoardOrder, status: Status) -> BoardOrder {
    let mut on_board = on_board(Status::Preparing);
    Arc::make_mut(&mut on_board.order).move_to(status, "panel", Time(START + 6_000));
    BoardOrder { due: other.due, allowed: Vec::new(), ..on_board }
}

#[test]
fn an_order_that_was_just_cancelled_stays_where_it_was() {
    let mut on_board = on_board(Status::Preparing);
    let before = OrderCard::of(&on_board, Lang::Tr).unwrap();
    Arc::make_mut(&mut on_board.order).move_to(Status::CancelledByCustomer, "customer", Time(START + 5_000));
    let (by, at) = ("customer".to_owned(), Time(START + 5_000));
    Arc::make_mut(&mut on_board.order).cancellation =
        Some(Cancellation { reason: None, name: None, note: None, by, at, seen_at: None });
    on_board.allowed = Vec::new();
    on_board.due = Due::of(&on_board.order, Tempo::default(), None);
    assert!(OrderCard::of(&on_board, Lang::Tr).is_none());
    on_board.is_just_over = true;
    let after = OrderCard::of(&on_board, Lang::Tr).unwrap();
    assert_eq!((after.column, after.sort), (before.column, before.sort));
    assert!(after.next.is_none() && !after.can_cancel && after.rings.is_none() && !after.platform_moves);
    assert!(html(&on_board, Lang::Tr).contains("İPTAL"));
    // One that its platform goes on with though it was delivered is shown too, and is not cancelled.
    let mut delivered = on_board_of(&on_board, Status::Delivered);
    delivered.is_just_over = true;
    let card = OrderCard::of(&delivered, Lang::Tr).unwrap();
    assert_eq!((card.column, card.over_at), (Column::Preparing, Some(Time(START + 6_000))));
    assert!(!html(&delivered, Lang::Tr).contains("İPTAL") && html(&delivered, Lang::Tr).contains("data-over="));
    // What was delivered before can no longer be stopped.
    Arc::make_mut(&mut on_board.order)
        .history
        .insert(2, HistoryEntry { status: Status::Delivered, at: Time(START + 3_000), by: "platform".into() });
    assert!(OrderCard::of(&on_board, Lang::Tr).is_none());
}

#[test]
fn a_huge_order_does_not_make_a_huge_card() {
    let mut on_board = on_board(Status::New);
    let mut item = Arc::make_mut(&mut on_board.order).content.items.remove(0);
    item.name = "ş".repeat(5_000);
    item.note = Some("ğ".repeat(5_000));
    let choice = item.options.remove(1);
    item.options = vec![ItemOption { name: "x".repeat(5_000), ..choice }; 30];
    Arc::make_mut(&mut on_board.order).content.items = vec![item; 200];
    let card = OrderCard::of(&on_board, Lang::Tr).unwrap();
    assert_eq!((card.dishes.len(), card.rest), (3, Some("197 çeşit daha var: siparişi açın".into())));
    assert!(card.dishes[0].name.chars().count() == 121);
    assert!(html(&on_board, Lang::Tr).len() < 30_000);
    assert_eq!(clipped("kısa", 4), "kısa");
}

#[test]
fn a_long_order_is_folded_but_for_what_must_be_read() {
    let mut on_board = on_board(Status::Preparing);
    let item = Arc::make_mut(&mut on_board.order).content.items.remove(0);
    let plain = |at: usize| Item { name: format!("Ayran {at}"), note: None, options: Vec::new(), ..item.clone() };
    let mut items: Vec<Item> = (0..20).map(plain).collect();
    items.push(Item { name: "Künefe".into(), note: Some("Fıstıksız".into()), ..plain(0) });
    Arc::make_mut(&mut on_board.order).content.items = items;
    let card = OrderCard::of(&on_board, Lang::En).unwrap();
    assert_eq!((card.dishes.len(), card.others.len(), card.others_line.as_str()), (11, 10, "and 10 more"));
    assert_eq!(card.dishes[10].name, "Künefe");
    let whole = html(&on_board, Lang::Tr);
    assert!(whole.contains("ve 10 çeşit daha") && whole.matches("</span> Ayran").count() == 20, "{whole}");
    // What is folded as a whole is not folded twice.
    Arc::make_mut(&mut on_board.order).status = Status::OnTheWay;
    assert!(OrderCard::of(&on_board, Lang::En).unwrap().others.is_empty());
}

#[test]
fn a_long_name_may_lose_its_middle_and_never_what_is_not_wanted() {
    let mut on_board = on_board(Status::New);
    for (name, parts) in [
        ("Karışık Izgara (acılı)", Some(("Karışık Izgara ", "(acılı)"))),
        ("Adana", None),
        ("Karışık Izgara, soğan istemiyorum", None),
    ] {
        Arc::make_mut(&mut on_board.order).content.items[0].name = name.into();
        assert_eq!(OrderCard::of(&on_board, Lang::Tr).unwrap().dishes[0].name_parts(), parts);
    }
}

#[test]
fn the_end_of_a_note_that_does_not_fit_is_announced() {
    let mut on_board = on_board(Status::New);
    Arc::make_mut(&mut on_board.order).content.note = Some("ğ".repeat(400));
    assert!(!OrderCard::of(&on_board, Lang::Tr).unwrap().is_rest_loud);
    Arc::make_mut(&mut on_board.order).content.note = Some("ğ".repeat(401));
    assert!(html(&on_board, Lang::Tr).contains(Lang::Tr.texts().board_page.rest_is_loud));
}

#[test]
fn what_nobody_answered_in_time_is_known() {
    let expired = |status, end: i64| {
        OrderCard::of(&at(status, Some(end), None, START), Lang::En).unwrap().is_expired(Time(START))
    };
    assert!(expired(Status::New, START) && !expired(Status::New, START + 1) && !expired(Status::Preparing, START));
}

#[test]
fn a_change_is_said_until_it_was_seen_and_its_total_however_long_it_is() {
    let mut on_board = on_board(Status::Preparing);
    let order = Arc::make_mut(&mut on_board.order);
    let fresh = order.content.clone();
    let item = order.content.items[0].clone();
    order.content.items.extend((0..40).map(|at| Item { name: format!("{at} {}", "x".repeat(500)), ..item.clone() }));
    order.content.amount.total = order.content.amount.total.plus(Money(1));
    order.change_basket(&fresh, None, Time(START));
    let changed = OrderCard::of(&on_board, Lang::En).unwrap().changed.unwrap();
    assert_eq!((changed.lines.len(), changed.lines[23].as_str()), (25, "17 more: open the order"));
    assert!(changed.lines[24].starts_with("Total: ") && changed.lines[22].chars().count() < 200);
    assert!(html(&on_board, Lang::Tr).contains("SİPARİŞ DEĞİŞTİ"));
    assert!(Arc::make_mut(&mut on_board.order).see_changes(Time(START)));
    assert!(OrderCard::of(&on_board, Lang::En).unwrap().changed.is_none());
}

/// An order of this status that came then, with these times.
fn at(status: Status, deadline: Option<i64>, promise: Option<i64>, placed: i64) -> BoardOrder {
    let mut on_board = on_board(status);
    let order = Arc::make_mut(&mut on_board.order);
    order.content.accept_by = deadline.map(Time);
    order.content.promised_at = promise.map(Time);
    order.content.placed_at = Some(Time(placed));
    on_board.due = Due::of(order, Tempo::default(), None);
    on_board
}

#[test]
fn an_order_is_due_by_our_own_clock() {
    let mut order = Order::clone(&at(Status::New, None, None, START - 3_600_000).order);
    let due = |order: &Order| Due::of(order, Tempo::default(), None).at;
    assert_eq!(due(&order), Time(START - 3_600_000 + 20 * 60_000));
    // The platform's is an hour behind.
    order.placed_here_at = Some(Time(START));
    assert_eq!(due(&order), Time(START + 20 * 60_000));
}

#[test]
fn what_is_most_urgent_lies_first() {
    const MINUTE: i64 = 60_000;
    let sort = |order: BoardOrder| OrderCard::of(&order, Lang::En).unwrap().sort;
    let rising = |orders: Vec<BoardOrder>| {
        let sorts: Vec<i64> = orders.into_iter().map(sort).collect();
        assert!(sorts.is_sorted_by(|one, next| one < next), "{sorts:?}");
    };
    // By the deadline of the platform, then by the promise or what it takes, then the oldest.
    rising(vec![
        at(Status::New, Some(START + MINUTE), None, START),
        at(Status::New, Some(START + 9 * MINUTE), Some(START + 2 * MINUTE), START - MINUTE),
        at(Status::New, None, Some(START + 5 * MINUTE), START),
        at(Status::New, None, None, START - 2 * MINUTE),
        at(Status::New, None, None, START - MINUTE),
        at(Status::New, None, Some(START + 40 * MINUTE), START - 3 * MINUTE),
    ]);
    rising(vec![
        at(Status::Preparing, Some(START), Some(START + 10 * MINUTE), START),
        at(Status::Preparing, None, None, START - MINUTE),
        at(Status::Preparing, None, Some(START + 30 * MINUTE), START - 5 * MINUTE),
    ]);
}

#[test]
fn a_card_says_how_late_it_is_in_words_and_not_by_colour_alone() {
    let now = clock::now().0;
    let shown = |promise: i64, lang| {
        let html = html(&at(Status::Preparing, None, Some(promise), START), lang);
        let class = html.split_once("class=\"card ").unwrap().1.split_once('"').unwrap().0.to_owned();
        (class, html)
    };
    for (offset, state, tr, en) in [
        (-245_000, "late", "4 dk gecikti", "4 min late"),
        (-5_405_000, "late", "1 sa 30 dk gecikti", "1 h 30 min late"),
        (190_000, "soon", "3 dk kaldı", "3 min left"),
        (1_510_000, "on-time", "25 dk kaldı", "25 min left"),
    ] {
        for (lang, text) in [(Lang::Tr, tr), (Lang::En, en)] {
            let (class, html) = shown(now + offset, lang);
            assert!(class.ends_with(state) && html.contains(text), "{state} {text}: {html}");
        }
    }
}
