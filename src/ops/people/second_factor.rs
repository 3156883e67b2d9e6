//! What is asked for beside the password: a code that a telephone makes, or one of ten on paper. Each is taken once.

use crate::people::{tickets, totp};
use crate::{AppState, Ctx, Recorder, care::settings, people::users::Whom};
use model::{Deed, Id, Note, Result, SecondFactor, Sha, User, url};
use store::{Sealer, Tx, seal};

/// How many codes there are on paper, and of how many random bytes each is: too many to try, even with the file at hand.
const RECOVERY_CODES: usize = 10;
const RECOVERY: usize = 10;
const PURPOSE: &str = "second factor";

/// A secret that is not in force yet: the telephone has to show first that it knows it.
pub struct SecretOffer {
    /// To be typed where nothing can be scanned.
    pub secret: String,
    /// What is scanned.
    pub address: String,
    /// By which the form knows it again.
    pub ticket: String,
}

/// A new secret for this person.
pub fn offer(app: &AppState, user: &User) -> Result<SecretOffer> {
    let secret: [u8; totp::SECRET] = seal::random()?;
    let ticket = tickets::issue(app, &offered_to(user), &secret)?;
    Ok(offered(user, &secret, ticket))
}

/// The secret that was offered before, if that ticket is still good.
pub fn offered_before(app: &AppState, user: &User, ticket: &str) -> Option<SecretOffer> {
    let secret = tickets::redeem(app, &offered_to(user), ticket)?;
    Some(offered(user, &secret, ticket.to_owned()))
}

fn offered(user: &User, secret: &[u8], ticket: String) -> SecretOffer {
    let secret = totp::letters(secret);
    let address = format!("otpauth://totp/garson:{}?secret={secret}&issuer=garson", url::value(&user.name));
    SecretOffer { secret, address, ticket }
}

fn offered_to(user: &User) -> String {
    format!("{PURPOSE} of {}", user.id)
}

/// Puts an offered secret in force, given a code of it: the recovery codes, which are shown only now. Nothing where the code
/// is wrong or the ticket is too old.
pub async fn switch_on(ctx: &Ctx, user: &User, ticket: &str, code: &str) -> Result<Option<Vec<String>>> {
    let app = &ctx.app;
    let Some(secret) = tickets::redeem(app, &offered_to(user), ticket) else { return Ok(None) };
    let (codes, recovery) = recovery_codes(user.id)?;
    let (code, sealed) = (digits(code), app.store.sealer().seal(PURPOSE, &secret)?);
    let whom = Whom::Id(user.id.to_string());
    let is_on = ctx.write_on_record(move |tx, recorder| {
        let Some(last_step) = totp::step_of(&secret, &code, tx.now)? else { return Ok(false) };
        let factor = SecondFactor { secret: sealed.clone(), since: tx.now, last_step, recovery: recovery.clone() };
        let user = User { second_factor: Some(factor), ..whom.find(tx)? };
        tx.put_user(&user)?;
        recorder.note(tx, Note::of(Deed::SecondFactorOn).about(user.id, &user.name))?;
        Ok(true)
    });
    Ok(is_on.await?.then_some(codes))
}

/// New recovery codes; those from before are good no longer. Nothing where there is no second factor.
pub async fn renew_codes(ctx: &Ctx, id: Id) -> Result<Option<Vec<String>>> {
    let (codes, recovery) = recovery_codes(id)?;
    let whom = Whom::Id(id.to_string());
    let is_on = ctx.write_on_record(move |tx, recorder| {
        let user = whom.find(tx)?;
        let Some(factor) = user.second_factor.clone() else { return Ok(false) };
        recorder.note(tx, Note::of(Deed::RecoveryCodesMade).about(user.id, &user.name))?;
        let factor = SecondFactor { recovery: recovery.clone(), ..factor };
        tx.put_user(&User { second_factor: Some(factor), ..user })?;
        Ok(true)
    });
    Ok(is_on.await?.then_some(codes))
}

/// The password alone is enough again. Where one is required, the next page asks for a new one.
pub async fn switch_off(ctx: &Ctx, whom: Whom) -> Result<User> {
    ctx.write_on_record(move |tx, recorder| {
        let user = whom.find(tx)?;
        if user.second_factor.is_none() {
            return Ok(user);
        }
        let user = User { second_factor: None, ..user };
        tx.put_user(&user)?;
        recorder.note(tx, Note::of(Deed::SecondFactorOff).about(user.id, &user.name))?;
        Ok(user)
    })
    .await
}

/// Takes a code, from the telephone or from paper, and stores that it was used: the person as they are then. Nothing where
/// it is wrong or was used before.
pub fn take(tx: &mut Tx<'_>, recorder: &Recorder, sealer: &Sealer, user: &User, typed: &str) -> Result<Option<User>> {
    let Some(mut factor) = user.second_factor.clone() else { return Ok(None) };
    let secret = sealer.unseal(PURPOSE, &factor.secret)?;
    let paper = hash(user.id, &totp::typed(typed));
    if let Some(step) = totp::step_of(&secret, &digits(typed), tx.now)?.filter(|step| *step > factor.last_step) {
        factor.last_step = step;
    } else if let Some(at) = factor.recovery.iter().position(|code| *code == paper) {
        factor.recovery.remove(at);
        recorder.note(tx, Note::of(Deed::RecoveryCodeUsed).about(user.id, &user.name))?;
    } else {
        return Ok(None);
    }
    let user = User { second_factor: Some(factor), ..user.clone() };
    tx.put_user(&user)?;
    Ok(Some(user))
}

/// Whether this person has yet to make one, because the owner wants everybody to have one.
pub fn is_owed(app: &AppState, user: &User) -> Result<bool> {
    Ok(user.second_factor.is_none() && settings::show(app)?.requires_second_factor)
}

/// In the groups of four in which they are read and typed, and as they are stored.
fn recovery_codes(id: Id) -> Result<(Vec<String>, Vec<Sha>)> {
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let letters = totp::letters(&seal::random::<RECOVERY>()?);
        let groups: Vec<&str> = (0..letters.len()).step_by(4).filter_map(|at| letters.get(at..at + 4)).collect();
        codes.push(groups.join("-"));
    }
    let hashes = codes.iter().map(|code| hash(id, &totp::typed(code))).collect();
    Ok((codes, hashes))
}

fn hash(id: Id, code: &str) -> Sha {
    Sha::of(format!("recovery code of {id}: {code}").as_bytes())
}

/// Telephones show them in two groups.
fn digits(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect()
}
