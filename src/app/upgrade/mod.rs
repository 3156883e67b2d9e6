//! `garson upgrade FILE`: a newer program takes the place of this one, and only after it has shown that it works.
//!
//! Two take part. The command checks the file, puts it beside the old program, and at the end, when the new one has shown
//! itself, into its place: the service itself may not write there. The running program does the rest (`launch`), so that a
//! terminal that is closed leaves nothing half done. `state` is what both go by, and the program that starts after a power
//! cut.

pub mod command;
pub mod launch;
pub mod place;
pub mod remember;
pub mod state;
pub mod trial;
