//! Where the command line has heartbeats sent, and what they are signed with.

use crate::net::{Guard, is_in_clear_outside};
use crate::ops::{care::heartbeat::memory::GivenHeartbeat, events::deliveries::SigningSecret};
use clap::Args;
use std::sync::Arc;

#[derive(Args, Default)]
pub struct HeartbeatOptions {
    /// Once a minute, send a small signed JSON there that says how garson fares: version, backups, disk, clock, platforms in
    /// trouble; nothing of orders or customers
    #[arg(long, env = "GARSON_HEARTBEAT", value_name = "URL", requires = "heartbeat_secret", value_parser = target)]
    heartbeat: Option<String>,
    /// What it is signed with: a file whose first line is whsec_ and 24 to 64 bytes in base64
    #[arg(long, env = "GARSON_HEARTBEAT_SECRET", value_name = "FILE", value_parser = secrets)]
    heartbeat_secret: Option<Arc<[SigningSecret]>>,
}

impl HeartbeatOptions {
    pub fn given(&self) -> Option<GivenHeartbeat> {
        let (url, secrets) = self.heartbeat.clone().zip(self.heartbeat_secret.clone())?;
        Some(GivenHeartbeat { url, secrets })
    }
}

fn target(text: &str) -> Result<String, String> {
    Guard::default().check_url(text).map_err(|trouble| trouble.to_string())?;
    if is_in_clear_outside(text) {
        return Err("outside the local network it has to begin with https://".into());
    }
    Ok(text.to_owned())
}

/// In a file, because others on the machine see what is typed.
fn secrets(file: &str) -> Result<Arc<[SigningSecret]>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let secret = SigningSecret::parse(text.lines().next().unwrap_or_default().trim());
    Ok([secret.ok_or("its first line is not whsec_ and 24 to 64 bytes in base64")?].into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_where_nobody_reads_along() {
        for (url, is_taken) in [
            ("https://watch.example.com/beats", true),
            ("http://192.168.1.20:9100/", true),
            ("http://watch.example.com/beats", false),
            ("https://169.254.169.254/", false),
            ("watch.example.com", false),
        ] {
            assert_eq!(target(url).is_ok(), is_taken, "{url}");
        }
    }

    #[test]
    fn a_secret_is_the_first_line_of_its_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let read = |text: &str| {
            std::fs::write(file.path(), text).unwrap();
            secrets(file.path().to_str().unwrap()).map(|secrets| secrets[0].text())
        };
        let made = SigningSecret::make().unwrap().text();
        assert_eq!(read(&format!("{made}\r\nfor the shop in Kadıköy\n")), Ok(made));
        assert!(read("").is_err() && read("secret").is_err() && secrets("/nowhere").is_err());
    }
}
