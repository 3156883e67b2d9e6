//! An answer: its envelope or refusal (`reply`), the status of each refusal (`status`), what is said in its headers besides
//! (`answer_marks`), how it is made small (`pack`, for lists `list`) and that it is counted (`counts`).

pub(crate) mod answer_marks;
pub(crate) mod counts;
pub mod list;
pub mod pack;
pub mod reply;
pub(crate) mod status;
