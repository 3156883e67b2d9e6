//! Paths in commands that pages show.

/// As a shell takes it for one word.
pub fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/\\:._-+@%,…".contains(c);
    match path {
        plain if plain.chars().all(|c| is_plain(c) && (cfg!(windows) || c != '\\')) => plain.to_owned(),
        _ if cfg!(windows) => format!("\"{path}\""),
        _ => format!("'{}'", path.replace('\'', "'\\''")),
    }
}
