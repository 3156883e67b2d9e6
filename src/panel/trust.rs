//! The page that helps a device to trust the authority of this box, without a sign-in, and the authority's certificate in the
//! form that each kind of device takes.

use super::{
    frame::Frame,
    https,
    page::{as_file, page},
    qr::QrPicture,
    visit::Guest,
};
use askama::Template;
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{Answer, reply};
use hyper::{StatusCode, header::USER_AGENT};
use i18n::{Spoken, pages::trust};
use model::{AuthorityCertificate, Code, Failure, HttpsReport, LanReport, Sha, certificate::pem};

#[derive(Template)]
#[template(path = "trust.html")]
struct TrustPage {
    frame: Frame,
    standing: TrustStanding,
    /// The device that is most likely in the reader's hand.
    device: TrustDevice,
    /// The panel, encrypted.
    panel: Option<String>,
    /// Where a telephone finds this page, and as a square.
    scanned: Option<(String, QrPicture)>,
}

/// What there is to trust.
enum TrustStanding {
    Off,
    Given,
    /// The fingerprint, in groups.
    Authority(Vec<String>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TrustDevice {
    AndroidNew,
    AndroidOld,
    Apple,
    Windows,
    Mac,
    Linux,
    Unknown,
}

impl TrustDevice {
    fn of(agent: &str) -> TrustDevice {
        let has = |word: &str| agent.contains(word);
        let android =
            agent.split("Android ").nth(1).and_then(|rest| rest.split(['.', ';', ')']).next()?.parse::<u32>().ok());
        match android {
            Some(..=10) if !has("Chrome/1") || android < Some(10) => TrustDevice::AndroidOld,
            // Newer browsers say 10 whatever it is.
            Some(_) => TrustDevice::AndroidNew,
            None if has("iPhone") || has("iPad") => TrustDevice::Apple,
            None if has("Windows") => TrustDevice::Windows,
            None if has("Mac OS X") => TrustDevice::Mac,
            None if has("Linux") => TrustDevice::Linux,
            None => TrustDevice::Unknown,
        }
    }
}

pub async fn show(guest: Guest) -> Answer {
    let lan = guest.app.config.lan.read().clone();
    let standing = match &lan.https {
        HttpsReport::Off => TrustStanding::Off,
        HttpsReport::Given(_) => TrustStanding::Given,
        HttpsReport::Auto { authority, .. } => TrustStanding::Authority(in_groups(&authority.facts.fingerprint)),
    };
    let agent = guest.call.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let panel = if guest.call.is_https() { Some("/".to_owned()) } else { https::address(&guest.app, &guest.call, "/") };
    let shown = TrustPage {
        frame: Frame { path: "/trust".to_owned(), ..Frame::bare(guest.lang, guest.lang.texts().trust_page.title) },
        standing,
        device: TrustDevice::of(agent),
        panel: panel.filter(|_| lan.served().is_some()),
        scanned: scanned(&lan)?,
    };
    page(&shown)
}

/// By address: telephones of some years ago know no names of `.local`.
fn scanned(lan: &LanReport) -> Result<Option<(String, QrPicture)>, Failure> {
    let Some(url) = lan.clear_url().map(|url| format!("{url}/trust")) else { return Ok(None) };
    let picture = QrPicture::of(&url)?;
    Ok(Some((url, picture)))
}

fn in_groups(fingerprint: &Sha) -> Vec<String> {
    let pairs: Vec<String> = fingerprint.0.iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.chunks(4).map(|group| group.join(" ")).collect()
}

/// As Android, Windows and macOS take it.
pub async fn download_der(guest: Guest) -> Answer {
    file("garson.crt", "application/x-x509-ca-cert", authority(&guest)?.der)
}

pub async fn download_pem(guest: Guest) -> Answer {
    file("garson.pem", "application/x-pem-file", pem("CERTIFICATE", &authority(&guest)?.der).into_bytes())
}

/// As iPhones and iPads take it: an unsigned profile with the certificate and nothing else.
pub async fn download_profile(guest: Guest) -> Answer {
    let authority = authority(&guest)?;
    let certificate = STANDARD.encode(&authority.der);
    let (name, about) = (&authority.facts.subject, trust::profile(guest.lang));
    let id = authority.facts.fingerprint.to_string();
    // One certificate always makes one profile, which replaces itself.
    let uuid = |from: usize| {
        let part = |start: usize, end: usize| &id[from + start..from + end];
        format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
            .to_ascii_uppercase()
    };
    let profile = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>local.garson.{id}</string>
  <key>PayloadUUID</key><string>{}</string>
  <key>PayloadDisplayName</key><string>{name}</string>
  <key>PayloadDescription</key><string>{about}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>local.garson.{id}.root</string>
      <key>PayloadUUID</key><string>{}</string>
      <key>PayloadDisplayName</key><string>{name}</string>
      <key>PayloadCertificateFileName</key><string>garson.crt</string>
      <key>PayloadContent</key><data>{certificate}</data>
    </dict>
  </array>
</dict>
</plist>
"#,
        uuid(0),
        uuid(32)
    );
    file("garson.mobileconfig", "application/x-apple-aspen-config", profile.into_bytes())
}

fn authority(guest: &Guest) -> Result<AuthorityCertificate, Failure> {
    guest.app.config.lan.read().authority().cloned().ok_or_else(|| Failure::new(Code::NotFound))
}

fn file(name: &'static str, kind: &'static str, bytes: Vec<u8>) -> Answer {
    as_file(name, reply::text(StatusCode::OK, kind, bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_told_by_what_its_browser_says() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile",
                TrustDevice::AndroidNew,
            ),
            ("Mozilla/5.0 (Linux; Android 8.1.0; SM-T580) AppleWebKit/537.36 Chrome/90.0.0.0", TrustDevice::AndroidOld),
            ("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", TrustDevice::AndroidNew),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
                TrustDevice::Apple,
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0", TrustDevice::Windows),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", TrustDevice::Mac),
            ("Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0", TrustDevice::Linux),
            ("curl/8", TrustDevice::Unknown),
        ] {
            assert!(TrustDevice::of(agent) == expected, "{agent}");
        }
    }
}
