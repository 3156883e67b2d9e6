//! The rows: what was measured, beside what, and whether it is as good as it is to be. Printed as a table, kept as JSON.

use serde_json::{Value, json};
use std::{path::PathBuf, process::Command};

/// What a figure is to be, from the table of goals.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// Only to be known.
    None,
}

use Goal::{AtLeast, AtMost};

impl Goal {
    fn is_met(self, figure: f64) -> Option<bool> {
        match self {
            AtLeast(least) => Some(figure >= least),
            AtMost(most) => Some(figure <= most),
            Goal::None => None,
        }
    }
}

struct Row {
    name: String,
    unit: &'static str,
    ours: f64,
    other: Option<(&'static str, f64)>,
    /// Ours by the other's, the median of the rounds.
    ratio: Option<f64>,
    goal: Goal,
}

impl Row {
    /// What the goal is about.
    fn figure(&self) -> f64 {
        self.ratio.unwrap_or(self.ours)
    }
}

pub struct Report {
    /// Says nothing while it goes on: what the short form measures means nothing.
    is_silent: bool,
    rows: Vec<Row>,
    /// How something was measured, or why it was not.
    notes: Vec<String>,
}

impl Report {
    pub fn new(is_silent: bool) -> Report {
        Report { is_silent, rows: Vec::new(), notes: Vec::new() }
    }

    /// A figure by itself.
    pub fn figure(&mut self, name: impl Into<String>, ours: f64, unit: &'static str, goal: Goal) {
        self.add(Row { name: name.into(), unit, ours, other: None, ratio: None, goal });
    }

    /// A figure beside another's of the same run; `pairs` are ours and theirs, round by round.
    pub fn beside(
        &mut self,
        name: impl Into<String>,
        unit: &'static str,
        other: &'static str,
        pairs: &[(f64, f64)],
        goal: Goal,
    ) {
        let ours = median(pairs.iter().map(|(ours, _)| *ours));
        let theirs = median(pairs.iter().map(|(_, theirs)| *theirs));
        let ratio = median(pairs.iter().map(|(ours, theirs)| ours / theirs));
        self.add(Row { name: name.into(), unit, ours, other: Some((other, theirs)), ratio: Some(ratio), goal });
    }

    /// A figure with another's beside it, where the goal is about the figure.
    pub fn figure_beside(
        &mut self,
        name: impl Into<String>,
        ours: f64,
        unit: &'static str,
        other: (&'static str, f64),
        goal: Goal,
    ) {
        self.add(Row { name: name.into(), unit, ours, other: Some(other), ratio: None, goal });
    }

    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        self.say(&note);
        self.notes.push(note);
    }

    fn add(&mut self, row: Row) {
        self.say(&line(&row));
        self.rows.push(row);
    }

    /// Progress, for whoever waits.
    pub fn say(&self, text: &str) {
        if !self.is_silent {
            eprintln!("{text}");
        }
    }

    pub fn print(&self) {
        println!("\n{}", heading());
        self.rows.iter().for_each(|row| println!("{}", line(row)));
        self.notes.iter().for_each(|note| println!("- {note}"));
        let held = self.rows.iter().filter_map(|row| row.goal.is_met(row.figure()));
        let (met, all) = held.fold((0, 0), |(met, all), is_met| (met + usize::from(is_met), all + 1));
        println!("{met} of {all} goals met");
    }

    /// Writes the same beside the build; where.
    pub fn save(&self) -> PathBuf {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("bench.json");
        let rows = self.rows.iter().map(|row| {
            let (goal, bound) = match row.goal {
                AtLeast(least) => (Some("at least"), Some(least)),
                AtMost(most) => (Some("at most"), Some(most)),
                Goal::None => (None, None),
            };
            json!({
                "row": row.name, "unit": row.unit, "ours": row.ours, "beside": row.other.map(|(name, _)| name),
                "theirs": row.other.map(|(_, theirs)| theirs), "ratio": row.ratio, "goal": goal, "bound": bound,
                "isMet": row.goal.is_met(row.figure()),
            })
        });
        let report = json!({
            "at": garson::clock::now(), "commit": commit(), "cores": cores(), "rows": rows.collect::<Vec<Value>>(),
            "notes": self.notes,
        });
        std::fs::write(&path, serde_json::to_vec_pretty(&report).unwrap()).unwrap();
        path
    }
}

fn heading() -> String {
    let dashes = "|---|---:|---:|---:|---:|---|";
    format!("| row | ours | beside | ratio | goal | met |\n{dashes}")
}

fn line(row: &Row) -> String {
    let beside = row.other.map_or_else(String::new, |(name, theirs)| format!("{name} {}", short(theirs)));
    let ratio = row.ratio.map_or_else(String::new, short);
    let goal = match row.goal {
        AtLeast(least) => format!("≥ {}", short(least)),
        AtMost(most) => format!("≤ {}", short(most)),
        Goal::None => String::new(),
    };
    let met = match row.goal.is_met(row.figure()) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    };
    format!("| {} | {} {} | {beside} | {ratio} | {goal} | {met} |", row.name, short(row.ours), row.unit)
}

/// Three digits that count.
fn short(figure: f64) -> String {
    match figure.abs() {
        large if large >= 100.0 => format!("{figure:.0}"),
        middle if middle >= 10.0 => format!("{figure:.1}"),
        small if small >= 1.0 => format!("{figure:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{figure:.3}"),
    }
}

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["describe", "--always", "--dirty"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let said = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(0, usize::from)
}
