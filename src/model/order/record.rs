//! `Order`: the whole record, how it is moved, and what is taken out of it when its customer is erased.

use super::change::{self, BasketChange};
use super::content::Content;
use crate::{Actor, Assignment, Day, EventPlace, Id, Provider, Refusal, Status, Time, Why, payment::PaymentType};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// No order is for a later day than this, whatever it says: its customer's data is kept no longer for that.
const LONGEST_AHEAD: Duration = Duration::from_hours(365 * 24);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub id: Id,
    pub provider_order_id: String,
    pub restaurant_id: Id,
    pub provider: Provider,
    /// The short number that people say aloud.
    pub code: Option<String>,
    pub status: Status,
    pub created_at: Time,
    pub updated_at: Time,
    /// The local day that reports book it on; fixed on arrival, so that a changed time zone moves no takings.
    pub day: Day,
    pub content: Content,
    /// When a scheduled order that was verified goes to the kitchen by itself.
    pub starts_at: Option<Time>,
    /// It arrived where orders are accepted automatically, and that has not been done yet.
    #[serde(default)]
    pub accept_owed: bool,
    /// Made at the last change: the order's place in the list by change, which only ever goes up.
    pub change_id: Id,
    pub reported_at: Option<Time>,
    pub cancellation: Option<Cancellation>,
    #[serde(default)]
    pub history: Vec<HistoryEntry>,
    /// The platform itself said, or took it from us, that the order was delivered: no cancellation of its own undoes that.
    #[serde(default)]
    pub is_delivery_confirmed: bool,
    /// Steps that the platform is still to be told, or was told later than the till asked.
    #[serde(default)]
    pub platform_sync: Vec<PlatformStep>,
    pub possible_duplicate_of: Option<Id>,
    /// How its payment was read, where the owner's assignment has taken the place of that.
    #[serde(default)]
    pub payment_read_as: Option<PaymentType>,
    /// Totals book its payment under `limits::OTHER_NAMES`: there were too many names when it came.
    #[serde(default)]
    pub is_name_lumped: bool,
    /// How long the kitchen takes, where that was said when it was verified.
    #[serde(default)]
    pub preparation_minutes: Option<u32>,
    /// When it was placed by our own clock, where that and the platform's differ.
    #[serde(default)]
    pub placed_here_at: Option<Time>,
    /// When the customer's data was erased.
    #[serde(default)]
    pub erased_at: Option<Time>,
    /// Who brings it, where the platform says so.
    #[serde(default)]
    pub courier: Option<Courier>,
    /// The sequence of the last event that tells of it; zero while there is none that has one.
    #[serde(default)]
    pub last_sequence: u32,
    /// What was in it before its platform said that it changed, the oldest first.
    #[serde(default)]
    pub changes: Vec<BasketChange>,
    /// When the kitchen had all of it ready: a mark, no status.
    #[serde(default)]
    pub ready_at: Option<Time>,
    /// Webhooks were told that it is ready: they are told once, whatever is marked again.
    #[serde(default)]
    pub is_ready_told: bool,
    /// When it was brought back to the cooks here after it had left them. A mark: nobody else hears of it.
    #[serde(default)]
    pub brought_back_at: Option<Time>,
}

/// Who brings an order, and how near they are to the restaurant; as an order has it, or as news of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Courier {
    pub name: Option<String>,
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<CourierState>,
    /// When they are expected at the restaurant, between the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_from: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_until: Option<Time>,
}

words! {
    pub enum CourierState: word {
        Nearby "nearby",
        Arrived "arrived",
        /// So long that the platform warns.
        Waiting "waiting",
    }
}

impl Courier {
    pub fn named(name: String) -> Courier {
        Courier { name: Some(name), ..Courier::default() }
    }

    pub fn at(state: CourierState) -> Courier {
        Courier { state: Some(state), ..Courier::default() }
    }

    /// Takes over what news say; what they leave out stays. Who is there does not come nearer again, and another courier is
    /// where the news say.
    pub fn learn(&mut self, news: &Courier) {
        let Courier { name, phone, state, pickup_from, pickup_until } = news;
        if name.is_some() && self.name.is_some() && *name != self.name {
            *self = Courier::default();
        }
        let is_past = *state == Some(CourierState::Nearby) && self.state.is_some();
        self.state = state.filter(|_| !is_past).or(self.state);
        self.name = name.clone().or_else(|| self.name.take());
        self.phone = phone.clone().or_else(|| self.phone.take());
        if pickup_from.or(*pickup_until).is_some() {
            (self.pickup_from, self.pickup_until) = (*pickup_from, *pickup_until);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cancellation {
    pub reason: Option<String>,
    pub name: Option<String>,
    pub note: Option<String>,
    /// Who, as in `HistoryEntry::by`.
    pub by: String,
    pub at: Time,
    /// When a person here took note of what a customer or a platform had cancelled.
    #[serde(rename = "seenAt", default, skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<Time>,
}

/// One line of an order's history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    pub status: Status,
    pub at: Time,
    /// `key:<name>`, `user:<name>`, `platform`, `customer` or `system`.
    pub by: String,
}

impl HistoryEntry {
    /// A person pressed a button in the panel or at a screen in the kitchen.
    pub fn is_by_person(&self) -> bool {
        self.by.starts_with("user:")
    }
}

/// One call that the platform is told an act with. Those that wait go out one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlatformStep {
    pub step: String,
    /// Where the act leads.
    pub to: Status,
    pub state: StepState,
    /// While it waits: when it goes out.
    pub due_at: Option<Time>,
    /// What went wrong last.
    pub error: Option<Refusal>,
    /// When it was asked for; once it is done or failed, when that was.
    pub at: Time,
    /// How often in a row the platform could not be told.
    pub tries: u32,
    /// The platform said that it took it, and a poll showed that it had not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapse: Option<Lapse>,
}

/// What polls showed of a step that was taken and is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lapse {
    /// How often it was not there since it was last told.
    pub missed: u32,
    /// How often it was told again.
    pub retold: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    Waiting,
    Done,
    Failed,
}

impl Order {
    /// When it was placed, by our own clock as far as that is known.
    pub fn placed_at(&self) -> Time {
        self.placed_here_at.or(self.content.placed_at).unwrap_or(self.created_at)
    }

    /// Counts in takings and waits for accounting; a test order or a cancelled one never does.
    pub fn counts(&self) -> bool {
        !self.content.is_test && !self.status.is_cancelled()
    }

    pub fn awaits_report(&self) -> bool {
        self.counts() && self.reported_at.is_none()
    }

    /// The platform's wording of its payment, where the owner has a say in what it means.
    pub fn payment_text(&self) -> Option<&str> {
        let payment = &self.content.payment;
        let assigned = payment.name.as_deref().filter(|_| self.payment_read_as.is_some());
        assigned.or_else(|| payment.unknown_text())
    }

    /// Reads its payment as the owner's assignment says, or again as it came where there is none any more. What the
    /// table knows, or the platform says, cannot be assigned.
    pub fn assign_payment(&mut self, all: &[Assignment]) {
        let Some(text) = self.payment_text() else { return };
        let assigned = Assignment::of(all, text).cloned();
        let payment = &mut self.content.payment;
        let came_as = self.payment_read_as.take().unwrap_or(payment.kind);
        match assigned {
            Some(Assignment { kind, brand, .. }) => {
                self.payment_read_as = Some(came_as);
                (payment.kind, payment.brand) = (kind, brand);
            }
            None => (payment.kind, payment.brand) = (came_as, None),
        }
    }

    /// When it was taken, for what is kept for so many days. Ids never go back, so where a clock was behind it is its id that
    /// says when; an id that lies ahead was given after a clock that had been ahead.
    pub fn taken_at(&self, now: Time) -> Time {
        Some(self.id.time()).filter(|at| *at <= now).unwrap_or(self.created_at)
    }

    /// It is over and still holds something of its customer: such orders have a list of their own.
    pub fn is_erasable(&self) -> bool {
        self.status.is_closed() && self.holds_customer()
    }

    /// A cancellation that came after the erasure may have brought a new note.
    pub fn holds_customer(&self) -> bool {
        let has_note = self.cancellation.as_ref().is_some_and(|cancellation| cancellation.note.is_some());
        self.erased_at.is_none() || has_note
    }

    /// From when on the time counts for which its customer's data is kept: an order that is open may be for a later day.
    pub fn kept_from(&self, now: Time) -> Time {
        let taken = self.taken_at(now);
        let later = [self.starts_at, self.content.scheduled_at].into_iter().flatten();
        later.filter(|_| !self.status.is_closed()).fold(taken, Time::max).min(taken.plus(LONGEST_AHEAD))
    }

    /// Takes out who ordered and all free text. What was sold, when and how it was paid stays, for accounting. Every
    /// field is named, here and below: a new one does not compile until it is handled.
    pub fn erase(&mut self, now: Time) {
        let Order {
            id: _,
            provider_order_id: _,
            restaurant_id: _,
            provider,
            code: _,
            status: _,
            created_at: _,
            updated_at: _,
            day: _,
            content,
            starts_at: _,
            accept_owed: _,
            change_id: _,
            reported_at: _,
            cancellation,
            history,
            is_delivery_confirmed: _,
            platform_sync,
            possible_duplicate_of: _,
            payment_read_as: _,
            is_name_lumped: _,
            preparation_minutes: _,
            placed_here_at: _,
            erased_at,
            courier,
            last_sequence: _,
            changes,
            // What was cooked when is the kitchen's own.
            ready_at: _,
            is_ready_told: _,
            brought_back_at,
        } = self;
        content.erase();
        changes.iter_mut().for_each(BasketChange::erase);
        *courier = None;
        *brought_back_at = None;
        if let Some(cancellation) = cancellation {
            cancellation.erase(*provider);
        }
        // Who moved it works here.
        for HistoryEntry { status: _, at: _, by: _ } in history {}
        platform_sync.iter_mut().for_each(PlatformStep::erase);
        *erased_at = Some(now);
    }

    /// The program accepts it by itself, now that all of it is understood.
    pub fn accepts_itself(&self) -> bool {
        self.accept_owed && self.status.awaits_verification() && self.content.is_understood()
    }

    /// Counts one more event that tells of it. The order is stored with that in the job that writes the event down.
    pub fn next_event(&mut self) -> EventPlace {
        self.last_sequence = self.last_sequence.saturating_add(1);
        EventPlace { sequence: self.last_sequence, is_test: self.content.is_test }
    }

    /// Its platform says that this is in it now, and by its own clock since when.
    pub fn change_basket(&mut self, fresh: &Content, as_of: Option<Time>, now: Time) {
        self.changes.push(self.content.change_basket(fresh, as_of, now));
        change::bound(&mut self.changes);
        self.updated_at = now;
        self.ready_after_change();
    }

    /// The first change of what is in it that nobody has taken note of.
    pub fn unseen_change(&self) -> Option<&BasketChange> {
        self.changes.iter().find(|change| !change.is_seen)
    }

    /// A person has taken note of its changes up to the one of that moment. Answers whether that is new.
    pub fn see_changes(&mut self, up_to: Time) -> bool {
        change::see(&mut self.changes, up_to)
    }

    /// A person has taken note that it was cancelled. Answers whether that is new.
    pub fn see_cancellation(&mut self, now: Time) -> bool {
        let Some(cancellation) = self.cancellation.as_mut().filter(|cancellation| cancellation.is_unseen()) else {
            return false;
        };
        cancellation.seen_at = Some(now);
        true
    }

    /// Moves the order and writes the history line; the caller has checked that the move is allowed.
    pub fn move_to(&mut self, status: Status, by: &str, now: Time) {
        self.status = status;
        self.updated_at = now;
        self.history.push(HistoryEntry { status, at: now, by: by.to_owned() });
    }
}

impl Cancellation {
    /// It came from elsewhere, and nobody here has taken note of it.
    pub fn is_unseen(&self) -> bool {
        let is_from_elsewhere = [Actor::Customer, Actor::Platform].iter().any(|actor| self.by == actor.to_string());
        is_from_elsewhere && self.seen_at.is_none()
    }

    fn erase(&mut self, provider: Provider) {
        let Cancellation { reason, name, note, by, at: _, seen_at: _ } = self;
        *note = None;
        if is_reason_free(provider, by) {
            (*reason, *name) = (None, None);
        }
    }
}

impl PlatformStep {
    fn erase(&mut self) {
        let PlatformStep { step: _, to: _, state: _, due_at: _, error, at: _, tries: _, lapse: _ } = self;
        // What a platform answered may repeat what it was asked about.
        *error = None;
    }

    /// Takes out what a platform answered; what that means stays.
    pub fn forget_words(&mut self) {
        if let Some(error) = self.error.as_mut().filter(|error| matches!(error.why, Some(Why::Said(_)))) {
            (error.why, error.details) = (None, None);
        }
    }
}

/// A web shop passes on what its customer typed; every other reason comes from a list.
pub fn is_reason_free(provider: Provider, by: &str) -> bool {
    provider == Provider::Open && by == Actor::Customer.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_a_courier_add_to_what_is_known_and_another_courier_begins_anew() {
        use CourierState::{Arrived, Nearby, Waiting};
        let mut courier = Courier::named("Ali".into());
        courier.learn(&Courier { pickup_from: Some(Time(1)), pickup_until: Some(Time(2)), ..Courier::default() });
        courier.learn(&Courier::at(Nearby));
        assert_eq!(
            (courier.name.as_deref(), courier.state, courier.pickup_from),
            (Some("Ali"), Some(Nearby), Some(Time(1)))
        );
        for (news, state) in
            [(Arrived, Arrived), (Nearby, Arrived), (Waiting, Waiting), (Nearby, Waiting), (Arrived, Arrived)]
        {
            courier.learn(&Courier::at(news));
            assert_eq!(courier.state, Some(state), "{news:?}");
        }
        courier.learn(&Courier::named("Ali".into()));
        assert_eq!((courier.state, courier.pickup_until), (Some(Arrived), Some(Time(2))));
        courier.learn(&Courier::named("Veli".into()));
        assert_eq!(courier, Courier::named("Veli".into()));
        // As an earlier version stored it.
        let stored: Courier = serde_json::from_str(r#"{"name":"Ali","phone":null}"#).unwrap();
        assert_eq!(stored, Courier::named("Ali".into()));
    }
}
