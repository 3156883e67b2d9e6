//! Small pieces of HTML.

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// A block that is read as it stands.
pub fn block(class: &str, text: &str) -> String {
    format!("<pre class=\"{class}\"><code>{}</code></pre>\n", escaped(text))
}

/// What opens when it is asked for. `summary` is HTML.
pub fn folded(class: &str, summary: &str, inner: &str) -> String {
    format!("<details class=\"{class}\"><summary>{summary}</summary>\n{inner}</details>\n")
}

/// A line of HTML without its tags.
pub fn bare(html: &str) -> String {
    let mut made = String::new();
    for piece in html.split('<') {
        made += piece.split_once('>').map_or(piece, |(_, text)| text);
    }
    made.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
