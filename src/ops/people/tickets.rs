//! What a page carries for us to its next form: sealed, for one purpose, and for some minutes. Nothing of it is kept here, so
//! that forms that never come cannot fill the memory.

use crate::AppState;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use model::{Result, Sealed, Time};
use std::time::Duration;

/// Long enough to look for a telephone.
const LASTS: Duration = Duration::from_secs(15 * 60);

/// `purpose` names all that has to be the same when it comes back: what it is for, and whose it is.
pub fn issue(app: &AppState, purpose: &str, clear: &[u8]) -> Result<String> {
    let dated = [&clock::now().0.to_be_bytes(), clear].concat();
    Ok(URL_SAFE_NO_PAD.encode(app.store.sealer().seal(&sealed_for(purpose), &dated)?.0))
}

/// What came back; nothing where it is not ours, for something else, or too old.
pub fn redeem(app: &AppState, purpose: &str, ticket: &str) -> Option<Vec<u8>> {
    let sealed = Sealed(URL_SAFE_NO_PAD.decode(ticket).ok()?);
    let dated = app.store.sealer().unseal(&sealed_for(purpose), &sealed).ok()?;
    let (issued, clear) = dated.split_first_chunk()?;
    let (issued, now) = (Time(i64::from_be_bytes(*issued)), clock::now());
    (issued <= now && now < issued.plus(LASTS)).then(|| clear.to_vec())
}

fn sealed_for(purpose: &str) -> String {
    format!("ticket: {purpose}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    #[tokio::test]
    async fn a_ticket_is_good_for_its_purpose_alone() {
        let (app, _data) = an_empty_app();
        let ticket = issue(&app, "form of a", b"name=x").unwrap();
        assert!(!ticket.contains("name"));
        assert_eq!(redeem(&app, "form of a", &ticket).as_deref(), Some(&b"name=x"[..]));
        let (_, rest) = ticket.split_at(1);
        for (purpose, ticket) in [("form of b", ticket.as_str()), ("form of a", rest), ("form of a", ""), ("", "ş")] {
            assert_eq!(redeem(&app, purpose, ticket), None);
        }
    }
}
