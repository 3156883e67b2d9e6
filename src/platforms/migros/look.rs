//! Reads one order back: what an unauthenticated push is checked against, and what a step in doubt came to.

use super::{calls, order, words};
use crate::{Client, MADE_UP, Report, is_object, not_found, plainly};
use model::{Failure, Why, fold, url::pairs};

pub const NAME: &str = "Migros";

/// One that Migros does not know is reported as such.
pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    let store = client.link.credential("storeId");
    let path = format!("/Order/v2/GetOrderDetail?{}", pairs(&[("orderId", id), ("storeId", store)]));
    let data = match calls::get(client, &path) {
        Ok(data) => data,
        Err(failure) if is_unknown(&failure) => return Ok(Report::unknown(id)),
        Err(failure) => return Err(failure),
    };
    if !is_object(&data) {
        return if data.get() == "null" { Ok(Report::unknown(id)) } else { Err(plainly(words::ANOTHER_ORDER)) };
    }
    let mut report = order::read(&data, client.link.currency);
    let is_nameless = report.provider_order_id.starts_with(MADE_UP);
    let has_items = report.arrival.as_ref().is_some_and(|arrival| !arrival.content.items.is_empty());
    // Something without id and items is no order, or a forged push would make one of it.
    if is_nameless && !has_items {
        return Ok(Report::unknown(id));
    }
    if is_nameless {
        report.provider_order_id = id.to_owned();
    }
    if report.shop.as_ref().is_some_and(|shop| shop != store) {
        return Err(not_found(NAME));
    }
    if report.provider_order_id == id { Ok(report) } else { Err(plainly(words::ANOTHER_ORDER)) }
}

/// It says so in words alone; no code for it is known. A missing store or path says nothing about the order.
pub fn is_unknown(failure: &Failure) -> bool {
    let Some(Why::Said(words)) = &failure.why else { return false };
    let words = fold(words);
    let has = |some: &[&str]| some.iter().any(|part| words.contains(part));
    let is_missing = has(&["siparis", "kayit"]) && has(&["bulunama", "mevcut degil", "bulunmuyor"]);
    let is_not_found = has(&["order", "record"]) && has(&["not found", "notfound"]);
    is_missing || is_not_found || has(&["siparis yok", "no such order", "order does not exist", "order not exist"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::said;
    use model::Bilingual;
    use serde_json::json;

    #[test]
    fn only_a_clear_word_makes_an_order_unknown() {
        let answered = |status: u16, words: &str| is_unknown(&said(words).details(json!({ "statusCode": status })));
        for words in [
            "Sipariş bulunamadı",
            "SİPARİŞ BULUNAMADI",
            "Order 5 was not found",
            "Böyle bir sipariş yok",
            "Kayıt bulunamadı",
            "The order does not exist",
        ] {
            assert!(answered(200, words) && answered(400, words), "{words}");
        }
        for words in
            ["Bakım var", "Şube bulunamadı", "Sipariş durumu uygun değil", "Siparişte yetkiniz yok", "Not found", ""]
        {
            assert!(!answered(200, words) && !answered(500, words) && !answered(404, words), "{words}");
        }
        assert!(!is_unknown(&plainly(Bilingual::fixed("Sipariş bulunamadı", "order not found"))));
    }
}
