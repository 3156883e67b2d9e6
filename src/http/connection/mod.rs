//! A connection, in the order in which it meets these: a place (`slots`, how many and how long in `limits`), in clear or
//! encrypted (`transport`), the clocks that cut who is too slow (`patient_stream`), the ends of lines (`strict_lines`), and what
//! lies here until the client has taken it (`unsent`, `answer_body`).

pub(crate) mod answer_body;
pub(crate) mod limits;
pub(crate) mod patient_stream;
pub(crate) mod slots;
pub(crate) mod strict_lines;
pub(crate) mod transport;
pub(crate) mod unsent;
