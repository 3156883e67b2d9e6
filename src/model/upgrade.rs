//! What an upgrade of the program is about: versions, how far it is, and what became of it.

use super::Time;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Three numbers; nothing else is published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Version {
    pub fn parse(text: &str) -> Option<Version> {
        let mut numbers =
            text.split('.').map(|word| word.parse().ok().filter(|number: &u32| number.to_string() == word));
        let version = Version([numbers.next()??, numbers.next()??, numbers.next()??]);
        numbers.next().is_none().then_some(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

text_in_json!(Version, "not a version", |version, serializer| serializer.collect_str(version));

/// How far an upgrade is. Written down before each step, so that the next start knows what was under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UpgradePhase {
    /// The store is closed and being copied.
    Copying,
    /// The copy is whole, and the new program works on the store; it takes nothing from outside.
    Trial,
    /// It came up well. The old program is still in its place.
    Healthy,
    /// The new program is in its place and runs.
    Done,
    /// The old program and its store are as they were before.
    Undone,
}

/// Why an upgrade came to nothing. The texts are what the system or the new program said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UpgradeFlaw {
    CutOff,
    /// Something was still under way in the old program.
    NotClosed,
    NotCopied(String),
    NotWritten(String),
    NotStarted(String),
    /// It ended before it was well, and what it said last.
    Ended(String),
    /// It had not come up after so many seconds.
    Silent(u64),
    /// It was not put into its place.
    NotPlaced,
}

impl fmt::Display for UpgradeFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpgradeFlaw::CutOff => f.write_str("it was cut off before the new program had shown that it works"),
            UpgradeFlaw::NotClosed => {
                f.write_str("the store could not be closed in time, as something was still under way")
            }
            UpgradeFlaw::NotCopied(why) => write!(f, "the store cannot be copied: {why}"),
            UpgradeFlaw::NotWritten(why) => write!(f, "how far it is cannot be written down: {why}"),
            UpgradeFlaw::NotStarted(why) => write!(f, "the new program does not start: {why}"),
            UpgradeFlaw::Ended(why) => write!(f, "the new program ended ({why})"),
            UpgradeFlaw::Silent(seconds) => write!(f, "the new program had not come up after {seconds} s"),
            UpgradeFlaw::NotPlaced => f.write_str("nobody put the new program into its place"),
        }
    }
}

/// An upgrade that is under way, or the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpgradeState {
    pub phase: UpgradePhase,
    pub from: Version,
    pub to: Version,
    /// When it was asked for; no two have the same.
    pub begun: Time,
    /// The store's format before it; nothing where an older program wrote this.
    #[serde(default)]
    pub format: Option<u32>,
    /// Why it was undone, for the operator.
    pub why: Option<UpgradeFlaw>,
    /// It stands in the activity log.
    pub is_noted: bool,
}

impl UpgradeState {
    pub fn is_under_way(&self) -> bool {
        matches!(self.phase, UpgradePhase::Copying | UpgradePhase::Trial | UpgradePhase::Healthy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        let version = |text| Version::parse(text).unwrap();
        assert!(version("0.10.0") > version("0.9.9") && version("1.0.0") > version("0.99.99"));
        assert_eq!(version("1.2.3").to_string(), "1.2.3");
        for bad in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.2.03", "1.2.+3", "v1.2.3", "1.2.3-rc1", "1..3"] {
            assert_eq!(Version::parse(bad), None, "{bad}");
        }
    }
}
