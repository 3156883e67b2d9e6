//! A connection, in the order in which it meets these: a place (`slots`, how many and how long in `limits`; who goes when none
//! is left in `crowd`), in clear or encrypted (`transport`), the clocks that cut who is too slow (`patient_stream`), the ends
//! of lines (`strict_lines`), what lies here until all of it has come (`bodies`), and until the client has taken it (`unsent`,
//! `answer_body`).

pub(crate) mod answer_body;
pub(crate) mod bodies;
pub(crate) mod crowd;
pub(crate) mod limits;
pub(crate) mod patient_stream;
pub(crate) mod slots;
pub(crate) mod strict_lines;
pub(crate) mod transport;
pub(crate) mod unsent;
