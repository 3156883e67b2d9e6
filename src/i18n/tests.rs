//! What a reader of either language sees.

use super::*;
use model::{Code, Failure, JsonKind, Why};

#[test]
fn the_language_follows_the_weights() {
    let table = [
        (None, Lang::En),
        (Some(""), Lang::En),
        (Some("tr"), Lang::Tr),
        (Some("TR-tr"), Lang::Tr),
        (Some("tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7"), Lang::Tr),
        (Some("en-GB, tr;q=0.9"), Lang::En),
        (Some("tr;q=0.4, en;q=0.5"), Lang::En),
        (Some("de, fr;q=0.9"), Lang::En),
        (Some("de, tr;q=0.1"), Lang::Tr),
        (Some("tr;q=0"), Lang::En),
        (Some("tr; q=oops"), Lang::En),
        (Some("tr;q=NaN"), Lang::En),
        (Some("*"), Lang::En),
        (Some("tru"), Lang::En),
        (Some(";;,,tr ; Q=0.8"), Lang::Tr),
    ];
    for (header, lang) in table {
        assert_eq!(Lang::of(header), lang, "{header:?}");
    }
}

#[test]
fn a_refused_value_names_its_field() {
    let missing = Failure::invalid("name", Why::Missing);
    assert_eq!(failure(Lang::En, &missing), "The field “name” is required.");
    assert_eq!(failure(Lang::Tr, &missing), "name alanı zorunludur.");

    let range = Failure::invalid("lat", Why::out_of(-90, 90.5));
    assert_eq!(failure(Lang::En, &range), "The field “lat” must be between -90 and 90.5.");
    assert_eq!(failure(Lang::Tr, &range), "lat alanı -90 ile 90.5 arasında olmalıdır.");

    let body = Failure::new(Code::InvalidParameter);
    let body = body.why(Why::WrongType { wanted: JsonKind::Object, given: Some(JsonKind::List) });
    assert_eq!(failure(Lang::En, &body), "The request body must be an object, not an array.");
    assert_eq!(failure(Lang::Tr, &body), "İstek gövdesi bir nesne olmalıdır; bir dizi gönderildi.");
}

#[test]
fn a_query_has_parameters_and_a_form_has_fields() {
    let limit = Failure::unreadable("limit", Why::GivenTwice);
    assert_eq!(failure(Lang::En, &limit), "The parameter “limit” may be given only once.");
    assert_eq!(failure(Lang::Tr, &limit.field("Sayı")), "Sayı alanı yalnızca bir kez verilebilir.");
    let header = Failure::unreadable_header("Host", Why::Missing);
    assert_eq!(failure(Lang::Tr, &header), "Host başlığı zorunludur.");
}

#[test]
fn who_writes_a_program_is_told_more_than_who_looks_at_a_page() {
    let unknown = Failure::new(Code::RestaurantNotFound);
    assert_eq!(failure(Lang::En, &unknown), "There is no such restaurant.");
    let told = "There is no such restaurant. GET /web-api/v1/restaurants lists them.";
    assert_eq!(answer(Lang::En, &unknown), told);
}

#[test]
fn a_reason_follows_the_opening() {
    let said = Failure::new(Code::PlatformRejected).why(Why::Said("shop closed".into()));
    assert_eq!(failure(Lang::En, &said), "The platform refused the request. It said: “shop closed”");
    let repair = Failure::new(Code::Unavailable).why(Why::Repairing(40));
    assert!(failure(Lang::Tr, &repair).ends_with("%40 tamamlandı."));
    let large = Failure::new(Code::PayloadTooLarge).why(Why::TooLarge(256 << 10));
    assert_eq!(failure(Lang::En, &large), "The request body may be at most 256 KiB in size.");
}

#[test]
fn why_there_was_no_answer_says_what_to_do() {
    let said = |words: &str| pages::deliveries::trouble(Lang::En, words);
    let made_by_openssl = "not reachable (tls: invalid peer certificate: Other(OtherError(CaUsedAsEndEntity)))";
    assert!(said(made_by_openssl).contains("add that certificate"));
    let unknown = "not reachable (tls: invalid peer certificate: UnknownIssuer)";
    assert!(said(unknown).contains("Trusted certificate authorities"));
    assert!(said("the connection was closed without an answer").contains("without an answer"));
    assert!(said("the answer broke off (closed mid-answer)").contains("before it had finished"));
}

#[test]
fn every_code_has_a_sentence_of_its_own_in_both_languages() {
    for lang in [Lang::Tr, Lang::En] {
        let said: Vec<String> = Code::ALL.iter().map(|code| failure(lang, &Failure::new(*code))).collect();
        for (at, sentence) in said.iter().enumerate() {
            assert!(sentence.ends_with('.'), "{sentence}");
            assert!(!said[..at].contains(sentence), "{sentence}");
        }
    }
}
