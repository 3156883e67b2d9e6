//! The English sentences. Only `i18n` calls it.

use super::{Deliveries, Integrations, Orders, Texts, pages, size};
use crate::model::{Code, Refusal, Why};

pub static TEXTS: Texts = Texts {
    orders: Orders { accepted: "The order was accepted.", already_accepted: "The order had already been accepted." },
    deliveries: Deliveries {
        accepted: "The target accepted the notification.",
        not_accepted: "The target answered, but did not accept the notification.",
    },
    integrations: Integrations { connection_works: "The connection works." },
    common: &pages::common::EN,
    sign: &pages::sign::EN,
    board_page: &pages::board::EN,
    order_page: &pages::order::EN,
    orders_page: &pages::orders::EN,
    reports_page: &pages::reports::EN,
    payments_page: &pages::payments::EN,
    restaurants_page: &pages::restaurants::EN,
    integrations_page: &pages::integrations::EN,
    webhooks_page: &pages::webhooks::EN,
    deliveries_page: &pages::deliveries::EN,
    keys_page: &pages::keys::EN,
    users_page: &pages::users::EN,
    settings_page: &pages::settings::EN,
    status_page: &pages::status::EN,
    reference_page: &pages::reference::EN,
};

pub fn failure(refusal: &Refusal) -> String {
    let field = refusal.field.as_deref().filter(|field| !field.is_empty());
    let subject = field.map_or("The request body".to_owned(), |field| format!("The field {field}"));
    let opening = opening(refusal.code, field);
    let Some(why) = &refusal.why else { return opening };
    match refusal.code {
        // These codes say nothing that the reason does not say better.
        Code::ValidationFailed | Code::InvalidParameter | Code::PayloadTooLarge | Code::Unauthorized => {
            reason(&subject, why)
        }
        _ => format!("{opening} {}", reason(&subject, why)),
    }
}

fn opening(code: Code, field: Option<&str>) -> String {
    let text = match code {
        Code::InvalidJson => "The request body is not valid JSON.",
        Code::InvalidParameter => match field {
            Some(field) => return format!("The value of {field} could not be read."),
            None => "The request could not be read.",
        },
        Code::Unauthorized => {
            "A valid API key is required. Send it in the header Authorization, as Bearer followed by the key."
        }
        Code::NotFound => "There is nothing at this address.",
        Code::OrderNotFound => "There is no such order.",
        Code::BusinessNotFound => "There is no such business.",
        Code::RestaurantNotFound => "There is no such restaurant.",
        Code::WebhookNotFound => "There is no such webhook.",
        Code::DeliveryNotFound => "There is no such delivery.",
        Code::ProviderNotFound => "There is no such platform.",
        Code::IntegrationNotFound => "The restaurant is not connected to this platform.",
        Code::MethodNotAllowed => "This address does not take this method. The header Allow lists those it takes.",
        Code::OrderClosed => "The order is already delivered or cancelled and can no longer be changed.",
        Code::StatusChanged => "The order is no longer in the status you expected. Read it again, then decide.",
        Code::AmbiguousOrder => "Several orders carry this platform id. Use the id of the service instead.",
        Code::PlatformDecides => "The platform's own courier decides the next step of this order.",
        Code::OrderUnknownThere => {
            "The platform has not known this order for a while, so it cannot be told. You can cancel it here; the \
             platform will not hear of that unless it finds the order again."
        }
        Code::KeyIsPrimary => "This is the primary key. Make another key primary first, then revoke this one.",
        Code::PayloadTooLarge => "The request body is too large.",
        Code::UnsupportedMediaType => "The request body must be sent with Content-Type: application/json.",
        Code::ValidationFailed => match field {
            Some(field) => return format!("The value of {field} cannot be used."),
            None => "A value in the request cannot be used.",
        },
        Code::ReasonNotAccepted => "The platform does not accept this cancellation reason.",
        Code::IdempotencyKeyReused => "This Idempotency-Key was already used with another request.",
        Code::StaleForm => "This form is no longer valid. Go back, reload the page and try again.",
        Code::ForeignForm => {
            "This form was sent from another address than that of this panel. Open the panel under its own address; \
             behind a proxy, start garson with --public-url and the address that people type."
        }
        Code::NotOffered => "This platform does not offer that.",
        Code::RateLimited => "Too many requests. Please wait a moment and try again.",
        Code::PlatformRejected => "The platform refused the request.",
        Code::PlatformUnreachable => "The platform could not be reached. Please try again later.",
        Code::PlatformTimedOut => "The platform did not answer in time. Please try again later.",
        Code::WebhookTargetUnreachable => "The target address could not be reached.",
        Code::WebhookTargetTimedOut => "The target address did not answer in time.",
        Code::Unavailable => "The service is not available at the moment. Please try again shortly.",
        Code::IntegrationOff => "This integration is switched off.",
        Code::Internal => "Something went wrong on our side. The requestId leads to the cause in the log.",
    };
    text.to_owned()
}

fn reason(subject: &str, why: &Why) -> String {
    match why {
        Why::Missing => format!("{subject} is required."),
        Why::WrongType(expected) => format!("{subject} must be {}.", kind(expected)),
        Why::TooLong(most) => format!("{subject} may be at most {most} characters long."),
        Why::TooMany(most) => format!("{subject} may hold at most {most} entries."),
        Why::TooLarge(most) => format!("{subject} may be at most {} in size.", size(*most)),
        Why::OutOfRange(least, most) => format!("{subject} must be between {least} and {most}."),
        Why::NotOneOf(words) if words.is_empty() => format!("{subject} has a value that is not known here."),
        Why::NotOneOf(words) => format!("{subject} must be one of: {words}."),
        Why::TooManyDecimals => format!("{subject} may have at most two decimals."),
        Why::ControlCharacter => format!("{subject} must not contain control characters."),
        Why::NotATime => format!("{subject} must be a time such as 2026-11-14T18:02:11Z."),
        Why::NotADay => format!("{subject} must be a day such as 2026-11-14."),
        Why::NotAUrl => format!("{subject} must be a full address that begins with http:// or https://."),
        Why::AddressRefused => format!("{subject} names an address that is not allowed as a target."),
        Why::NotAHeader => format!("{subject} is not usable as an HTTP header."),
        Why::NotACurrency => format!("{subject} must be a currency code of three letters, such as TRY."),
        Why::NotATimeZone => format!("{subject} must be a time zone such as Europe/Istanbul."),
        Why::BadCursor => format!("{subject} is not a cursor of this list. Use next or prev of an earlier page."),
        Why::GivenTwice => format!("{subject} may be given only once."),
        Why::EndsBeforeStart => format!("{subject} lies before its start."),
        Why::TooDeep(most) => format!("{subject} may be nested at most {most} levels deep."),
        Why::Said(words) => format!("It said: “{words}”"),
        Why::Plain(words) => words.en.to_string(),
        Why::Upgrading(percent) => format!("The database is being prepared for this version; {percent}% is done."),
        Why::Repairing(percent) => format!("The database is being repaired after an unclean stop; {percent}% is done."),
    }
}

fn kind(expected: &str) -> &str {
    match expected {
        "text" => "a text",
        "number" => "a number",
        "whole number" => "a whole number",
        "boolean" => "true or false",
        "object" => "an object",
        "list" => "a list",
        other => other,
    }
}
