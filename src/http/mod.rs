//! Everything that speaks HTTP to the outside: `Call`, `Answer`, `Route`, `Door`, and the loop that serves them.
//!
//! The doors (`api`, `panel`, `intake`) make routes out of handlers, `app` hangs the doors into a `Site` and
//! serves it. It knows `model` and `i18n`. Never: the doors themselves, the store, an operation.
//!
//! The way of a request, which reads from top to bottom in `server`: a `connection` is accepted, its `request` is admitted
//! (whose it is, and by its prefix which door, `site`), warp's filter hands out the body, the `door` makes it a call, asks its
//! gate, finds the `route` and runs the handler, and the `answer` goes back.

mod answer;
mod connection;
mod door;
mod request;
mod route;
mod server;
mod site;

#[cfg(test)]
mod tests;

pub use answer::{answer_marks::AnswerMarks, counts::StatusCounts, list, list::ListTag, pack, reply, status::status};
pub use connection::{limits::Limits, unsent::SharedBytes};
pub use door::{Door, Gate, Render, RequestSummary};
pub use request::{call::Call, front::Front, query::Query, request_id::RequestId, under_way};
pub use route::{Route, delete, get, patch, post, put};
pub use server::serve;
pub use site::{NotYet, Site};

use model::Failure;

/// What a client gets. The body may be whole (`reply`) or a stream (`warp::sse`).
pub type Response = warp::reply::Response;

/// What a handler returns. A failure becomes a response at the door.
pub type Answer = Result<Response, Failure>;
