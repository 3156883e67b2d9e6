//! Where ids come from: the last one given and how far ids ever ran ahead of the clock, kept over restarts.

use super::{OpenError, RawView, ReadView, Reader, Table, layout};
use model::{Code, Failure, Id, TAIL_BITS, Time};
use redb::{Database, ReadableDatabase};
use std::time::Duration;

/// The source of ids: the last one given, and how far ids ever ran ahead of the clock.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    last: Option<Id>,
    drift: Duration,
    is_unsaved: bool,
}

impl Ids {
    pub fn from_bytes(bytes: &[u8]) -> Option<Ids> {
        let (last, drift) = layout::read_clock(bytes)?;
        Some(Ids { last: Some(last), drift, is_unsaved: false })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        layout::clock(self.last.unwrap_or(Id::NIL), self.drift)
    }

    pub fn is_unsaved(&self) -> bool {
        self.is_unsaved
    }

    pub fn saved(&mut self) {
        self.is_unsaved = false;
    }

    pub fn next(&mut self, now: Time) -> Id {
        let now = u64::try_from(now.0).unwrap_or(0);
        let id = match self.last {
            Some(last) if last.millis() >= now => match last.tail() + 1 {
                tail if tail < 1 << TAIL_BITS => Id::from_parts(last.millis(), tail),
                _ => Id::from_parts(last.millis() + 1, fresh_tail()),
            },
            _ => Id::from_parts(now, fresh_tail()),
        };
        self.drift = self.drift.max(Duration::from_millis(id.millis().saturating_sub(now)));
        self.last = Some(id);
        self.is_unsaved = true;
        id
    }
}

/// Random, with the highest bit free so that counting up has room.
fn fresh_tail() -> u128 {
    let mut bytes = [0u8; 16];
    // Without randomness ids are still in order and unique; only harder to guess is lost.
    let _ = getrandom::fill(&mut bytes);
    u128::from_be_bytes(bytes) & ((1 << (TAIL_BITS - 1)) - 1)
}

/// The ids of a store that was just opened go on from here.
pub(super) fn last_ids(database: &Database) -> Result<Ids, OpenError> {
    let reader = Reader::new(database.begin_read().map_err(OpenError::from_redb)?);
    match reader.bytes(Table::Meta, layout::CLOCK) {
        Ok(None) => Ok(Ids::default()),
        Ok(Some(bytes)) => {
            Ids::from_bytes(&bytes).ok_or_else(|| OpenError::Damaged("the clock record cannot be read".into()))
        }
        Err(failure) if failure.code == Code::Internal => Err(OpenError::Damaged(failure.to_string())),
        Err(failure) => Err(OpenError::Io(failure.to_string())),
    }
}

/// How far created times can lie behind their ids, as a reader sees it.
pub(super) fn drift(view: &impl ReadView) -> Result<Duration, Failure> {
    let bytes = view.bytes(Table::Meta, layout::CLOCK)?;
    Ok(bytes.and_then(|bytes| Ids::from_bytes(&bytes)).map_or(Duration::ZERO, |ids| ids.drift))
}

/// The time of the newest id: a clock that lies behind it was set back, or had been ahead. That of an empty store is long ago.
pub fn newest_time(view: &impl ReadView) -> Result<Time, Failure> {
    let bytes = view.bytes(Table::Meta, layout::CLOCK)?;
    let last = bytes.and_then(|bytes| Ids::from_bytes(&bytes)).and_then(|ids| ids.last);
    Ok(last.map_or(Time(0), |last| last.time()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_whatever_the_clock_does() {
        let mut ids = Ids::default();
        let mut last = Id::NIL;
        for now in [1_000, 1_000, 1_000, 5_000, 2_000, 2_001, 5_000, 5_001, 0] {
            let id = ids.next(Time(now));
            assert!(id > last);
            last = id;
        }
        let mut again = Ids::from_bytes(&ids.to_bytes()).unwrap();
        assert!(again.next(Time(3)) > last);
        assert_eq!(again.drift, Duration::from_millis(5_001));
    }
}
