//! Texts that want to be more than texts, and what must not come of them.

use super::super::html::{Token, tokens};
use serde_json::Value;

/// Each tries another way out of the place where a text belongs.
pub const TRICKS: [&str; 16] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(2)>",
    "' onfocus='alert(3)' autofocus='",
    "\" onmouseover=\"alert(4)\" style=\"display:block",
    "javascript:alert(5)",
    "</textarea></title></option></select><svg onload=alert(6)>",
    "]]><![CDATA[<script>alert(7)</script>",
    "--><iframe srcdoc='<script>alert(8)</script>'></iframe><!--",
    "=cmd|'/C calc'!A0;=1+1,=1+1\t=1+1",
    "+1+cmd|'/C calc'!A0",
    "@SUM(1+1)*cmd|'/C calc'!A0",
    "&lt;script&gt;alert(9)&#60;/script&#62;&amp;lt;",
    "{{7*7}}${7*7}<%= 7*7 %>{% raw %}",
    "a\n\nevent: gone\ndata: x\n\ndata: y\r\revent: again\r\n\r\n<script>alert(10)</script>",
    "\u{202e}tpircs\u{2066}<b onclick=alert(11)>\u{200b}\u{feff}\u{2028}\u{2029}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}e\u{301}\u{0644}\u{0627}<base href=//evil.example>",
];

/// Hands out the tricks in turn, each with a number of its own.
pub struct Tricks {
    next: usize,
}

impl Tricks {
    /// Beginning with this one.
    pub fn from(first: usize) -> Tricks {
        Tricks { next: first }
    }

    pub fn next(&mut self) -> String {
        let text = format!("{} #{}", TRICKS[self.next % TRICKS.len()], self.next);
        self.next += 1;
        text
    }

    /// Puts one into every text of a document, except under these names.
    pub fn fill(&mut self, value: &mut Value, kept: &[&str]) {
        match value {
            Value::String(text) => *text = self.next(),
            Value::Array(values) => values.iter_mut().for_each(|value| self.fill(value, kept)),
            Value::Object(fields) => {
                let others = fields.iter_mut().filter(|(name, _)| !kept.contains(&name.as_str()));
                others.for_each(|(_, value)| self.fill(value, kept));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Every element of the panel.
const ELEMENTS: &str = "
    html hr head meta title link script body header main nav aside section article div p h1 h2 h3 a img span small strong b s
    q code kbd pre time br ul ol li dl dt dd table thead tbody tr th td form fieldset legend label input textarea select
    option optgroup datalist button details summary dialog noscript svg path rect
";
/// Attributes that hold an address.
const ADDRESSES: [&str; 4] = ["href", "src", "action", "formaction"];

/// Nothing on the page is there because of a text.
#[track_caller]
pub fn assert_harmless(whence: &str, html: &str) {
    for token in tokens(html) {
        let Token::Open { name, attributes } = token else { continue };
        let said = format!("<{name} {attributes:?}> on {whence}");
        assert!(ELEMENTS.split_whitespace().any(|known| known == name), "{said}");
        for (attribute, value) in &attributes {
            let is_ours = !attribute.starts_with("on") && attribute != "style" && attribute != "srcdoc";
            assert!(is_ours, "{said}");
            let is_address = ADDRESSES.contains(&attribute.as_str());
            assert!(!is_address || is_own_address(value), "{said}");
            let is_asset = value.starts_with("/assets/");
            assert!(attribute != "src" || is_asset, "{said}");
        }
        let has_source = attributes.iter().any(|(attribute, _)| attribute == "src");
        assert!(!["script", "img"].contains(&name.as_str()) || has_source, "{said}");
    }
}

/// Where a map shows a place; what is behind it is a place and nothing else.
const MAP: &str = "https://www.google.com/maps/search/?api=1&query=";

/// Where our guides send a reader.
const GUIDED: [&str; 1] = ["https://integration.yemeksepeti.com"];

/// A path of ours, a place on the page or on a map, a platform's site that a guide of ours names, or a number to dial.
fn is_own_address(address: &str) -> bool {
    let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit() || b"+,".contains(&byte));
    let is_path = address.starts_with('/') && !address.starts_with("//") && !address.contains('\\');
    let is_place = |place: &str| place.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"%._~-".contains(&byte));
    let is_on_map = address.strip_prefix(MAP).is_some_and(is_place);
    is_path
        || is_on_map
        || GUIDED.contains(&address)
        || address.starts_with('#')
        || address.strip_prefix("tel:").is_some_and(is_number)
}

/// The cells of a table as a spreadsheet program reads it with this separator.
pub fn cells(csv: &str, separator: char) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut letters = csv.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        let cell = row.last_mut().unwrap();
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            '\r' if !is_quoted && letters.peek() == Some(&'\n') => {}
            letter if letter == separator && !is_quoted => row.push(String::new()),
            letter => cell.push(letter),
        }
    }
    rows.pop_if(|row| row.iter().all(String::is_empty));
    rows
}

/// What a spreadsheet program would calculate instead of showing it.
pub fn is_formula(cell: &str) -> bool {
    let is_number = cell.parse::<f64>().is_ok();
    !is_number && cell.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}
