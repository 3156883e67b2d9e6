//! Sessions that are stolen, planted, or left behind.

use crate::{
    harness::{Garson, eventually, raw_exchange, shim},
    panel::{Browser, owners::with_staff, screen::Screen},
};

#[test]
fn what_the_panel_shows_of_a_session_opens_none() {
    let garson = Garson::start();
    let (owner, other) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "en"));
    let page = owner.page("/me");
    let hash = page.split("name=\"session\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let token = other.cookie("garson_session").unwrap();
    assert!(!page.contains(&token) && !page.contains(&owner.cookie("garson_session").unwrap()), "{page}");
    for guess in [hash, owner.guard(), String::from("%00"), "\"".to_owned() + &token + "\"", token.to_uppercase()] {
        let thief = Browser::new(&garson, "en");
        thief.keep("garson_session", &guess);
        assert_eq!(thief.get("/me").status, 303, "{guess}");
    }
}

#[test]
fn a_session_that_somebody_planted_is_left_behind_when_its_victim_signs_in() {
    let garson = with_staff(&[]);
    let attacker = Browser::staff(&garson, "en");
    let planted = attacker.cookie("garson_session").unwrap();
    let victim = Browser::new(&garson, "en");
    victim.keep("garson_session", &planted);
    victim.post_raw("/login", &[("name", "ayşe"), ("password", "doğru at pil zımba")], &[]);
    assert_ne!(victim.cookie("garson_session").unwrap(), planted);
    assert_eq!((victim.get("/keys").status, attacker.get("/keys").status), (200, 404));
}

#[test]
fn two_cookies_are_none_however_they_are_sent() {
    let garson = with_staff(&[]);
    let token = Browser::owner(&garson, "en").cookie("garson_session").unwrap();
    let of_staff = Browser::staff(&garson, "en").cookie("garson_session").unwrap();
    let ask = |cookies: &str| {
        let host = garson.base.strip_prefix("http://").unwrap();
        raw_exchange(
            &garson,
            format!("GET /me HTTP/1.1\r\nHost: {host}\r\n{cookies}Connection: close\r\n\r\n").as_bytes(),
        )
    };
    assert_eq!(ask(&format!("Cookie: garson_lang=tr; garson_session={token}\r\n")).status, 200);
    for cookies in [
        format!("Cookie: garson_session={of_staff}; garson_session={token}\r\n"),
        format!("Cookie: garson_session={token}; a=b; garson_session={token}\r\n"),
        format!("Cookie: garson_session={token}\r\nCookie: garson_session={of_staff}\r\n"),
        format!("Cookie: garson_session=;garson_session={token}\r\n"),
        format!("Cookie: garson_session={token}\tx\r\n"),
        format!("Cookie: Garson_Session={token}\r\n"),
        format!("X-Cookie: garson_session={token}\r\nAuthorization: Bearer {token}\r\n"),
    ] {
        let reply = ask(&cookies);
        assert_eq!(reply.status, 303, "{cookies} {reply}");
    }
}

#[test]
fn a_session_ends_after_twelve_idle_hours_or_thirty_days_and_its_screens_with_it() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    let (left, used) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "en"));
    // Used at this hour, and that it was is written down.
    let use_at = |seconds: u32| {
        std::fs::write(shift.path(), seconds.to_string()).unwrap();
        assert_eq!(used.get("/me").status, 200);
        eventually("it counts as use", || {
            let page = used.page("/me");
            let here = page.split("<li>").find(|seat| seat.contains("This device")).unwrap_or_default();
            here.contains(" s ago").then_some(())
        });
    };
    use_at(8 * 3_600);
    use_at(11 * 3_600);
    let mut screen = Screen::open(&garson, &used, "/live");
    assert_eq!(screen.change().0, "hello");
    use_at(12 * 3_600 + 60);
    assert_eq!(left.get("/me").status, 303);
    std::fs::write(shift.path(), (30 * 3_600).to_string()).unwrap();
    assert_eq!(screen.change().0, "bye");
    assert_eq!(used.get("/me").status, 303);
    // However much it is used, it ends after thirty days.
    let used = Browser::owner(&garson, "en");
    let thirty_days = 30 * 24 * 3_600;
    for hours in (11..=715).step_by(11) {
        // In one piece: whoever looked at half of it would see another year.
        let next = shift.path().with_extension("next");
        std::fs::write(&next, ((30 + hours) * 3_600).to_string()).unwrap();
        std::fs::rename(&next, shift.path()).unwrap();
        let seen = || used.page("/me").contains(" s ago").then_some(());
        eventually("it counts as use", seen);
    }
    std::fs::write(shift.path(), (30 * 3_600 + thirty_days - 120).to_string()).unwrap();
    assert_eq!(used.get("/me").status, 200);
    std::fs::write(shift.path(), (30 * 3_600 + thirty_days + 60).to_string()).unwrap();
    assert_eq!(used.get("/me").status, 303);
}
