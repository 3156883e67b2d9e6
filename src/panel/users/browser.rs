//! What a browser calls itself, in plain words: "Chrome · Windows".

/// The first that fits; browsers name their forebears too, so the younger ones come first.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
    ("X11", "Linux"),
];

/// Nothing where neither browser nor system is known.
pub fn words(agent: &str) -> Option<String> {
    let find = |all: &[(&str, &'static str)]| all.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    // Everybody says "Safari"; who says "Version" as well is it.
    let safari = || (agent.contains("Safari/") && agent.contains("Version/")).then_some("Safari");
    let parts: Vec<&str> = [find(&BROWSERS).or_else(safari), find(&SYSTEMS)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn browsers_are_told_apart() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome · Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox · Mac"),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36",
                "Samsung Internet · Android",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome · Linux",
            ),
        ] {
            assert_eq!(words(agent).as_deref(), Some(expected), "{agent}");
        }
        assert_eq!(words("curl/8.5.0"), None);
        assert_eq!(words(""), None);
    }
}
