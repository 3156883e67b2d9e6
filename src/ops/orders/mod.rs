//! Orders: list, show, and everything that moves one.
//!
//! What moves an order is a ladder, where each rung knows only those below it. `progress` is what is noted on an order
//! about steps, `plan` what may be done to it; `change` is the one write that moves it, `tell` tells its platform a step,
//! `follow` applies its platform's word. On these stand `settle` (what a crash cut off), `waiting` (steps that had to
//! wait), `scheduled` and `receive` (an order that is new); on those `act` (what the till does), `held` (what is pressed on a screen and can be taken back), `accept` and `arrive` (what
//! platforms say), and at the top `poll`, which asks platforms what they have, and `push`, which takes what they send;
//! `test_order` sends one of our own. `mark` is what the kitchen notes while it cooks, which moves nothing.
//!
//! Beside it: `browse`, `show` and `board` (with `open_orders` and `took`) are what people and tills see, `made` says which stations make what, `seen` that they have seen it, `early`, `absent` and `twins` keep apart what
//! came too soon, is not found, or came twice; `lapses` (with `watched`) is what a platform took and does not show.

mod absent;
mod accept;
mod act;
mod arrive;
mod basket;
mod board;
mod browse;
mod change;
mod early;
pub(super) mod find;
mod follow;
mod held;
mod lapses;
mod made;
mod mark;
pub(super) mod memory;
mod open_orders;
mod plan;
mod poll;
mod progress;
mod push;
mod reasons;
mod receive;
mod scheduled;
mod seen;
mod settle;
mod show;
mod tell;
mod test_order;
#[cfg(test)]
mod tests;
mod tie;
mod took;
mod twins;
mod unsure;
mod waiting;
mod watched;

pub use accept::accept_owed;
pub use act::act;
pub use board::{
    Board, BoardOrder, CutStatus, OrderPlace, bell, board, board_order, board_order_with_texts, changes, kitchen_times,
    last_change, moved_on, ringing,
};
pub use browse::{browse, browse_pending};
pub use change::Done;
pub use follow::{Received, cancelled_by_customer};
pub use held::{Pressed, carry_out_due, press, take_back};
pub use made::{BoardStation, OrderStations, stations};
pub use mark::{Mark, mark};
pub use plan::{Action, Wish};
pub use poll::{is_own, is_wanted, next_look, poll};
pub use push::{PushRequest, push, receive_from_shop};
pub use reasons::reasons;
pub use scheduled::start_due;
pub use seen::{see_cancellation, see_changes};
pub use settle::settle_left;
pub use show::{OrderDetails, change_count, check_open, is_long, list, show};
pub use store::{Included, OrderFilter, Picked};
pub use test_order::send_test_order;
pub use took::{KitchenTimes, Took};
pub use unsure::ask_unsure;
pub use waiting::{bring_forward, tell_due};
