//! As a service: what systemd is told, and what `garson service` does to a machine.

mod installing;
mod machine;
mod notify;
