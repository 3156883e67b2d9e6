//! One's own second factor: making one, with what a telephone scans, the recovery codes, and taking it off.

use super::super::{
    frame::{Frame, Here},
    page::{go_to, page, refused},
    qr::QrPicture,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::Spoken;
use model::Failure;
use ops::people::{
    second_factor::{self, SecretOffer},
    users::Whom,
};

#[derive(Template)]
#[template(path = "second_factor.html")]
struct OfferPage {
    frame: Frame,
    picture: QrPicture,
    /// In groups of four letters.
    secret: Vec<String>,
    ticket: String,
    /// Nothing else opens before this is done.
    is_owed: bool,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "recovery_codes.html")]
struct CodesPage {
    frame: Frame,
    codes: Vec<String>,
}

/// A new secret. A user who has one already takes that off first.
pub async fn show(visit: Visit) -> Answer {
    if visit.user()?.second_factor.is_some() {
        return go_to("/me#second-factor");
    }
    page(&offer_page(&visit, second_factor::offer(&visit.app, visit.user()?)?, None)?)
}

fn offer_page(visit: &Visit, offer: SecretOffer, error: Option<String>) -> Result<OfferPage, Failure> {
    let letters: Vec<char> = offer.secret.chars().collect();
    Ok(OfferPage {
        frame: Frame::of(visit, Here::Elsewhere, visit.lang.texts().second_factor_page.title),
        picture: QrPicture::of(&offer.address)?,
        secret: letters.chunks(4).map(|group| group.iter().collect()).collect(),
        ticket: offer.ticket,
        is_owed: second_factor::is_owed(&visit.app, visit.user()?)?,
        error,
    })
}

pub async fn switch_on(visit: Visit) -> Answer {
    if visit.user()?.second_factor.is_some() {
        return go_to("/me#second-factor");
    }
    let form = visit.form();
    let (ticket, code) = (form.one("ticket")?.unwrap_or_default(), form.one("code")?.unwrap_or_default());
    if let Some(codes) = second_factor::switch_on(&visit.ctx(), visit.user()?, ticket, code).await? {
        return show_codes(&visit, codes);
    }
    let t = visit.lang.texts().second_factor_page;
    let (offer, error) = match second_factor::offered_before(&visit.app, visit.user()?, ticket) {
        Some(offer) => (offer, t.wrong_code),
        None => (second_factor::offer(&visit.app, visit.user()?)?, t.too_old),
    };
    refused(&offer_page(&visit, offer, Some(error.to_owned()))?)
}

/// Answered with a page and not with a redirect: the codes must stand in no address, and are kept nowhere.
fn show_codes(visit: &Visit, codes: Vec<String>) -> Answer {
    let frame = Frame::of(visit, Here::Elsewhere, visit.lang.texts().second_factor_page.codes_title);
    page(&CodesPage { frame, codes })
}

pub async fn renew_codes(visit: Visit) -> Answer {
    match second_factor::renew_codes(&visit.ctx(), visit.user()?.id).await? {
        Some(codes) => show_codes(&visit, codes),
        None => go_to("/me#second-factor"),
    }
}

pub async fn switch_off(visit: Visit) -> Answer {
    second_factor::switch_off(&visit.ctx(), Whom::Id(visit.user()?.id.to_string())).await?;
    go_to("/me?said=saved#second-factor")
}
