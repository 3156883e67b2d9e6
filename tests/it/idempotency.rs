//! Requests that are repeated with an Idempotency-Key.
