//! Users, sessions and everybody's own page.

use super::Browser;
use crate::harness::{Garson, slowly};

const OWNER: &str = "doğru at pil zımba";

fn sign_in<'a>(garson: &'a Garson, name: &str, password: &str) -> (Browser<'a>, u16) {
    let browser = Browser::new(garson, "en");
    let status = browser.post("/login", &[("name", name), ("password", password)]).status;
    (browser, status)
}

/// Where the page of this user is.
fn path_of(owner: &Browser<'_>, name: &str) -> String {
    let page = owner.page("/users");
    let from = page.find(&format!("<strong>{name}</strong>")).unwrap();
    let link = &page[from..][page[from..].find("href=\"").unwrap() + 6..];
    link[..link.find('"').unwrap()].to_owned()
}

/// The sessions that a page lists, except the one that looks.
fn sessions(page: &str) -> Vec<String> {
    page.split("name=\"session\" value=\"").skip(1).map(|rest| rest[..rest.find('"').unwrap()].to_owned()).collect()
}

#[test]
fn people_are_added_given_roles_and_passwords_and_removed() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "tr");
    let add = |name, role, password| owner.post("/users", &[("name", name), ("role", role), ("password", password)]);
    let short = add("mehmet", "staff", "kısa");
    assert!(short.status == 422 && short.text.contains("Parola 8 ile 200 karakter arasında olmalıdır."), "{short}");
    assert!(short.text.contains("value=\"mehmet\"") && !short.text.contains("value=\"kısa\""), "{short}");
    assert_eq!(add("mehmet", "staff", "mutfak 1234").status, 303);
    let again = add("mehmet", "owner", "mutfak 1234");
    assert!(again.status == 422 && again.text.contains("Bu adda bir kullanıcı zaten var."), "{again}");
    let (staff, status) = sign_in(&garson, "mehmet", "mutfak 1234");
    assert_eq!((status, staff.get("/users").status, staff.get("/me").status), (303, 404, 200));

    let path = path_of(&owner, "mehmet");
    assert_eq!(owner.post(&format!("{path}/role"), &[("role", "owner")]).status, 303);
    assert_eq!(staff.get("/users").status, 200);
    assert_eq!(owner.post(&format!("{path}/role"), &[("role", "staff")]).status, 303);
    assert_eq!(staff.get("/users").status, 404);

    let password = |password| owner.post(&format!("{path}/password"), &[("password", password)]);
    assert_eq!(password("x").status, 422);
    assert_eq!(password("yeni parola 1").status, 303);
    assert_eq!(staff.get("/me").status, 303, "the old session has ended");
    assert_eq!(sign_in(&garson, "mehmet", "mutfak 1234").1, 422);
    let (staff, status) = sign_in(&garson, "mehmet", "yeni parola 1");
    assert_eq!(status, 303);

    assert!(owner.page(&format!("{path}/delete")).contains("Silinecek kullanıcı: mehmet"));
    assert_eq!(owner.post(&format!("{path}/delete"), &[]).status, 303);
    assert_eq!(staff.get("/me").status, 303);
    assert!(!owner.page("/users").contains("mehmet"));
}

#[test]
fn the_last_owner_stays_one() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let path = path_of(&owner, "ayşe");
    let page = owner.page(&path);
    assert!(page.contains("This is the only owner") && !page.contains(&format!("{path}/delete")), "{page}");
    let demoted = owner.post(&format!("{path}/role"), &[("role", "staff")]);
    assert!(demoted.status == 422 && demoted.text.contains("only owner"), "{demoted}");
    let removed = owner.post(&format!("{path}/delete"), &[]);
    assert!(removed.status == 422 && removed.text.contains("Make someone else an owner first."), "{removed}");
    // One's own password needs the present one, also for an owner.
    let own = owner.post(&format!("{path}/password"), &[("password", "without asking")]);
    assert_eq!(own.header("location"), Some("/me"));
    assert_eq!(sign_in(&garson, "ayşe", OWNER).1, 303);
    // With a second owner, the first may step down, and then sees the board alone.
    owner.post("/users", &[("name", "fatma"), ("role", "owner"), ("password", "salon 12345")]);
    assert_eq!(owner.post(&format!("{path}/role"), &[("role", "staff")]).header("location"), Some("/?said=saved"));
    assert_eq!((owner.get("/users").status, owner.get("/").status), (404, 200));
}

#[test]
fn sessions_are_listed_in_words_and_can_be_ended() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfak 1234")]);
    let fields = [("name", "mehmet"), ("password", "mutfak 1234")];
    let phone = Browser::new(&garson, "tr");
    let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
    assert_eq!(phone.post_raw("/login", &fields, &[("User-Agent", agent)]).status, 303);
    let hostile = Browser::new(&garson, "tr");
    assert_eq!(hostile.post_raw("/login", &fields, &[("User-Agent", "<script>alert(1)</script>")]).status, 303);
    let page = owner.page("/users");
    assert!(
        page.contains("Safari · iPhone") && page.contains("Unknown browser") && page.contains("This device"),
        "{page}"
    );
    assert!(page.contains("127.0.0.1") && !page.contains("<script>alert"), "{page}");
    let all = sessions(&page);
    assert_eq!(all.len(), 2);

    // Staff see and end their own sessions alone.
    let mine = phone.page("/me");
    assert_eq!(sessions(&mine).len(), 1);
    let of_owner = sessions(&Browser::owner(&garson, "en").page("/me"));
    assert_eq!(phone.post("/me/sign-out", &[("session", &of_owner[0])]).status, 404);
    assert_eq!(phone.post("/users/sign-out", &[("session", &of_owner[0])]).status, 404);
    assert_eq!(phone.post("/me/sign-out", &[("session", &sessions(&mine)[0])]).status, 303);
    assert_eq!((hostile.get("/me").status, phone.get("/me").status), (303, 200));

    let left = sessions(&path_page(&owner, "mehmet"));
    assert_eq!(owner.post("/users/sign-out", &[("session", &left[0])]).status, 303);
    assert_eq!(phone.get("/me").status, 303);
    assert_eq!(owner.post("/users/sign-out", &[("session", "unknown")]).status, 404);

    let other = Browser::owner(&garson, "en");
    assert_eq!(owner.post("/me/sign-out-elsewhere", &[]).status, 303);
    assert_eq!((other.get("/me").status, owner.get("/me").status), (303, 200));
}

fn path_page(owner: &Browser<'_>, name: &str) -> String {
    owner.page(&path_of(owner, name))
}

#[test]
fn everybody_changes_their_own_password_and_guessing_the_present_one_is_slowed_down() {
    let garson = slowly(Garson::prepare(&[])).serve();
    let owner = Browser::owner(&garson, "tr");
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfak 1234")]);
    let (here, _) = sign_in(&garson, "mehmet", "mutfak 1234");
    let (elsewhere, _) = sign_in(&garson, "mehmet", "mutfak 1234");
    let change = |present, wanted| here.post("/me/password", &[("present", present), ("password", wanted)]);
    let wrong = change("nonsense", "yeni parola 1");
    assert!(wrong.status == 422 && wrong.text.contains("The current password is wrong."), "{wrong}");
    let short = change("mutfak 1234", "x");
    assert!(short.status == 422 && short.text.contains("A password has 8 to 200 characters."), "{short}");
    assert_eq!(change("mutfak 1234", "yeni parola 1").status, 303);
    assert_eq!((here.get("/me").status, elsewhere.get("/me").status), (200, 303));
    assert_eq!(sign_in(&garson, "mehmet", "mutfak 1234").1, 422);
    let statuses: Vec<u16> = (0..6).map(|_| change("nonsense", "başka parola").status).collect();
    assert!(statuses.starts_with(&[422, 422]) && statuses.ends_with(&[429]), "{statuses:?}");
}

#[test]
fn the_language_is_chosen_on_the_own_page_and_stays() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    assert!(browser.page("/me").contains("My password"));
    let chosen = browser.post("/language", &[("lang", "tr"), ("back", "/me")]);
    assert_eq!(chosen.header("location"), Some("/me"));
    assert!(browser.page("/me").contains("<html lang=\"tr\">") && browser.page("/me").contains("Parolam"));
    assert!(Browser::owner(&garson, "en").page("/users").contains("Kullanıcılar"));
}
