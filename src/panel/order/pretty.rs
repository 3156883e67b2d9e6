//! JSON made readable without touching it: order of keys, spelling of numbers and escapes stay as the platform sent them.

/// Deeper than this nothing is indented further, or a deep order would make an endless page.
const DEEPEST: usize = 30;
/// What would become longer stays as it came: spaces alone must not make a page of many megabytes.
const LONGEST_PRETTY_BYTES: usize = 128 * 1_024;

pub fn json(text: &str) -> String {
    let mut out = String::with_capacity((text.len() * 2).min(LONGEST_PRETTY_BYTES));
    let mut depth = 0usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if out.len() > LONGEST_PRETTY_BYTES {
            return text.to_owned();
        }
        match c {
            '"' => {
                out.push(c);
                copy_string(&mut chars, &mut out);
            }
            '{' | '[' => {
                out.push(c);
                while chars.next_if(|c| c.is_ascii_whitespace()).is_some() {}
                match chars.next_if(|c| matches!(c, '}' | ']')) {
                    Some(end) => out.push(end),
                    None => {
                        depth += 1;
                        new_line(&mut out, depth);
                    }
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_ascii_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

/// Up to and with the closing quote.
fn copy_string(chars: &mut impl Iterator<Item = char>, out: &mut String) {
    while let Some(c) = chars.next() {
        out.push(c);
        match c {
            '"' => return,
            '\\' => out.extend(chars.next()),
            _ => {}
        }
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn only_the_spaces_change() {
        let raw = r#"{"b":1.10,"a":[1,{"x":"a,b:{}\"\\"},[],{ }],"c":null}"#;
        let pretty = json(raw);
        assert_eq!(
            pretty,
            "{\n  \"b\": 1.10,\n  \"a\": [\n    1,\n    {\n      \"x\": \"a,b:{}\\\"\\\\\"\n    },\n    [],\n    {}\n  ],\n  \"c\": null\n}"
        );
        assert_eq!(json(&pretty), pretty);
        for whole in ["null", "", "\"open", "]]]", "12"] {
            json(whole);
        }
    }

    #[test]
    fn a_deep_one_stays_small() {
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        assert!(json(&deep).len() < 1_000_000);
        let wide = format!("{}{}{}", "[".repeat(30), "1,".repeat(500_000), "]".repeat(30));
        assert_eq!(json(&wide), wide);
    }
}
