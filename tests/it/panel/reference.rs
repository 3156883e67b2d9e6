//! The API reference: everything it needs is in the binary, and its policy is as strict as everywhere.

use super::{Browser, owners::with_staff};

#[test]
fn the_viewer_comes_from_here_and_under_the_policy_of_all_pages() {
    let garson = with_staff(&[]);
    for (lang, title) in [("tr", "API belgesi"), ("en", "API reference")] {
        let browser = Browser::owner(&garson, lang);
        let (shown, board) = (browser.get("/reference"), browser.get("/"));
        assert!(shown.status == 200 && shown.text.contains(&format!("<h1>{title}</h1>")), "{shown}");
        assert_eq!(shown.header("content-security-policy"), board.header("content-security-policy"));
        assert!(!shown.header("content-security-policy").unwrap().contains("unsafe"));
        assert!(shown.text.contains("href=\"/openapi.json\"") && shown.text.contains("<noscript>"), "{shown}");
        assert!(!shown.text.contains("http://") && !shown.text.contains("https://"), "nothing from elsewhere: {shown}");
        assert_eq!(shown.text.contains("Yetkilendir"), lang == "tr");
        let assets: Vec<&str> =
            shown.text.split("=\"/assets/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        for name in ["swagger-ui.js.gz", "swagger-ui.css.gz", "swagger-ui.txt", "reference.js", "reference.css"] {
            let path =
                assets.iter().find(|path| path.ends_with(name)).unwrap_or_else(|| panic!("no {name} in {shown}"));
            let file = browser.get(&format!("/assets/{path}"));
            assert_eq!(
                (file.status, file.header("content-encoding").is_some()),
                (200, name.ends_with(".gz")),
                "{name}"
            );
            let kind = match name.trim_end_matches(".gz").rsplit('.').next() {
                Some("js") => "text/javascript; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                _ => "text/plain; charset=utf-8",
            };
            assert_eq!(file.header("content-type"), Some(kind), "{name}");
            assert!(file.header("cache-control").unwrap().contains("immutable"), "{name}");
        }
    }
    assert_eq!(Browser::staff(&garson, "en").get("/reference").status, 404);
    assert_eq!(Browser::new(&garson, "en").get("/reference").header("location"), Some("/login?next=%2Freference"));
}

#[test]
fn the_licence_of_the_viewer_goes_with_it() {
    let garson = with_staff(&[]);
    let browser = Browser::owner(&garson, "en");
    let page = browser.page("/reference");
    let path = page.split("href=\"").find(|rest| rest.contains("swagger-ui.txt\"")).unwrap().split('"').next().unwrap();
    let text = browser.page(path);
    for part in ["swagger-ui-dist@", "Copyright 2020-2021 SmartBear Software", "Apache License", "DOMPurify"] {
        assert!(text.contains(part), "{part}");
    }
}
