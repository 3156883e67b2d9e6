//! Sending a webhook again what it missed, or everything of a period: counted first, then done.

use super::view::{ResendPeriod, WebhookHealthView, frame, one_page};
use crate::{
    frame::Frame,
    page::{go_to, page, page_with},
    visit::Visit,
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{Spoken, pages::webhooks::counted};
use jiff::{civil::DateTime, tz::TimeZone};
use model::{Failure, Time};
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
    let (which, from, to, is_sure) = {
        let form = visit.form();
        let text = |name| Ok::<_, Failure>(form.one(name)?.unwrap_or_default().to_owned());
        (text("which")?, text("from")?, text("to")?, form.one("sure")? == Some("yes"))
    };
    let period = match which.as_str() {
        "missed" => Ok(Which::Missed),
        _ => period(&visit, &from, &to, &zone),
    };
    let chosen = match period {
        Ok(chosen) => chosen,
        Err(error) => {
            let again = ResendPeriod { from, to, error: Some(error), ..ResendPeriod::default() };
            return page_with(StatusCode::UNPROCESSABLE_ENTITY, &one_page(&visit, &health, None, again)?);
        }
    };
    let webhook = health.webhook.id;
    let resent = webhooks::resend(visit.ctx(), visit.param(0), chosen, !is_sure).await?;
    if is_sure {
        return go_to(&format!("/deliveries?webhook={webhook}&said=sent"));
    }
    page(&CountPage {
        frame: frame(&visit, visit.lang.texts().webhooks_page.again),
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
        text => local(text, zone).map(Some).ok_or(t.bad_time),
    };
    match (moment(from)?, moment(to)?) {
        (None, None) => Err(t.from_or_to),
        (Some(from), Some(to)) if to <= from => Err(t.ends_before_start),
        (from, to) => Ok(Which::Between(from, to)),
    }
}

/// `2026-11-14T21:02` as a browser writes it, meant in this zone.
fn local(text: &str, zone: &TimeZone) -> Option<Time> {
    let moment = text.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok()?;
    Time::from_millis(moment.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_without_a_zone_is_meant_in_the_accounts_own() {
        let istanbul = model::time::zone("Europe/Istanbul").unwrap();
        let expected = Time::parse("2026-11-14T18:02:00Z");
        assert_eq!(local("2026-11-14T21:02", &istanbul), expected);
        assert_eq!(local("2026-11-14T21:02:00", &istanbul), expected);
        for bad in ["", "21:02", "yesterday", "2026-13-01T00:00", "9999-12-31T23:59"] {
            assert_eq!(local(bad, &istanbul), None, "{bad}");
        }
    }
}
