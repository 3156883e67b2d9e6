//! The command line that Windows keeps for the service: what it says is what the service does at its next start.

/// The value after a flag, with or without quotes around it.
pub fn flag<'a>(command_line: &'a str, name: &str) -> Option<&'a str> {
    let (_, behind) = command_line.split_once(&format!(" {name} "))?;
    match behind.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => behind.split(' ').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_with_quotes_and_without() {
        let line = r#""C:\Program Files\garson\garson.exe" service run --data "D:\my orders" --listen 0.0.0.0:80 --log-file x"#;
        assert_eq!(flag(line, "--data"), Some(r"D:\my orders"));
        assert_eq!(flag(line, "--listen"), Some("0.0.0.0:80"));
        assert_eq!(flag(line, "--log-file"), Some("x"));
        assert_eq!(flag(line, "--log"), None);
    }
}
