//! Words of allergy: a mark on the card and on its line, by a list under Settings.

use super::{Browser, board::full_order};
use crate::harness::{Garson, Shop};
use serde_json::json;

#[test]
fn what_speaks_of_an_allergy_is_marked_by_the_owners_words() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let push = |name: &str, note: &str, option: &str| {
        let mut order = full_order(name);
        order["note"] = json!(note);
        order["items"][0]["options"] = json!([{ "name": option, "quantity": 1, "kind": "remove" }]);
        shop.push(&garson, &order).id()
    };
    let by_note = push("1", "ALERJİM VAR, dikkat", "Soğan");
    let by_option = push("2", "Zile basmayın", "Antep fıstığı");
    let plain = push("3", "Zile basmayın", "Kereviz");
    let owner = Browser::owner(&garson, "en");
    let page = owner.page("/");
    let card = |page: &str, id: &str| {
        let found = page.split("<article").find(|card| card.contains(&format!("id=\"order-{id}\"")));
        found.unwrap().split("</article>").next().unwrap().to_owned()
    };
    let (note, option, none) = (card(&page, &by_note), card(&page, &by_option), card(&page, &plain));
    assert!(note.contains("class=\"card open allergy") && note.contains("note all allergy"), "{note}");
    assert!(note.contains("<b>ALLERGY</b>") && !note.contains("<li class=\"allergy \">"), "{note}");
    assert!(option.contains("<li class=\"allergy \">") && !option.contains("note all allergy"), "{option}");
    assert!(!none.contains("allergy"), "{none}");
    assert!(owner.page(&format!("/orders/{by_note}")).contains("note all allergy"));
    // The owner's own list takes its place.
    let settings = owner.page("/settings");
    assert!(settings.contains("çölyak") && settings.contains("peanut"), "{settings}");
    let save = |words: &str| owner.post("/settings/allergies", &[("allergyWords", words)]);
    assert_eq!(save("kereviz\n KEREVİZ \n\nsusam").status, 303);
    let page = owner.page("/");
    assert!(card(&page, &plain).contains("allergy") && !card(&page, &by_note).contains("allergy"), "{page}");
    assert!(owner.page("/settings").contains(">kereviz\nsusam</textarea>"));
    let long = "a".repeat(61);
    let many: Vec<String> = (0..101).map(|number| format!("word{number}")).collect();
    for wrong in [long, many.join("\n")] {
        let refused = save(&wrong);
        assert!(refused.status == 422 && refused.text.contains(&wrong), "{refused}");
    }
    garson.restart();
    assert!(card(&Browser::owner(&garson, "tr").page("/"), &plain).contains("ALERJİ UYARISI"));
    // Nothing listed, nothing marked.
    let owner = Browser::owner(&garson, "en");
    assert_eq!(owner.post("/settings/allergies", &[("allergyWords", "")]).status, 303);
    assert!(!owner.page("/").contains("allergy"));
}
