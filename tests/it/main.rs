//! Black-box tests: the real binary, real sockets, real files. One file per noun.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod access;
mod allocations;
mod allowance;
mod api_integrations;
mod api_orders;
mod api_places;
mod api_reports;
mod backup;
mod bad_input;
mod by_itself;
mod cli;
mod control;
mod crash;
mod deliveries;
mod demo;
mod doctor;
#[cfg(target_os = "linux")]
mod flood;
mod golden;
mod harness;
mod heartbeat;
mod https;
mod idempotency;
mod intake;
mod intake_alone;
mod keys;
mod log;
mod manual;
mod map;
mod nightly;
mod openapi;
mod paging;
mod panel;
mod platforms;
mod proxied;
mod refusals;
mod restoring;
mod security;
#[cfg(unix)]
mod service;
mod size;
#[cfg(unix)]
mod terminal;
mod together;
#[cfg(target_os = "linux")]
mod upgrade;
mod wear;
mod webhooks;
