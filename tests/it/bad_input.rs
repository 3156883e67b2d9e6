//! Every kind of bad input gets the right refusal.
