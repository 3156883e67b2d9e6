//! `Actor`: who does something. Every operation is told, and history and cancellations say it.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A till or another program, by the name of its API key.
    Key(String),
    /// A person in the panel, or a screen in the kitchen; no two of them have one name.
    User(String),
    Platform,
    Customer,
    /// The program itself: a scheduled move, automatic acceptance.
    System,
    /// A person at the machine who typed a command.
    CommandLine,
    /// A caller that is not signed in.
    Stranger,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Key(name) => write!(f, "key:{name}"),
            Actor::User(name) => write!(f, "user:{name}"),
            Actor::Platform => f.write_str("platform"),
            Actor::Customer => f.write_str("customer"),
            Actor::System => f.write_str("system"),
            Actor::CommandLine => f.write_str("command_line"),
            Actor::Stranger => f.write_str("stranger"),
        }
    }
}
