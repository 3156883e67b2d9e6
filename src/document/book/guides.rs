//! The guides: Markdown in both languages, and the parts of them that are made of data: errors, the picture of statuses,
//! receivers of events.

use super::article::{Article, read};
use super::html::{block, code, escaped, folded};
use super::{markdown::line, voice::Voice, words::PageLang};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// In the order in which they are read.
pub const GUIDES: [&str; 14] = [
    "first-call",
    "keys-and-scopes",
    "requests",
    "values",
    "status",
    "polling",
    "receiving-events",
    "idempotency",
    "errors",
    "paging",
    "limits",
    "platforms",
    "going-live",
    "compatibility",
];

/// Receivers in the order in which they are shown: what a reader calls the language, and how its files end.
const LANGUAGES: [(&str, &str); 6] =
    [("Python", "py"), ("JavaScript", "mjs"), ("JavaScript", "js"), ("PHP", "php"), ("Go", "go"), ("Java", "java")];

/// How comments of receivers begin, and what ends one before its line does.
const COMMENTS: [(&str, &str); 4] = [("// ", "\n"), ("# ", "\n"), ("/* ", " */"), ("\"\"\"", "\"\"\"")];

/// Where guides and receivers lie.
pub struct GuideFolders<'a> {
    pub guides: &'a Path,
    pub receivers: &'a Path,
}

pub fn guide(voice: &Voice, folders: &GuideFolders, slug: &'static str) -> Result<Article, String> {
    Article::read(voice, folders.guides, slug, |part| made(voice, folders, part))
}

fn made(voice: &Voice, folders: &GuideFolders, part: &str) -> Result<String, String> {
    match part {
        "errors" => errors(voice, folders.guides),
        "status" => picture(voice, folders.guides),
        "receivers" => receivers(voice, folders),
        _ => Err(format!("no guide can have {{{{{part}}}}}")),
    }
}

/// Every code with its status, what it means and what to do.
fn errors(voice: &Voice, guides: &Path) -> Result<String, String> {
    let w = voice.words();
    let all: Vec<Value> = parsed(&guides.join("errors.json"))?;
    let mut rows = String::new();
    for error in &all {
        let (key, told) = (error["code"].as_str().unwrap_or_default(), &error[voice.lang.tag()]);
        let statuses: Vec<String> = error["status"].as_array().into_iter().flatten().map(Value::to_string).collect();
        let text = |name: &str| line(voice, told[name].as_str().unwrap_or_default());
        rows += &format!(
            "<tr id=\"{key}\"><th scope=\"row\">{}</th><td data-label=\"{}\">{}</td><td data-label=\"{}\">{}</td><td data-label=\"{}\">{}</td></tr>\n",
            code(key),
            w.error_status,
            statuses.join(", "),
            w.error_means,
            text("means"),
            w.error_do,
            text("todo")
        );
    }
    let head: String = [w.error_code, w.error_status, w.error_means, w.error_do]
        .map(|title| format!("<th scope=\"col\">{title}</th>"))
        .concat();
    Ok(format!("<table class=\"errors\"><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>\n"))
}

/// The picture is drawn once, with a name for each of its texts.
fn picture(voice: &Voice, guides: &Path) -> Result<String, String> {
    let mut drawing = read(&guides.join("status.svg"))?;
    let texts: Value = parsed(&guides.join("status.json"))?;
    for (name, text) in super::source::entries(&texts[voice.lang.tag()]) {
        drawing = drawing.replace(&format!("{{{name}}}"), &escaped(text.as_str().unwrap_or_default()));
    }
    match drawing.contains('{') {
        true => Err("status.json lacks a text of status.svg".to_owned()),
        false => Ok(format!("<figure class=\"picture\" tabindex=\"0\">{drawing}</figure>\n")),
    }
}

/// The files, each folded, with their comments in the language of the page.
fn receivers(voice: &Voice, folders: &GuideFolders) -> Result<String, String> {
    let folder = folders.receivers;
    let mut found: Vec<(usize, String, String)> = Vec::new();
    let mut look = |folder: &Path| {
        for path in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()) {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
            let place = LANGUAGES.iter().position(|(_, known)| *known == ending);
            if let (Some(place), Ok(text)) = (place, fs::read_to_string(&path)) {
                found.push((place, path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
            }
        }
    };
    look(folder);
    for inner in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()) {
        look(&inner);
    }
    found.sort();
    let turkish: BTreeMap<String, String> = parsed(&folders.guides.join("receivers.json"))?;
    let (mut shown, mut used) = (String::new(), BTreeSet::new());
    for (place, name, text) in &found {
        let title = format!("{} <span class=\"kind\">{}</span>", LANGUAGES[*place].0, escaped(name));
        let mut lines = Vec::new();
        for line in text.trim_end().lines() {
            let Some(comment) = comment(line) else {
                lines.push(line.to_owned());
                continue;
            };
            let translated =
                turkish.get(comment).ok_or_else(|| format!("receivers.json lacks {comment:?} of {name}"))?;
            used.insert(comment);
            lines.push(if voice.lang == PageLang::Tr { line.replace(comment, translated) } else { line.to_owned() });
        }
        shown += &folded("receiver", &title, &block("code", &lines.join("\n")));
    }
    match turkish.keys().find(|english| !found.is_empty() && !used.contains(english.as_str())) {
        Some(english) => Err(format!("receivers.json has {english:?}, which no receiver says")),
        None => Ok(shown),
    }
}

/// What a line of a receiver says to people, whatever the language.
fn comment(line: &str) -> Option<&str> {
    COMMENTS.iter().find_map(|(begins, ends)| {
        let at = line.find(begins)?;
        let is_alone = line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let text = &line[at + begins.len()..];
        is_alone.then(|| text.find(ends).map_or(text, |end| &text[..end]))
    })
}

fn parsed<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_str(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))
}
