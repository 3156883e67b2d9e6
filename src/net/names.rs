//! Looks host names up and remembers the answers.
//!
//! Only the resolver asks. ureq resolves before every request, even one on a pooled connection, and the system's lookup
//! can neither be interrupted nor given a time limit; so each lookup runs in a thread of its own, callers that want the
//! same name share it, and a remembered name costs no thread at all. Addresses are kept as they came: judging them is
//! the guard's business, at every use.

use super::trouble::Trouble;
use parking_lot::{Condvar, Mutex};
use std::net::{IpAddr, ToSocketAddrs};
use std::time::{Duration, Instant};
use std::{collections::HashMap, fmt, io, sync::Arc, thread};

/// Long enough to spare a busy webhook its lookups, short enough that a moved host is found within a minute.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);
/// A burst of requests to a name that does not exist asks once; the first retry, seconds later, asks again.
const FAILURE_REMEMBERED_FOR: Duration = Duration::from_secs(1);
/// Far more hosts than one restaurant talks to.
const MOST_NAMES: usize = 256;
/// A dead name server holds each lookup for half a minute, so without a limit its threads would pile up.
const MOST_LOOKUPS: usize = 32;

/// Asks the system, or stands in for it in tests.
pub(super) type Lookup = Box<dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

pub(super) struct Names {
    lookup: Lookup,
    book: Mutex<HashMap<String, Remembered>>,
    answered: Condvar,
}

enum Remembered {
    Asked,
    Answered { outcome: Result<Arc<[IpAddr]>, String>, until: Instant },
}

impl Names {
    pub fn new(lookup: Lookup) -> Names {
        Names { lookup, book: Mutex::default(), answered: Condvar::new() }
    }

    /// The addresses of `name`, found within `patience` or not at all.
    pub fn find(self: &Arc<Self>, name: &str, patience: Duration) -> Result<Arc<[IpAddr]>, Trouble> {
        let started = Instant::now();
        let mut book = self.book.lock();
        loop {
            let now = Instant::now();
            match book.get(name) {
                Some(Remembered::Answered { outcome, until }) if *until > now => {
                    return outcome.clone().map_err(|reason| Trouble::Unreachable(format!("dns: {reason}")));
                }
                Some(Remembered::Asked) => {}
                _ => self.ask(&mut book, name, now)?,
            }
            let left = patience.saturating_sub(now - started);
            if left.is_zero() {
                return Err(Trouble::Unreachable("dns: timed out".into()));
            }
            self.answered.wait_for(&mut book, left);
        }
    }

    fn ask(self: &Arc<Self>, book: &mut HashMap<String, Remembered>, name: &str, now: Instant) -> Result<(), Trouble> {
        if book.len() >= MOST_NAMES {
            make_room(book, now);
        }
        if book.values().filter(|entry| matches!(entry, Remembered::Asked)).count() >= MOST_LOOKUPS {
            return Err(Trouble::Unreachable("dns: too many lookups under way".into()));
        }
        let (names, asked) = (Arc::clone(self), name.to_owned());
        thread::Builder::new()
            .name("name-lookup".into())
            .spawn(move || names.resolve(asked))
            .map_err(|error| Trouble::Unreachable(format!("dns: {error}")))?;
        book.insert(name.to_owned(), Remembered::Asked);
        Ok(())
    }

    fn resolve(&self, name: String) {
        let outcome = match (self.lookup)(&name) {
            Ok(addresses) if addresses.is_empty() => Err("no address".into()),
            Ok(addresses) => Ok(addresses.into()),
            Err(error) => Err(plain(&error)),
        };
        let kept_for = if outcome.is_ok() { REMEMBERED_FOR } else { FAILURE_REMEMBERED_FOR };
        self.book.lock().insert(name, Remembered::Answered { outcome, until: Instant::now() + kept_for });
        self.answered.notify_all();
    }
}

/// The system's own lookup.
pub(super) fn system(name: &str) -> io::Result<Vec<IpAddr>> {
    Ok((name, 0).to_socket_addrs()?.map(|address| address.ip()).collect())
}

/// Drops what is outdated or, if nothing is, what will be first.
fn make_room(book: &mut HashMap<String, Remembered>, now: Instant) {
    let mut first = None;
    book.retain(|name, entry| match entry {
        Remembered::Answered { until, .. } if *until <= now => false,
        Remembered::Answered { until, .. } => {
            if first.as_ref().is_none_or(|(earliest, _)| *until < *earliest) {
                first = Some((*until, name.clone()));
            }
            true
        }
        Remembered::Asked => true,
    });
    if book.len() >= MOST_NAMES
        && let Some((_, name)) = first
    {
        book.remove(&name);
    }
}

/// The standard library puts the same long phrase before every reason.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.strip_prefix("failed to lookup address information: ").unwrap_or(&text).to_owned()
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    const ANSWER_WITHIN: Duration = Duration::from_secs(60);

    fn counted(
        answer: impl Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync + 'static,
    ) -> (Arc<Names>, Arc<AtomicUsize>) {
        let count = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&count);
        let lookup = move |name: &str| {
            counter.fetch_add(1, Ordering::SeqCst);
            answer(name)
        };
        (Arc::new(Names::new(Box::new(lookup))), count)
    }

    #[test]
    fn a_name_is_asked_once_and_then_remembered() {
        let (names, count) = counted(|_| Ok(vec![IpAddr::from([192, 0, 2, 1])]));
        for _ in 0..5 {
            assert_eq!(*names.find("till", ANSWER_WITHIN).unwrap(), [IpAddr::from([192, 0, 2, 1])]);
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_failure_is_told_and_not_asked_again_at_once() {
        let (names, count) = counted(|_| Err(io::Error::other("failed to lookup address information: no such name")));
        for _ in 0..2 {
            assert_eq!(names.find("gone", ANSWER_WITHIN), Err(Trouble::Unreachable("dns: no such name".into())));
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_slow_lookup_is_left_behind_shared_and_still_remembered() {
        let (release, released) = mpsc::channel::<()>();
        let released = Mutex::new(released);
        let (names, count) = counted(move |_| {
            let _ = released.lock().recv();
            Ok(vec![IpAddr::from([192, 0, 2, 1])])
        });
        for _ in 0..3 {
            let late = names.find("slow", Duration::from_millis(10));
            assert_eq!(late, Err(Trouble::Unreachable("dns: timed out".into())));
        }
        release.send(()).unwrap();
        assert!(names.find("slow", ANSWER_WITHIN).is_ok());
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_dead_name_server_ties_up_a_limited_number_of_threads() {
        let (release, released) = mpsc::channel::<()>();
        let released = Mutex::new(released);
        let (names, _) = counted(move |_| {
            let _ = released.lock().recv();
            Err(io::Error::other("dead"))
        });
        for n in 0..MOST_LOOKUPS {
            let late = names.find(&format!("host{n}"), Duration::ZERO);
            assert_eq!(late, Err(Trouble::Unreachable("dns: timed out".into())));
        }
        let refused = names.find("one-more", ANSWER_WITHIN);
        assert_eq!(refused, Err(Trouble::Unreachable("dns: too many lookups under way".into())));
        drop(release);
    }

    #[test]
    fn the_book_does_not_grow_without_end() {
        let (names, count) = counted(|_| Ok(vec![IpAddr::from([192, 0, 2, 1])]));
        for n in 0..MOST_NAMES + 50 {
            names.find(&format!("host{n}"), ANSWER_WITHIN).unwrap();
        }
        assert_eq!(names.book.lock().len(), MOST_NAMES);
        names.find(&format!("host{}", MOST_NAMES + 49), ANSWER_WITHIN).unwrap();
        assert_eq!(count.load(Ordering::SeqCst), MOST_NAMES + 50, "the newest name is still remembered");
    }

    #[test]
    fn the_system_knows_this_machine() {
        assert!(system("localhost").unwrap().iter().all(IpAddr::is_loopback));
    }
}
