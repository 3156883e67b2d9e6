//! Reads the panel's own HTML, strictly: whatever a browser would have to guess at fails the test. A text that breaks out
//! of its place shows as a tag, an attribute or a mistake that does not belong there.

/// One piece of a page, with all references resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Open { name: String, attributes: Vec<(String, String)> },
    Close(String),
    Text(String),
}

/// Elements that have no end.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];
/// Elements whose content is text, whatever it looks like.
const TEXT_ONLY: [&str; 4] = ["title", "textarea", "script", "style"];

#[track_caller]
pub fn tokens(html: &str) -> Vec<Token> {
    let mut reader = Reader { html, rest: html, open: Vec::new(), tokens: Vec::new() };
    while !reader.rest.is_empty() {
        reader.step();
    }
    assert!(reader.open.is_empty(), "never closed: {:?} in {html}", reader.open);
    reader.tokens
}

struct Reader<'a> {
    html: &'a str,
    rest: &'a str,
    open: Vec<String>,
    tokens: Vec<Token>,
}

impl<'a> Reader<'a> {
    #[track_caller]
    fn step(&mut self) {
        if let Some(name) = self.open.last().filter(|name| TEXT_ONLY.contains(&name.as_str())).cloned() {
            let end = format!("</{name}>");
            let text = self.until(&end);
            self.text(text);
            self.close(&name);
        } else if self.rest.starts_with("<!doctype html>") {
            self.until(">");
        } else if self.rest.starts_with("</") {
            let name = self.until(">")[2..].to_owned();
            self.close(&name);
        } else if self.rest.starts_with('<') {
            self.tag();
        } else {
            let end = self.rest.find('<').unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            self.text(text);
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            let text = self.resolved(text);
            self.tokens.push(Token::Text(text));
        }
    }

    #[track_caller]
    fn tag(&mut self) {
        self.rest = &self.rest[1..];
        let name = self.name();
        let mut attributes: Vec<(String, String)> = Vec::new();
        let has_content = loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix("/>") {
                self.rest = rest;
                break false;
            }
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                break !VOID.contains(&name.as_str());
            }
            let attribute = self.name();
            let mut value = String::new();
            if let Some(rest) = self.rest.strip_prefix('=') {
                let quote = &rest[..1];
                assert!(quote == "\"" || quote == "'", "{attribute} has no quotes: {}", self.here());
                self.rest = &rest[1..];
                let raw = self.until(quote);
                value = self.resolved(raw);
            }
            assert!(attributes.iter().all(|(given, _)| *given != attribute), "{attribute} twice: {}", self.here());
            attributes.push((attribute, value));
        };
        // An option ends where the next begins.
        if name == "option" && self.open.last().is_some_and(|open| open == "option") {
            self.close("option");
        }
        self.tokens.push(Token::Open { name: name.clone(), attributes });
        if has_content {
            self.open.push(name);
        } else {
            self.tokens.push(Token::Close(name));
        }
    }

    #[track_caller]
    fn close(&mut self, name: &str) {
        while self.open.last().is_some_and(|open| open == "option" && name != "option") {
            self.close("option");
        }
        assert_eq!(self.open.pop().as_deref(), Some(name), "closed out of turn before {}", self.here());
        self.tokens.push(Token::Close(name.to_owned()));
    }

    #[track_caller]
    fn name(&mut self) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let end = self.rest.find(|c: char| !is_part(c)).unwrap_or(self.rest.len());
        assert!(end > 0, "no name where one belongs: {}", self.here());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.to_owned()
    }

    /// What comes before `end`, which is passed over.
    #[track_caller]
    fn until(&mut self, end: &str) -> &'a str {
        let (before, rest) = self.rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {}", self.here()));
        self.rest = rest;
        before
    }

    #[track_caller]
    fn resolved(&self, text: &str) -> String {
        let mut parts = text.split('&');
        let mut resolved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (reference, rest) = part.split_once(';').unwrap_or_else(|| panic!("a bare & in {text}"));
            let code = reference.strip_prefix('#').and_then(|number| number.parse().ok()).and_then(char::from_u32);
            resolved.push(match reference {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                _ => code.unwrap_or_else(|| panic!("&{reference}; in {text}")),
            });
            resolved += rest;
        }
        resolved
    }

    fn here(&self) -> &str {
        let at = self.html.len() - self.rest.len();
        let from = (at.saturating_sub(200)..=at).find(|from| self.html.is_char_boundary(*from)).unwrap_or(0);
        let to = (at..=self.html.len().min(at + 100)).rfind(|to| self.html.is_char_boundary(*to)).unwrap_or(at);
        &self.html[from..to]
    }
}
