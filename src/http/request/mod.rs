//! A request, in the order in which it is understood: what its headers say at a glance (`marks`), whose it is (`front`, and
//! `local` for this very machine), what it is called in the log (`request_id`, `under_way`), what a handler gets of it (`call`,
//! `query`) and how its body is read (`body`).

pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod front;
pub(crate) mod local;
pub(crate) mod marks;
pub(crate) mod query;
pub(crate) mod request_id;
pub mod under_way;
