//! How keys are laid out in bytes, and the few values that are not JSON: made here and read here, nowhere else.
//!
//! `tables` says which table has which. Numbers are big-endian, so that keys sort the way lists are walked. What reads
//! answers `None` for bytes that are too short or make no sense; the caller says what could not be read.

use model::{
    Currency, Day, Deed, DeliveryState, EventKind, Id, Money, Order, Provider, ReceiptSlot, Status, Time,
    order::PaymentType,
};
use sha2::{Digest, Sha256};
use std::time::Duration;

const ID: usize = 16;
const TIME: usize = 8;
const HASH: usize = 16;
const SEGMENT: usize = 4;

/// The keys of `Meta`.
pub const FORMAT_NUMBER: &[u8] = b"format";
pub const CLOCK: &[u8] = b"clock";
pub const COUNTS: &[u8] = b"counts";
pub const SEAL: &[u8] = b"seal";
pub const CREATED: &[u8] = b"created";
pub const SETTINGS: &[u8] = b"settings";
pub const WIPED: &[u8] = b"wiped";
pub const RESTORED: &[u8] = b"restored";
pub const AFTERMATH: &[u8] = b"aftermath";
pub const BACKUPS: &[u8] = b"backups";
pub const DISHES: &[u8] = b"dishes";

fn id_at(bytes: &[u8], at: usize) -> Option<Id> {
    Id::from_slice(bytes.get(at..)?)
}

fn number_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn time_at(bytes: &[u8], at: usize) -> Option<Time> {
    number_at(bytes, at).map(i64::from_be_bytes).map(Time)
}

/// owner, two bytes: what the indexes of orders and of deliveries are split by.
pub const SLOT: usize = ID + 2;

fn slot(owner: Id, first: u8, second: u8) -> [u8; SLOT] {
    let mut slot = [0; SLOT];
    slot[..ID].copy_from_slice(&owner.bytes());
    slot[ID..].copy_from_slice(&[first, second]);
    slot
}

pub fn order_slot(restaurant: Id, provider: Provider, status: Status) -> [u8; SLOT] {
    slot(restaurant, provider.byte(), status.byte())
}

pub fn delivery_slot(lane: Id, kind: EventKind, state: DeliveryState) -> [u8; SLOT] {
    slot(lane, kind.byte(), state.byte())
}

/// The two bytes of a slot.
pub fn slot_bytes(slot: &[u8]) -> Option<(u8, u8)> {
    let [first, second] = number_at(slot, ID)?;
    Some((first, second))
}

/// slot, id.
pub fn in_slot(slot: &[u8; SLOT], id: Id) -> Vec<u8> {
    [slot.as_slice(), &id.bytes()].concat()
}

/// restaurant, provider.
pub fn integration(restaurant: Id, provider: Provider) -> [u8; ID + 1] {
    id_and_byte(restaurant, provider.byte())
}

/// restaurant, id.
pub fn of_restaurant(restaurant: Id, id: Id) -> [u8; 2 * ID] {
    let mut key = [0; 2 * ID];
    key[..ID].copy_from_slice(&restaurant.bytes());
    key[ID..].copy_from_slice(&id.bytes());
    key
}

/// lane, state.
pub fn delivery_count(lane: Id, state: DeliveryState) -> [u8; ID + 1] {
    id_and_byte(lane, state.byte())
}

fn id_and_byte(id: Id, byte: u8) -> [u8; ID + 1] {
    let mut key = [byte; ID + 1];
    key[..ID].copy_from_slice(&id.bytes());
    key
}

/// deed, id.
pub fn audit(deed: Deed, id: Id) -> Vec<u8> {
    [[deed.byte()].as_slice(), &id.bytes()].concat()
}

/// time, id.
pub fn at_time(time: Time, id: Id) -> Vec<u8> {
    [time_bytes(time).as_slice(), &id.bytes()].concat()
}

pub fn read_at_time(key: &[u8]) -> Option<(Time, Id)> {
    Some((time_at(key, 0)?, id_at(key, TIME)?))
}

/// Before every key that begins with this time, and after all that begin with an earlier one.
pub fn time_bytes(time: Time) -> [u8; TIME] {
    time.0.to_be_bytes()
}

/// hash of a text, id.
pub fn by_hash(hash: [u8; HASH], id: Id) -> Vec<u8> {
    [hash, id.bytes()].concat()
}

pub fn read_by_hash(key: &[u8]) -> Option<Id> {
    id_at(key, HASH)
}

/// The first half of SHA-256.
pub fn hash(text: &str) -> [u8; HASH] {
    let mut half = [0; HASH];
    half.copy_from_slice(&Sha256::digest(text.as_bytes())[..HASH]);
    half
}

/// provider, restaurant: a value, whose the order with a platform's id is.
pub fn owner(order: &Order) -> Vec<u8> {
    [[order.provider.byte()].as_slice(), &order.restaurant_id.bytes()].concat()
}

pub fn read_owner(value: &[u8]) -> Option<(Provider, Id)> {
    Some((Provider::from_byte(*value.first()?)?, id_at(value, 1)?))
}

/// segment: what every key of a segment of words begins with. Numbers of segments rise, so a new one goes to the end.
pub fn segment(segment: u32) -> [u8; SEGMENT] {
    segment.to_be_bytes()
}

/// number, orders: the value of a segment.
pub fn segment_value(number: u32, orders: u32) -> [u8; 2 * SEGMENT] {
    let mut value = [0; 2 * SEGMENT];
    value[..SEGMENT].copy_from_slice(&number.to_be_bytes());
    value[SEGMENT..].copy_from_slice(&orders.to_be_bytes());
    value
}

pub fn read_segment_value(value: &[u8]) -> Option<(u32, u32)> {
    Some((u32::from_be_bytes(number_at(value, 0)?), u32::from_be_bytes(number_at(value, SEGMENT)?)))
}

/// segment, folded word, zero, id.
pub fn word(segment: u32, word: &[u8], id: Id) -> Vec<u8> {
    [whole_word(segment, word).as_slice(), &id.bytes()].concat()
}

/// segment, word, zero byte: what the keys of all orders in a segment begin with that carry the word.
pub fn whole_word(segment: u32, word: &[u8]) -> Vec<u8> {
    [self::segment(segment).as_slice(), word, &[0]].concat()
}

/// The key of a word and its order, moved to another segment.
pub fn moved_word(mut key: Vec<u8>, to: u32) -> Vec<u8> {
    if let Some(segment) = key.first_chunk_mut() {
        *segment = self::segment(to);
    }
    key
}

pub fn read_word(key: &[u8]) -> Option<Id> {
    Some(Id::from_bytes(*key.last_chunk::<ID>()?))
}

/// order, delivery.
pub fn by_order(order: Id, id: Id) -> Vec<u8> {
    [order.bytes(), id.bytes()].concat()
}

pub fn read_by_order(key: &[u8]) -> Option<Id> {
    id_at(key, ID)
}

/// lane, chain: what every key of a chain in the queue begins with.
pub fn chain(lane: Id, chain: Id) -> Vec<u8> {
    [lane.bytes(), chain.bytes()].concat()
}

/// lane, chain, delivery.
pub fn queued(lane: Id, chain: Id, id: Id) -> Vec<u8> {
    [lane.bytes(), chain.bytes(), id.bytes()].concat()
}

pub fn read_queued(key: &[u8]) -> Option<Id> {
    id_at(key, ID + ID)
}

/// lane, due time, delivery.
pub fn due(lane: Id, at: Time, id: Id) -> Vec<u8> {
    [lane.bytes().as_slice(), &time_bytes(at), &id.bytes()].concat()
}

pub fn read_due(key: &[u8]) -> Option<(Time, Id)> {
    Some((time_at(key, ID)?, id_at(key, ID + TIME)?))
}

/// After everything of a lane that is due at `now`.
pub fn due_end(lane: Id, now: Time) -> Vec<u8> {
    [lane.bytes().as_slice(), &time_bytes(now.plus(Duration::from_millis(1)))].concat()
}

/// key id, hash of the Idempotency-Key.
pub fn receipt(slot: &ReceiptSlot) -> Vec<u8> {
    [slot.key_id.bytes().as_slice(), &slot.name.0].concat()
}

/// time, the key above.
pub fn receipt_at_time(at: Time, receipt: &[u8]) -> Vec<u8> {
    [time_bytes(at).as_slice(), receipt].concat()
}

pub fn read_receipt_at_time(key: &[u8]) -> &[u8] {
    key.get(TIME..).unwrap_or_default()
}

/// last id, drift in milliseconds: the value of `CLOCK`.
pub fn clock(last: Id, drift: Duration) -> Vec<u8> {
    let drift = u64::try_from(drift.as_millis()).unwrap_or(u64::MAX);
    [last.bytes().as_slice(), &drift.to_be_bytes()].concat()
}

pub fn read_clock(value: &[u8]) -> Option<(Id, Duration)> {
    Some((id_at(value, 0)?, Duration::from_millis(u64::from_be_bytes(number_at(value, ID)?))))
}

/// orders that wait for accounting, rows of `NewWords`, segments: the value of `COUNTS`.
pub fn counts(pending: u64, new_words: u64, segments: u32) -> Vec<u8> {
    [pending.to_be_bytes().as_slice(), &new_words.to_be_bytes(), &segments.to_be_bytes()].concat()
}

pub fn read_counts(value: &[u8]) -> Option<(u64, u64, u32)> {
    let (pending, new_words) = (number_at(value, 0)?, number_at(value, 8)?);
    Some((u64::from_be_bytes(pending), u64::from_be_bytes(new_words), u32::from_be_bytes(number_at(value, 16)?)))
}

/// In place of a restaurant and of a day in `Totals`: the sum over all of them.
pub const EVERY_RESTAURANT: Id = Id::NIL;
pub const EVERY_DAY: Day = Day(i32::MIN);

const DAY: usize = 4;
const CURRENCY: usize = 3;
/// Days before 1970 cannot come in, but the marker for all days is the smallest number: shifted, it sorts first.
const DAY_SHIFT: u32 = 0x8000_0000;

/// The part of a total's key that names the restaurant and the day.
pub fn day_of_total(key: &[u8]) -> &[u8] {
    key.get(..ID + size_of::<u32>()).unwrap_or(key)
}

/// restaurant, day: what every total of a day begins with.
pub fn totals_of_day(restaurant: Id, day: Day) -> Vec<u8> {
    [restaurant.bytes().as_slice(), &(day.0 as u32 ^ DAY_SHIFT).to_be_bytes()].concat()
}

/// What one total is the total of, within its restaurant.
pub struct TotalKey<'a> {
    pub day: Day,
    pub provider: Provider,
    pub currency: Currency,
    pub kind: PaymentType,
    /// Empty where there is none, as is the name.
    pub brand: &'a str,
    pub name: &'a str,
}

/// restaurant, day, provider, currency, payment type, brand, zero, payment name.
pub fn total(restaurant: Id, total: &TotalKey<'_>) -> Vec<u8> {
    let mut key = totals_of_day(restaurant, total.day);
    key.push(total.provider.byte());
    key.extend_from_slice(&total.currency.0);
    key.push(total.kind.byte());
    key.extend_from_slice(total.brand.as_bytes());
    key.push(0);
    key.extend_from_slice(total.name.as_bytes());
    key
}

pub fn read_total(key: &[u8]) -> Option<TotalKey<'_>> {
    const PROVIDER_AT: usize = ID + DAY;
    const CURRENCY_AT: usize = PROVIDER_AT + 1;
    const KIND_AT: usize = CURRENCY_AT + CURRENCY;
    // A brand has no zero byte; whatever stands in a name is after the first.
    let (brand, name) = std::str::from_utf8(key.get(KIND_AT + 1..)?).ok()?.split_once('\0')?;
    Some(TotalKey {
        day: Day((u32::from_be_bytes(number_at(key, ID)?) ^ DAY_SHIFT) as i32),
        provider: Provider::from_byte(*key.get(PROVIDER_AT)?)?,
        currency: Currency(number_at(key, CURRENCY_AT)?),
        kind: PaymentType::from_byte(*key.get(KIND_AT)?)?,
        brand,
        name,
    })
}

/// count, minor units: the value of a total.
pub fn sum(count: u64, total: Money) -> Vec<u8> {
    [count.to_be_bytes(), total.0.to_be_bytes()].concat()
}

pub fn read_sum(value: &[u8]) -> Option<(u64, Money)> {
    Some((u64::from_be_bytes(number_at(value, 0)?), Money(i64::from_be_bytes(number_at(value, 8)?))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Sha;

    const ONE: Id = Id::from_bytes([0x11; 16]);
    const TWO: Id = Id::from_bytes([0x22; 16]);
    const THREE: Id = Id::from_bytes([0x33; 16]);
    const NOON: Time = Time(0x0102_0304_0506_0708);

    fn hex(bytes: &[u8]) -> String {
        let pairs: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        [("11", "A"), ("22", "B"), ("33", "C")]
            .into_iter()
            .fold(pairs, |text, (pair, id)| text.replace(&pair.repeat(16), id))
    }

    #[test]
    fn every_key_is_laid_out_as_files_have_it() {
        let slot = order_slot(ONE, Provider::Getir, Status::New);
        let provider = format!("{:02x}", Provider::Getir.byte());
        assert_eq!(hex(&in_slot(&slot, TWO)), format!("A{provider}{:02x}B", Status::New.byte()));
        assert_eq!(slot_bytes(&slot), Some((Provider::Getir.byte(), Status::New.byte())));
        let (kind, state) = (EventKind::OrderCancelled, DeliveryState::Failed);
        let expected = format!("A{:02x}{:02x}", kind.byte(), state.byte());
        assert_eq!(hex(&delivery_slot(ONE, kind, state)), expected);
        assert_eq!(hex(&integration(ONE, Provider::Getir)), format!("A{provider}"));
        assert_eq!(hex(&delivery_count(ONE, state)), format!("A{:02x}", state.byte()));
        assert_eq!(hex(&at_time(NOON, ONE)), "0102030405060708A");
        assert_eq!(hex(&by_hash([0x22; 16], ONE)), "BA");
        assert_eq!(hex(&hash("garson")[..4]), hex(&Sha::of(b"garson").0[..4]));
        assert_eq!(hex(&word(258, b"ay", ONE)), "00000102617900A");
        assert_eq!(hex(&by_order(ONE, TWO)), "AB");
        assert_eq!(hex(&chain(ONE, TWO)), "AB");
        assert_eq!(hex(&queued(ONE, TWO, THREE)), "ABC");
        assert_eq!(hex(&due(ONE, NOON, TWO)), "A0102030405060708B");
        assert_eq!(hex(&due_end(ONE, Time(1))), "A0000000000000002");
        let slot = ReceiptSlot { key_id: ONE, name: Sha([0x44; 32]), request: Sha([0; 32]) };
        assert_eq!(hex(&receipt_at_time(NOON, &receipt(&slot))), format!("0102030405060708A{}", "44".repeat(32)));
        assert_eq!(hex(&clock(ONE, Duration::from_millis(258))), "A0000000000000102");
        assert_eq!(hex(&counts(1, 2, 3)), "0000000000000001000000000000000200000003");
        assert_eq!(hex(&sum(3, Money(-1))), "0000000000000003ffffffffffffffff");
        let paid = TotalKey {
            day: Day(1),
            provider: Provider::Getir,
            currency: Currency::TRY,
            kind: PaymentType::MealCard,
            brand: "b",
            name: "n",
        };
        let kind = PaymentType::MealCard.byte();
        assert_eq!(hex(&total(ONE, &paid)), format!("A80000001{provider}545259{kind:02x}62006e"));
        assert_eq!(hex(&totals_of_day(EVERY_RESTAURANT, EVERY_DAY)), "00".repeat(20));
    }

    #[test]
    fn what_was_laid_out_is_read_again_and_what_is_too_short_is_not() {
        assert_eq!(read_at_time(&at_time(NOON, ONE)), Some((NOON, ONE)));
        assert_eq!(read_by_hash(&by_hash([7; 16], ONE)), Some(ONE));
        assert_eq!(read_word(&word(7, b"ay", ONE)), Some(ONE));
        assert_eq!(read_segment_value(&segment_value(7, 8)), Some((7, 8)));
        assert_eq!(moved_word(word(7, b"ay", ONE), 8), word(8, b"ay", ONE));
        assert_eq!(read_by_order(&by_order(ONE, TWO)), Some(TWO));
        assert_eq!(read_queued(&queued(ONE, TWO, THREE)), Some(THREE));
        assert_eq!(read_due(&due(ONE, NOON, TWO)), Some((NOON, TWO)));
        assert_eq!(read_receipt_at_time(&receipt_at_time(NOON, b"key")), b"key");
        let span = Duration::from_secs(9);
        assert_eq!(read_clock(&clock(ONE, span)), Some((ONE, span)));
        assert_eq!(read_counts(&counts(1, 2, 3)), Some((1, 2, 3)));
        assert_eq!(read_sum(&sum(3, Money(-1))), Some((3, Money(-1))));
        let shorter = |key: &[u8]| key[..key.len() - 1].to_vec();
        assert_eq!(read_at_time(&shorter(&at_time(NOON, ONE))), None);
        assert_eq!(read_due(&shorter(&due(ONE, NOON, TWO))), None);
        assert_eq!(read_queued(&shorter(&queued(ONE, TWO, THREE))), None);
        assert_eq!(read_clock(&shorter(&clock(ONE, span))), None);
        assert_eq!(read_counts(&shorter(&counts(1, 2, 3))), None);
        assert_eq!(read_sum(&shorter(&sum(3, Money(-1)))), None);
        assert!(read_total(&[0; 25]).is_none());
    }
}
