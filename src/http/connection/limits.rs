//! `Limits`: how many connections there may be, and how long anything may take.

use std::time::Duration;

/// After this a client that was turned away may come again.
pub(crate) const TRY_AGAIN: Duration = Duration::from_secs(5);
/// When places run short, an address has this part of its own.
const SHORT_PART: usize = 8;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At once. When all are taken, the next one gets the place of one that has not sent its request; where there is none, it
    /// waits until one ends.
    pub connections: usize,
    /// Of one address, at once. More are turned away. A trusted proxy may have any number; behind it, these are a
    /// visitor's requests at once.
    pub per_address: usize,
    /// From the connection to the first byte of a request.
    pub silence: Duration,
    /// From the connection, or from the last answer, to the end of the next header.
    pub header: Duration,
    /// For both of these where places run short.
    pub hurry: Duration,
    /// From the header to the end of the body.
    pub body: Duration,
    /// For a client to take anything at all of its answer.
    pub stall: Duration,
    /// Of its answer in a second, in bytes; with a stall's patience more, on the whole.
    pub lowest_rate: u32,
    /// After `stop`, for what is under way.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let patience = Duration::from_secs(30);
        // A platform call may take 10 s, and the whole stop 12 s.
        let drain = Duration::from_secs(11);
        let silence = Duration::from_secs(5);
        let hurry = Duration::from_secs(2);
        let (connections, per_address) = (1_024, 128);
        // Slower than any line that is fit for use.
        let lowest_rate = 16 << 10;
        let (header, body, stall) = (patience, patience, patience);
        Limits { connections, per_address, silence, header, hurry, body, stall, lowest_rate, drain }
    }
}

impl Limits {
    /// With so many connections that a third of the files that may be open is left for calls that we make.
    pub fn within_files(self, files: u64) -> Limits {
        let fits = usize::try_from(files / 3 * 2).unwrap_or(usize::MAX);
        let connections = self.connections.min(fits).max(1);
        // One address never has them all.
        Limits { connections, per_address: self.per_address.min(connections / 2).max(1), ..self }
    }

    /// What holds for a connection that comes when places run short.
    pub(crate) fn in_a_hurry(self) -> Limits {
        let (silence, header) = (self.silence.min(self.hurry), self.header.min(self.hurry));
        Limits { per_address: self.per_address.div_ceil(SHORT_PART), silence, header, ..self }
    }
}
