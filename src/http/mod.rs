//! Everything that speaks HTTP to the outside: `Call`, `Answer`, `Route`, `Door`, and the loop that serves them.
//!
//! The doors (`api`, `panel`, `intake`) make routes out of handlers, `app` hangs the doors into a `Site` and
//! serves it. It knows `model` and `i18n`. Never: the doors themselves, the store, an operation.
//!
//! The way of a request: `server` (socket, limits; `site` finds the door by its prefix) → warp's filter, which hands out the
//! body → `door` (`call`, gate, route, body, handler) → `reply` (the envelope, or the refusal in the client's language).

mod answer_marks;
mod body;
mod call;
mod counts;
mod door;
mod front;
mod held_body;
mod limits;
mod local;
mod marks;
pub mod pack;
mod patient_stream;
mod query;
pub mod reply;
mod request_id;
mod route;
mod server;
mod site;
mod slots;
mod status;
mod transport;
pub mod under_way;
mod unsent;

#[cfg(test)]
mod tests;

pub use answer_marks::AnswerMarks;
pub use call::Call;
pub use counts::StatusCounts;
pub use door::{Door, Gate, Render, RequestSummary};
pub use front::Front;
pub use limits::Limits;
pub use query::Query;
pub use request_id::RequestId;
pub use route::{Route, delete, get, post, put};
pub use server::serve;
pub use site::Site;
pub use status::status;
pub use unsent::SharedBytes;

use model::Failure;

/// What a client gets. The body may be whole (`reply`) or a stream (`warp::sse`).
pub type Response = warp::reply::Response;

/// What a handler returns. A failure becomes a response at the door.
pub type Answer = Result<Response, Failure>;
