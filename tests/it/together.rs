//! Two clients at once, and clients that hang up.
