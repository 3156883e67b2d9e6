//! What a person sees, hears or is shown by a script of a page, as lines of text: a change of wording changes them, a
//! change of markup does not.

use super::super::html::{Token, tokens};
use garson::model::time::zone;

/// One text of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// What it is: a heading, a link, a placeholder …
    pub kind: String,
    pub text: String,
    /// It goes on in the line of the one before.
    pub goes_on: bool,
    /// It belongs to what all pages have, not to this one.
    pub is_frame: bool,
    /// Marked as of another language, or of none: code, what a program said.
    pub is_foreign: bool,
}

pub struct Outline {
    pub lang: String,
    pub seen: Vec<Seen>,
}

/// Elements that do not end a line.
const INLINE: [&str; 11] = ["b", "strong", "em", "i", "s", "span", "code", "kbd", "time", "q", "br"];
/// What data attributes hold that no script shows to anybody.
const FOR_SCRIPTS: [&str; 24] = [
    "data-stream",
    "data-pieces",
    "data-id",
    "data-column",
    "data-role",
    "data-sort",
    "data-change",
    "data-since",
    "data-until",
    "data-rings",
    "data-position",
    "data-now",
    "data-count",
    "data-copy",
    "data-document",
    "data-lang",
    "data-words",
    "data-seconds",
    "data-hour",
    "data-act",
    "data-try",
    "data-recall",
    "data-faring",
    "data-trouble",
];

fn kind_of(element: &str) -> Option<&'static str> {
    Some(match element {
        "title" => "title",
        "h1" => "#",
        "h2" => "##",
        "h3" => "###",
        "a" => "link",
        "button" => "button",
        "label" | "legend" => "label",
        "option" => "option",
        "th" => "column",
        "dt" => "term",
        "small" => "help",
        "summary" => "fold",
        "pre" => "raw",
        "textarea" => "value",
        _ => return None,
    })
}

struct Element {
    name: String,
    lang: Option<String>,
}

impl Outline {
    #[track_caller]
    pub fn of(html: &str) -> Outline {
        let mut walk = Walk::default();
        for token in tokens(html) {
            match token {
                Token::Open { name, attributes } => walk.open(name, &attributes),
                Token::Close(name) => walk.close(&name),
                Token::Text(text) => walk.text(&text),
            }
        }
        // A ticket, or a piece of the board, has nothing around it.
        let has_frame = walk.has_frame;
        walk.seen.iter_mut().for_each(|seen| seen.is_frame &= has_frame && seen.kind != "title");
        walk.seen.retain(|seen| !is_time_zone(seen));
        Outline { lang: walk.lang, seen: walk.seen }
    }

    pub fn title(&self) -> &str {
        self.seen.iter().find(|seen| seen.kind == "title").map_or("", |seen| &seen.text)
    }

    /// The lines of the page itself.
    pub fn lines(&self) -> String {
        lines(self.seen.iter().filter(|seen| !seen.is_frame))
    }

    /// The lines of what is around it.
    pub fn frame(&self) -> String {
        lines(self.seen.iter().filter(|seen| seen.is_frame))
    }
}

fn lines<'a>(seen: impl Iterator<Item = &'a Seen>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for one in seen {
        let text = match one.kind.as_str() {
            "raw" => one.text.chars().take(40).collect(),
            _ => one.text.clone(),
        };
        match lines.last_mut() {
            Some(line) if one.goes_on => *line = format!("{line} {text}"),
            _ if one.kind.is_empty() => lines.push(text),
            _ => lines.push(format!("{}: {text}", one.kind).replacen("#: ", "# ", 1)),
        }
    }
    lines.join("\n")
}

/// There are hundreds to choose from, and they are called the same in every language.
fn is_time_zone(seen: &Seen) -> bool {
    let is_zone = |text: &str| text == "UTC" || text.contains('/') && zone(&text.replace(' ', "_")).is_some();
    seen.kind == "option" && is_zone(&seen.text)
}

#[derive(Default)]
struct Walk {
    lang: String,
    seen: Vec<Seen>,
    open: Vec<Element>,
    /// The next text stands in the line of the one before.
    is_same_line: bool,
    /// There is a way past what all pages have.
    has_frame: bool,
}

impl Walk {
    fn open(&mut self, name: String, attributes: &[(String, String)]) {
        let of = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        let lang = of("lang").map(str::to_owned);
        if name == "html" {
            self.lang = lang.clone().unwrap_or_default();
        }
        self.is_same_line &= INLINE.contains(&name.as_str());
        self.has_frame |= of("class") == Some("skip");
        self.open.push(Element { name: name.clone(), lang });
        for (attribute, value) in attributes {
            let kind = match attribute.as_str() {
                "placeholder" | "alt" => attribute.as_str(),
                "aria-label" => "named",
                "title" => "tip",
                "label" if name == "optgroup" => "group",
                "value" if name == "input" && is_typed(of("type")) => "value",
                other if other.starts_with("data-") && !FOR_SCRIPTS.contains(&other) && has_letter(value) => other,
                _ => continue,
            };
            self.put(kind, value);
        }
    }

    fn close(&mut self, name: &str) {
        self.is_same_line &= INLINE.contains(&name);
        self.open.pop();
    }

    fn text(&mut self, text: &str) {
        // What is offered while somebody types is a list of names, hundreds of them.
        if self.is_in("datalist") {
            return;
        }
        let goes_on = self.is_same_line;
        let kind = self.open.iter().rev().find_map(|element| kind_of(&element.name)).unwrap_or_default();
        let kind = if kind == "title" && self.is_in("svg") { "tip" } else { kind };
        if self.put(kind, text) {
            self.seen.last_mut().unwrap().goes_on = goes_on;
            self.is_same_line = true;
        }
    }

    /// `false` for nothing but blanks.
    fn put(&mut self, kind: &str, text: &str) -> bool {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return false;
        }
        let is_code = ["pre", "code", "kbd"].iter().any(|name| self.is_in(name));
        let lang = self.open.iter().rev().find_map(|element| element.lang.as_deref()).unwrap_or_default();
        let is_foreign = is_code || lang != self.lang;
        let is_frame = !self.is_in("main");
        self.seen.push(Seen { kind: kind.to_owned(), text, goes_on: false, is_frame, is_foreign });
        true
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.iter().any(|element| element.name == name)
    }
}

pub fn has_letter(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn is_typed(kind: Option<&str>) -> bool {
    !matches!(kind, Some("hidden" | "radio" | "checkbox" | "password"))
}

/// A SHA-256 in pairs.
fn without_fingerprint(lines: &str) -> String {
    let is_byte = |word: &&str| word.len() == 2 && word.bytes().all(|digit| digit.is_ascii_hexdigit());
    let steady = |line: &str| match line.split(' ').filter(is_byte).count() {
        32 => format!("{} ‹fingerprint›", line.split(' ').filter(|word| !is_byte(word)).collect::<Vec<_>>().join(" ")),
        _ => line.to_owned(),
    };
    lines.split('\n').map(steady).collect::<Vec<_>>().join("\n")
}

/// The lines without what differs from one run to the next: ids, the time of day, ages, sizes, keys, ports.
pub fn steady(lines: &str) -> String {
    let lines = without_fingerprint(&without_key(lines));
    let mut words = pieces(&lines).into_iter().peekable();
    let mut steady = String::new();
    let mut before: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        before.push(word);
        steady += word;
        let replace = |steady: &mut String, count: usize, mark: &str| {
            let length: usize = before[before.len() - count..].iter().map(|word| word.len()).sum();
            steady.truncate(steady.len() - length);
            *steady += mark;
        };
        let is_end = words.peek().is_none_or(|next| *next != ":");
        match before[..] {
            [.., id] if id.split('-').map(str::len).eq([8, 4, 4, 4, 12]) => replace(&mut steady, 1, "‹id›"),
            [.., code] if code.split('-').map(str::len).eq([4; 4]) => replace(&mut steady, 1, "‹code›"),
            [.., code] if code.split('-').all(is_number) && code.split('-').map(str::len).eq([4; 2]) => {
                replace(&mut steady, 1, "‹code›");
            }
            [.., id] if is_request_id(id) => replace(&mut steady, 1, "‹id›"),
            [.., h, ":", m, ":", s] if is_end && [h, m, s].iter().all(|part| is_pair(part)) => {
                replace(&mut steady, 5, "‹time›");
            }
            [.., h, ":", m] if is_end && h.len() <= 2 && is_number(h) && is_pair(m) => {
                replace(&mut steady, 3, "‹time›")
            }
            [.., ":", port] if is_end && port.len() >= 4 && is_number(port) => replace(&mut steady, 1, "‹port›"),
            [.., whole, "." | ",", part, " ", "kB" | "MB" | "GB" | "TB"] if is_number(whole) && is_number(part) => {
                replace(&mut steady, 5, "‹size›");
            }
            [.., number, " ", "kB" | "MB" | "GB" | "TB"] if is_number(number) => replace(&mut steady, 3, "‹size›"),
            [.., number, " ", "s" | "min" | "h" | "d" | "sn" | "dk" | "sa" | "gün"] if is_number(number) => {
                replace(&mut steady, 3, "‹age›");
            }
            [.., number, " ", "ms"] if is_number(number) => replace(&mut steady, 3, "‹ms›"),
            [.., secret] if secret.len() >= 32 || (secret.starts_with("gsn_") && secret.len() >= 8) => {
                replace(&mut steady, 1, "‹secret›");
            }
            _ => {}
        }
    }
    steady
}

/// The lines without a key that is typed by hand: eight times four letters.
fn without_key(lines: &str) -> String {
    let is_group =
        |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let shortened = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        match words.windows(8).position(|groups| groups.iter().all(is_group)) {
            Some(at) => [&words[..at], &["‹key›"], &words[at + 8..]].concat().join(" "),
            None => line.to_owned(),
        }
    };
    lines.lines().map(shortened).collect::<Vec<_>>().join("\n")
}

/// Words and what is between them, one by one.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_base64 = rest.starts_with("whsec_");
        let is_part = |c: char| c.is_alphanumeric() || "_-".contains(c) || (is_base64 && "+/=".contains(c));
        let length = match rest.find(|c| !is_part(c)) {
            Some(0) => rest.chars().next().map_or(1, char::len_utf8),
            Some(end) => end,
            None => rest.len(),
        };
        let (piece, left) = rest.split_at(length);
        pieces.push(piece);
        rest = left;
    }
    pieces
}

/// Eight digits of this start, then how many requests there were.
fn is_request_id(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split_once('-').is_some_and(|(start, count)| start.len() == 8 && is_hex(start) && is_hex(count))
}

fn is_pair(text: &str) -> bool {
    text.len() == 2 && is_number(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
