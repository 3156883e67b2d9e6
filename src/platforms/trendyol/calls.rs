//! The calls: who we are on each, how fast they may follow each other, and what a refusal means to the owner.

use super::{order, reasons};
use crate::{
    model::{Bilingual, Code, Failure, Why},
    net::Method,
    platforms::{
        client::{Ask, Client, Reply, not_found, plainly, segment},
        link::Link,
        platform::{Case, Step, Told},
        report::Report,
        session::pause_words,
    },
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use std::time::Duration;

/// Between two reads of one kind: two thirds of the 50 in 10 s that are allowed.
const GAP: Duration = Duration::from_millis(300);
/// After a 429 that names no pause: the span that the limit counts over.
const PAUSE: Duration = Duration::from_secs(10);
/// What the restaurant calls itself where an integrator would have a name.
const AGENT: &str = "SelfIntegration";
/// The platform takes minutes between these; where nobody has said how long the kitchen takes, a common dish.
const MINUTES: (u32, u32) = (1, 120);
const USUAL_MINUTES: u32 = 20;
const STORES_AT_ONCE: usize = 50;
const MOST_STORE_PAGES: usize = 20;
const BRANCHES_NAMED: usize = 5;

/// `order`, `store` or `product`.
pub fn path(link: &Link, service: &str, rest: &str) -> String {
    format!("/integrator/{service}/meal/suppliers/{}{rest}", segment(link.credential("supplierId")))
}

pub fn store_path(link: &Link, service: &str, rest: &str) -> String {
    path(link, service, &format!("/stores/{}{rest}", segment(link.credential("storeId"))))
}

/// Reads; `kind` is the limit that the call counts against.
pub fn read(client: &Client<'_>, kind: &'static str, path: &str) -> Result<Reply, Failure> {
    client.session.pace(kind, GAP, client.deadline)?;
    let reply = send(client, Method::Get, path, None)?;
    if reply.is_ok() {
        return Ok(reply);
    }
    if reply.status == 429 {
        client.session.hold_off(kind, pause(&reply));
    }
    Err(refusal(client.link, &reply))
}

fn put(client: &Client<'_>, path: &str, body: &Value) -> Result<Reply, Failure> {
    send(client, Method::Put, path, Some(body.to_string().into_bytes()))
}

fn send(client: &Client<'_>, method: Method, path: &str, body: Option<Vec<u8>>) -> Result<Reply, Failure> {
    client.send(&Ask { method, path, headers: headers(client.link), body })
}

/// Without the User-Agent everything is 403; the person acting is asked for with every call.
fn headers(link: &Link) -> Vec<(String, String)> {
    let keys = BASE64_STANDARD.encode(format!("{}:{}", link.credential("apiKey"), link.credential("apiSecret")));
    let pairs = [
        ("Authorization", format!("Basic {keys}")),
        ("User-Agent", format!("{} - {AGENT}", link.credential("supplierId"))),
        ("x-agentname", AGENT.to_owned()),
        ("x-executor-user", link.credential("executorEmail").to_owned()),
        ("Content-Type", "application/json".to_owned()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub fn tell(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
    if let Some(after) = client.session.held_off("action") {
        return Ok(Told::NotYet { after, why: pause_words(after) });
    }
    let (rest, body) = request(client, case, step)?;
    let reply = put(client, &path(client.link, "order", &rest), &body)?;
    match reply.status {
        200..300 if reply.is_page() => Err(refusal(client.link, &reply).in_doubt(true)),
        200..300 => Ok(Told::Taken),
        // A step that was taken before, by them or by us, is refused in the same way as one that comes too early.
        409 => Err(refusal(client.link, &reply).in_doubt(true)),
        404 => Err(not_found("Trendyol Go")),
        429 => {
            let after = pause(&reply);
            client.session.hold_off("action", after);
            Ok(Told::NotYet { after, why: pause_words(after) })
        }
        _ => Err(refusal(client.link, &reply)),
    }
}

/// The path below the supplier's, and the body.
fn request(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<(String, Value), Failure> {
    let id = &case.order.provider_order_id;
    Ok(match step.name {
        "picked" => {
            let minutes = client.link.preparation_minutes.unwrap_or(USUAL_MINUTES).clamp(MINUTES.0, MINUTES.1);
            ("/packages/picked".to_owned(), json!({ "packageId": id, "preparationTime": minutes }))
        }
        "invoiced" => ("/packages/invoiced".to_owned(), json!({ "packageId": id })),
        "manual-shipped" | "manual-delivered" => (format!("/packages/{}/{}", segment(id), step.name), json!({})),
        "unsupplied" => {
            // One that waited its turn carries no reason any more; the order has it by then.
            let known = case.order.cancellation.as_ref().and_then(|cancellation| cancellation.reason.as_deref());
            let reason = step.reason.or(known).unwrap_or(reasons::CANNOT_PREPARE);
            let reason: u32 = reason.parse().map_err(|_| Failure::new(Code::ReasonNotAccepted))?;
            // As it is now: naming a part of the pieces would cancel a part of the order.
            let fresh = look(client, id).ok().and_then(|report| report.arrival).map(|arrival| json_of(&arrival.raw));
            let items = fresh.as_ref().and_then(item_ids).or_else(|| item_ids(&case.json())).ok_or_else(|| {
                plainly(
                    "Paketteki ürünlerin numaraları eksik; bu siparişi Trendyol Go panelinden iptal edin.",
                    "The numbers of the items in the package are missing; cancel this order in Trendyol Go's own panel.",
                )
            })?;
            let body = json!({ "packageId": id, "itemIdList": items, "reasonId": reason });
            ("/packages/unsupplied".to_owned(), body)
        }
        other => return Err(Failure::fault(format!("there is no step {other}"))),
    })
}

/// Every piece that is not cancelled yet: naming all of them cancels the whole package. `None` if one has no number.
fn item_ids(package: &Value) -> Option<Vec<String>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let pieces = list(&package["lines"]).into_iter().flat_map(|client| list(&client["items"]));
    let live = pieces.filter(|piece| piece["isCancelled"] != true);
    let ids: Option<Vec<String>> = live.map(|piece| text(&piece["packageItemId"])).collect();
    ids.filter(|ids| !ids.is_empty())
}

/// One package, bare or as the only one of a list. One that the platform does not know is reported as such.
pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    let reply = match read(client, "package", &path(client.link, "order", &format!("/packages/{}", segment(id)))) {
        Err(failure) if failure.details.as_ref().is_some_and(|details| details["statusCode"] == 404) => {
            return Ok(Report::unknown(id));
        }
        reply => reply?,
    };
    let body = String::from_utf8_lossy(&reply.body);
    let Some(raw) = single(&body)? else { return Ok(Report::unknown(id)) };
    let report = Some(raw).filter(|raw| is_object(raw)).map(|raw| order::read(raw, client.link.currency).report);
    report
        .filter(|report| report.provider_order_id == id)
        .ok_or_else(|| plainly("Trendyol Go başka bir paket gösterdi.", "Trendyol Go's answer is not this package."))
}

/// The package in an answer; `None` where it is a list without one.
fn single(body: &str) -> Result<Option<&RawValue>, Failure> {
    #[derive(Deserialize)]
    struct Listed<'a> {
        #[serde(borrow)]
        content: Option<Vec<&'a RawValue>>,
    }
    let whole: &RawValue = serde_json::from_str(body).map_err(|e| unreadable(&e))?;
    let listed = serde_json::from_str::<Listed<'_>>(whole.get()).ok().filter(|_| is_object(whole));
    Ok(match listed.and_then(|listed| listed.content) {
        Some(content) => content.first().copied(),
        None => Some(whole),
    })
}

/// Only objects are packages; serde would fill a record from the entries of a list as well.
pub fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

/// The connection test: the name of our branch, or which branches there are.
pub fn branch_name(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let id = client.link.credential("storeId");
    let mut others = Vec::new();
    for page in 0..MOST_STORE_PAGES {
        let query = format!("/stores?page={page}&size={STORES_AT_ONCE}");
        let answer = read(client, "stores", &path(client.link, "store", &query))?.json()?;
        let Some(stores) = answer["restaurants"].as_array() else {
            return Err(plainly("Trendyol Go'nun yanıtında şube yok.", "Trendyol Go's answer holds no branches."));
        };
        if let Some(store) = stores.iter().find(|store| text(&store["id"]).as_deref() == Some(id)) {
            return Ok(text(&store["name"]));
        }
        others.extend(stores.iter().map(|store| (text(&store["name"]), text(&store["id"]))));
        let pages = answer["totalPages"].as_u64().unwrap_or(0);
        if stores.is_empty() || page as u64 + 1 >= pages {
            break;
        }
    }
    Err(Failure::new(Code::PlatformRejected).why(Why::Plain(no_such_branch(id, &others))))
}

fn no_such_branch(id: &str, others: &[(Option<String>, Option<String>)]) -> Bilingual {
    let shown = |part: &Option<String>| part.as_deref().unwrap_or("?").to_owned();
    let mut named: Vec<String> =
        others.iter().take(BRANCHES_NAMED).map(|(name, id)| format!("{} ({})", shown(name), shown(id))).collect();
    if others.len() > BRANCHES_NAMED {
        named.push("…".to_owned());
    }
    let named = named.join(", ");
    let (tr, en) = match named.is_empty() {
        true => ("Bu satıcının hiç şubesi görünmüyor.".to_owned(), "This supplier shows no branch at all.".to_owned()),
        false => (format!("Şubeleri: {named}."), format!("Its branches: {named}.")),
    };
    Bilingual {
        tr: format!("{id} numaralı şube bu satıcının şubeleri arasında yok. {tr}").into(),
        en: format!("Branch {id} is not one of this supplier's. {en}").into(),
    }
}

pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    let status = if is_open { "OPEN" } else { "CLOSED" };
    let reply = put(client, &store_path(client.link, "store", "/status"), &json!({ "status": status }))?;
    if reply.is_ok() { Ok(()) } else { Err(refusal(client.link, &reply)) }
}

pub fn unreadable(error: &serde_json::Error) -> Failure {
    plainly("Trendyol Go'nun yanıtı okunamadı.", "Trendyol Go's answer is not what was asked for.")
        .in_doubt(true)
        .cause(error)
}

fn pause(reply: &Reply) -> Duration {
    reply.pause.unwrap_or(PAUSE)
}

/// What the owner is told: what has to be mended where the cause is known, else the platform's own words.
fn refusal(link: &Link, reply: &Reply) -> Failure {
    let failure = match text(&reply.json_or_null()["errors"][0]["message"]) {
        Some(message) => reply.refused().why(Why::Said(format!("HTTP {}: {message}", reply.status))),
        None => reply.refused(),
    };
    let is_test_host = link.base_url.as_deref().is_some_and(|base| base.contains("stage"));
    match reply.status {
        401 => failure.why(Why::Plain(WRONG_KEY)),
        403 => failure.why(Why::Plain(NOT_ALLOWED)),
        429 => failure.retry_after(u32::try_from(pause(reply).as_secs()).unwrap_or(u32::MAX)),
        503 if is_test_host => failure.why(Why::Plain(UNKNOWN_ADDRESS)),
        _ => failure,
    }
}

const WRONG_KEY: Bilingual = Bilingual::fixed(
    "Trendyol Go anahtarı kabul etmedi: API Key veya API Secret yanlış ya da diğer ortama (test/canlı) ait. İkisini de satıcı \
     panelinden, Hesap Bilgilerim → Entegrasyon Bilgileri bölümünden yeniden kopyalayın.",
    "Trendyol Go did not accept the key: the API key or the API secret is wrong or belongs to the other environment \
     (test/live). Copy both again from the seller panel, Hesap Bilgilerim → Entegrasyon Bilgileri.",
);

const NOT_ALLOWED: Bilingual = Bilingual::fixed(
    "Trendyol Go izin vermedi: bu anahtarın yetkisi yok ya da satıcı ID veya şube ID bu anahtara ait değil.",
    "Trendyol Go did not allow this: the key lacks the right, or the supplier ID or store ID is not this key's.",
);

const UNKNOWN_ADDRESS: Bilingual = Bilingual::fixed(
    "Test ortamı bu internet adresini (IP) tanımıyor. Trendyol Go çağrı merkezinden IP adresinizin izin listesine eklenmesini \
     isteyin; canlı ortamda buna gerek yoktur.",
    "The test environment does not know this internet address (IP). Ask Trendyol Go's call centre to add your IP address \
     to the allowed ones; the live environment does not need this.",
);

/// Text, or a number as text.
pub fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn json_of(raw: &[u8]) -> Value {
    serde_json::from_slice(raw).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Currency, Id, Provider, integration::IntegrationSettings};

    fn link(base_url: Option<&str>) -> Link {
        let credentials = [("supplierId", "12"), ("storeId", "7"), ("apiKey", "k"), ("apiSecret", "s")];
        Link {
            restaurant_id: Id::NIL,
            provider: Provider::TrendyolGo,
            currency: Currency::TRY,
            base_url: base_url.map(str::to_owned),
            credentials: credentials.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            settings: IntegrationSettings::default(),
            preparation_minutes: None,
        }
    }

    fn reply(status: u16, body: &str) -> Reply {
        Reply { status, body: body.as_bytes().to_vec(), pause: None }
    }

    #[test]
    fn a_known_refusal_says_what_to_mend() {
        let words = |base, status| match refusal(&link(base), &reply(status, "")).refusal().why.clone() {
            Some(Why::Plain(words)) => words.en.into_owned(),
            other => format!("{other:?}"),
        };
        assert!(words(None, 401).contains("API secret"));
        assert!(words(None, 403).contains("supplier ID"));
        assert!(words(Some("https://stageapi.tgoapis.com"), 503).contains("IP"));
        assert!(words(None, 503).contains("HTTP 503"));
        let own = refusal(&link(None), &reply(400, r#"{"errors":[{"message":"size is too big"}]}"#));
        assert_eq!(own.refusal().why, Some(Why::Said("HTTP 400: size is too big".into())));
        assert_eq!(refusal(&link(None), &reply(429, "")).retry_after, Some(10));
        assert!(refusal(&link(None), &reply(500, "")).is_in_doubt && !own.is_in_doubt);
    }

    #[test]
    fn a_branch_that_is_not_there_is_told_from_those_that_are() {
        let branches: Vec<_> = (1..=6).map(|n| (Some(format!("Şube {n}")), Some(n.to_string()))).collect();
        let words = no_such_branch("9", &branches);
        assert_eq!(
            words.en,
            "Branch 9 is not one of this supplier's. Its branches: Şube 1 (1), Şube 2 (2), Şube 3 (3), Şube 4 (4), \
             Şube 5 (5), …."
        );
        assert!(no_such_branch("9", &[]).tr.contains("hiç şubesi"));
    }

    #[test]
    fn a_cancellation_names_every_piece_that_is_left() {
        let piece = |id: Value, is_cancelled: bool| json!({ "packageItemId": id, "isCancelled": is_cancelled });
        let package = json!({ "lines": [
            { "items": [piece(json!("1"), false), piece(json!("2"), true)] },
            { "items": [piece(json!(3), false)] },
            {},
        ] });
        assert_eq!(item_ids(&package).unwrap(), ["1", "3"]);
        assert_eq!(item_ids(&Value::Null), None);
    }

    #[test]
    fn paths_and_headers_hold_what_the_owner_entered() {
        assert_eq!(store_path(&link(None), "store", "/status"), "/integrator/store/meal/suppliers/12/stores/7/status");
        let headers = headers(&link(None));
        assert!(headers.contains(&("Authorization".to_owned(), "Basic azpz".to_owned())));
        assert!(headers.contains(&("User-Agent".to_owned(), "12 - SelfIntegration".to_owned())));
    }
}
