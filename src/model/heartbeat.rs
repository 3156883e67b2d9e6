//! `HeartbeatPlan`: where a small JSON goes once a minute that says how the program fares.

use super::sealed::Sealed;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HeartbeatPlan {
    /// By which a receiver knows this installation again: random, made for this alone.
    pub id: String,
    pub is_on: bool,
    pub url: String,
    /// What the owner calls this installation there; empty unless typed.
    pub name: String,
    pub secret: Option<Sealed>,
}
