//! The start page: what a person sees who opens the address in a browser.

use crate::harness::Garson;

#[test]
fn the_start_page_speaks_both_languages_and_asks_nobody_outside() {
    let garson = Garson::start();
    let page = |lang: &str| garson.send("GET", "/", None, &[("Authorization", ""), ("Accept-Language", lang)]);
    let (english, turkish) = (page("en"), page("tr"));
    insta::assert_snapshot!("start_en", without_hashes(&english.text));
    insta::assert_snapshot!("start_tr", without_hashes(&turkish.text));
    assert!(english.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    for address in addresses(&english.text) {
        assert!(address.starts_with('/'), "{address}");
        let asset = garson.get(&address);
        assert_eq!(asset.status, 200, "{asset}");
        if address.starts_with("/assets/") {
            assert!(asset.header("cache-control").unwrap().contains("immutable"));
        }
    }
    garson.get("/assets/000000000000/start.css").refused(404, "not_found");
}

fn addresses(html: &str) -> Vec<String> {
    let after = html.split(['"']).collect::<Vec<_>>();
    let is_link = |pair: &&[&str]| pair[0].ends_with("href=") || pair[0].ends_with("src=");
    after.windows(2).filter(is_link).map(|pair| pair[1].to_owned()).collect()
}

fn without_hashes(html: &str) -> String {
    let mut parts = html.split("/assets/");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| format!("{text}/assets/[hash]{}", &part[12..]))
}
