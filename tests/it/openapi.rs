//! The running server against its own OpenAPI document.
