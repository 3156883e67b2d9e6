//! A refusal as a whole sentence. The doors call it through `i18n`.
//!
//! `opening` is what happened, by the code; `reason` is why, and of which field.

mod opening;
mod reason;

use model::{Code, Failure, FieldPlace, Lang, Provider, Why};
use opening::opening;
use reason::{reason, subject};

/// A refusal as a whole sentence that tells the reader what to change.
pub fn failure(lang: Lang, failure: &Failure) -> String {
    let field = failure.field.as_deref().filter(|field| !field.is_empty());
    let opening = || opening(lang, failure.code, field);
    let start = || match (failure.code, &failure.why, failure.retry_after) {
        (Code::ReasonNotAccepted, Some(Why::Missing), _) => no_reason(lang).to_owned(),
        (Code::RateLimited, _, Some(pause)) => wait_for_requests(lang, pause.as_secs().max(1)),
        (Code::Forbidden, ..) => format!("{} {}", opening(), more_power(lang)),
        _ => opening(),
    };
    let Some(why) = &failure.why else { return start() };
    let reason = reason(lang, &subject(lang, field, failure.place), why);
    match (failure.code, why) {
        // These codes say nothing that the reason does not say better.
        (_, Why::NoAnswer(_)) => reason,
        (Code::NotFound, Why::NoSuchUser | Why::NoSuchScreen) | (Code::KitchenOnly, Why::NotOfThisScreen) => reason,
        (
            Code::Unavailable,
            Why::NotNewer { .. } | Why::UpgradeUnderWay | Why::RestoreUnderWay | Why::NoRoomForCopy { .. },
        ) => reason,
        (Code::Unavailable, Why::DiskLow | Why::DiskFull) => reason,
        (Code::ValidationFailed | Code::InvalidParameter | Code::PayloadTooLarge | Code::Unauthorized, _) => {
            let is_in_query = failure.place == FieldPlace::Query && *why == Why::NotATime;
            if is_in_query { format!("{reason} {}", plus(lang)) } else { reason }
        }
        (Code::Forbidden, _) => format!("{} {reason} {}", opening(), more_power(lang)),
        // It is all in the start.
        (Code::ReasonNotAccepted, Why::Missing) => start(),
        _ => format!("{} {reason}", start()),
    }
}

/// A refusal of a typed command. Of our own trouble only the log has the cause, and no id of a request leads there.
pub fn typed(lang: Lang, refused: &Failure) -> String {
    match (refused.code, &refused.why) {
        (Code::Internal, None) => our_fault(lang).to_owned(),
        (Code::Unavailable, None) => not_now(lang).to_owned(),
        _ => failure(lang, refused),
    }
}

/// A refusal for programs that call the API: with the name of the field where the sentence does not have it, and what a
/// program can do about it behind it.
pub fn answer(lang: Lang, refused: &Failure) -> String {
    let mut sentence = failure(lang, refused);
    if let (Some(Why::Plain(_)), Some(field)) = (&refused.why, refused.field.as_deref())
        && matches!(refused.code, Code::ValidationFailed | Code::InvalidParameter)
        && !sentence.contains(field)
    {
        sentence = format!("{field}: {sentence}");
    }
    let list = |path: &str| Some(listed(lang, path));
    let advice = match refused.code {
        Code::InvalidParameter if refused.why == Some(Why::BadCursor) => Some(which_cursor(lang).to_owned()),
        Code::OrderNotFound => Some(which_id(lang).to_owned()),
        Code::AmbiguousOrder => Some(which_ones(lang).to_owned()),
        Code::BusinessNotFound => list("businesses"),
        Code::RestaurantNotFound => list("restaurants"),
        Code::WebhookNotFound => list("webhooks"),
        Code::DeliveryNotFound => list("webhooks/deliveries"),
        Code::KeyNotFound => list("keys"),
        Code::ProviderNotFound => Some(one_of(lang, &Provider::ALL.map(Provider::key).join(", "))),
        Code::IntegrationNotFound => Some(connect_first(lang).to_owned()),
        Code::ReasonNotAccepted => reasons_of(refused).map(|ids| send_reason(lang, &ids)),
        _ => None,
    };
    if let Some(advice) = advice {
        sentence.push(' ');
        sentence.push_str(&advice);
    }
    sentence
}

/// The ids of those that the platform accepts, if it does accept any.
fn reasons_of(refused: &Failure) -> Option<String> {
    let reasons = refused.details.as_ref()?["reasons"].as_array()?;
    let ids: Vec<&str> = reasons.iter().filter_map(|reason| reason["id"].as_str()).collect();
    (!ids.is_empty()).then(|| ids.join(", "))
}

texts! {
    /// Too many attempts.
    pub fn wait(lang, seconds: u32) -> String {
        "Çok fazla deneme yapıldı. {seconds} saniye bekleyip yeniden deneyin."
            / match seconds {
                1 => "Too many attempts. Wait one second, then try again.",
                _ => "Too many attempts. Wait {seconds} seconds, then try again.",
            }
    }

    fn {
        wait_for_requests(seconds: u64): "Çok fazla istek geldi. {seconds} saniye bekleyip yeniden deneyin."
            / match seconds {
                1 => "Too many requests. Wait one second, then try again.",
                _ => "Too many requests. Wait {seconds} seconds, then try again.",
            },
        our_fault: "Bizden kaynaklanan bir hata oluştu. Nedeni günlükte yazıyor."
            / "Something went wrong on our side. The log says what.",
        not_now: "Bu şu anda yapılamıyor. Nedeni günlükte yazıyor."
            / "That cannot be done at the moment. The log says why.",
        listed(path: &str): "Var olanları GET /web-api/v1/{path} listeler." / "GET /web-api/v1/{path} lists them.",
        which_cursor: "Bu listenin önceki bir sayfasındaki paging.next ya da paging.prev değerini olduğu gibi gönderin."
            / "Send paging.next or paging.prev of an earlier page of this list, unchanged.",
        which_id: "Siparişler, kimlikleri (id) ya da platform numaralarıyla (providerOrderId) bulunur."
            / "Orders are found by their id or providerOrderId.",
        which_ones: "Kimliklerini details.orderIds listeler." / "details.orderIds lists their ids.",
        one_of(words: &str): "Şunlardan biri olmalıdır: {words}." / "It must be one of: {words}.",
        connect_first:
            "Önce panelde ya da PUT /web-api/v1/restaurants/{restaurantId}/integrations/{provider} ile bağlayın."
            / "Connect it first, in the panel or with \
               PUT /web-api/v1/restaurants/{restaurantId}/integrations/{provider}.",
        no_reason: "Platform nedeni belirtilmemiş bir iptali kabul etmiyor."
            / "The platform does not accept a cancellation without a reason.",
        send_reason(ids: &str): "reason alanında şunlardan birini gönderin: {ids}."
            / "Send one of these as reason: {ids}.",
        more_power: "Anahtarı panelin Anahtarlar sayfasında değiştirin ya da yetkisi yeten bir anahtar kullanın."
            / "Change the key on the Keys page of the panel, or use one that is allowed to.",
        plus: "Sorgudaki + işareti %2B olarak yazılır." / "In a query, + is written as %2B.",
    }
}
