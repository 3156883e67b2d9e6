//! Sending a webhook again what it missed, or everything of a period: counted first, then done.

use super::view::{ResendPeriod, WebhookHealthView, one_page};
use crate::{
    frame::{Frame, Here},
    page::{go_to, page, refused},
    show::typed_time,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::webhooks::counted};
use jiff::tz::TimeZone;
use ops::{
    care::settings,
    events::{deliveries::Which, webhooks},
};

#[derive(Template)]
#[template(path = "webhook_resend.html")]
struct CountPage {
    frame: Frame,
    one: WebhookHealthView,
    which: String,
    from: String,
    to: String,
    count: u64,
    counted: String,
}

pub async fn resend(visit: Visit) -> Answer {
    let health = webhooks::health(&visit.app, &visit.param(0))?;
    let zone = settings::zone(&visit.app)?;
    let (which, from, to) = (visit.typed("which")?, visit.typed("from")?, visit.typed("to")?);
    let is_sure = visit.form().one("sure")? == Some("yes");
    let period = match which.as_str() {
        "missed" => Ok(Which::Missed),
        _ => period(&visit, &from, &to, &zone),
    };
    let chosen = match period {
        Ok(chosen) => chosen,
        Err(error) => {
            let again = ResendPeriod { from, to, error: Some(error), ..ResendPeriod::default() };
            return refused(&one_page(&visit, &health, None, again)?);
        }
    };
    let webhook = health.webhook.id;
    let resent = webhooks::resend(visit.ctx(), visit.param(0), chosen, !is_sure).await?;
    if is_sure {
        return go_to(&format!("/deliveries?webhook={webhook}&said=sent"));
    }
    page(&CountPage {
        frame: Frame::of(&visit, Here::Webhooks, visit.lang.texts().webhooks_page.again),
        one: WebhookHealthView::of(&health, visit.lang, &zone),
        which,
        from,
        to,
        count: resent.count,
        counted: counted(visit.lang, resent.count),
    })
}

fn period(visit: &Visit, from: &str, to: &str, zone: &TimeZone) -> Result<Which, &'static str> {
    let t = visit.lang.texts().webhooks_page;
    let moment = |text: &str| match text.trim() {
        "" => Ok(None),
        text => typed_time(text, zone).map(Some).ok_or(t.bad_time),
    };
    match (moment(from)?, moment(to)?) {
        (None, None) => Err(t.from_or_to),
        (Some(from), Some(to)) if to <= from => Err(t.ends_before_start),
        (from, to) => Ok(Which::Between(from, to)),
    }
}
