//! A backup of the list restored by the panel, from its form to the page that says what came of it.

use crate::{
    crash::disk::Disk,
    harness::{Garson, Reply, Shop, an_order, eventually, names_in},
    nightly::{a_place, choose, next_proven},
    panel::{Browser, add_staff},
};
use std::{fs, path::PathBuf, process::Command};
use tempfile::TempDir;

const PASSWORD: &str = "doğru at pil zımba";
const FIRST: &str = "üç kırmızı sandalye";
const SECOND: &str = "beş yeşil masa";

/// A shop with one order in its backup, and one that came later.
struct Restorable {
    shop: Shop,
    _disk: TempDir,
    backup: PathBuf,
}

impl Restorable {
    fn of(garson: &Garson, encryption: &[(&str, &str)]) -> Restorable {
        let shop = Shop::open(garson);
        shop.order(garson, "kept-1");
        let owner = Browser::owner(garson, "en");
        let (disk, folder) = a_place();
        assert_eq!(choose(&owner, &folder, encryption).status, 303);
        let backup = next_proven(&owner, &folder, &[]);
        shop.order(garson, "later-1");
        Restorable { shop, _disk: disk, backup }
    }

    fn name(&self) -> &str {
        self.backup.file_name().unwrap().to_str().unwrap()
    }

    fn path(&self) -> String {
        format!("/backups/{}/restore", self.name())
    }

    /// What has to be typed.
    fn word(&self) -> &str {
        let moment = self.name().splitn(3, '-').nth(2).unwrap();
        &moment[..13]
    }

    /// Fills in the form as it has to be.
    fn ask(&self, owner: &Browser<'_>, more: &[(&str, &str)]) -> Result<Reply, String> {
        let guard = owner.guard();
        let mut fields = vec![("guard", guard.as_str()), ("typed", self.word()), ("password", PASSWORD)];
        fields.extend_from_slice(more);
        owner.try_post(&self.path(), &fields)
    }

    #[track_caller]
    fn begin(&self, owner: &Browser<'_>, more: &[(&str, &str)]) {
        let begun = self.ask(owner, more).unwrap();
        assert_eq!((begun.status, begun.header("location")), (303, Some("/backups/restoring")), "{begun}");
    }
}

/// Which of the two orders there are.
fn orders(garson: &Garson) -> Vec<&'static str> {
    let is_there = |id: &str| garson.get(&format!("/web-api/v1/orders/{id}")).status == 200;
    ["kept-1", "later-1"].into_iter().filter(|id| is_there(id)).collect()
}

/// Waits until it answers as after a restore. Until then it is there as before, or asks to come again.
#[track_caller]
fn await_restored(garson: &Garson) {
    eventually("the backup is restored", || {
        let reply = garson.try_send("GET", "/web-api/v1/orders/later-1", None, &[]).ok()?;
        if reply.status == 503 {
            assert_eq!(reply.header("retry-after"), Some("1"), "{reply}");
            assert!(reply.text.contains("backup is being restored"), "{reply}");
        }
        (reply.status == 404).then_some(())
    });
}

#[test]
fn the_owner_sees_what_would_be_lost_restores_it_and_can_go_back() {
    let mut garson = Garson::start();
    let made = Restorable::of(&garson, &[]);
    let pid = garson.pid();
    {
        let owner = Browser::owner(&garson, "en");
        assert!(owner.page("/backups").contains(&format!("href=\"{}\"", made.path())));
        let page = owner.page(&made.path());
        for said in ["Orders that came since then: 1.", ">later-1</a>", ">kept-1 · ", "checked from end to end"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(owner.page("/backups/restoring").contains("No restore is under way."));
        // Nothing happens but with the guard, the word, and the password, however lately that was given.
        let fields = [("typed", made.word()), ("password", PASSWORD)];
        assert_eq!(owner.post_raw(&made.path(), &fields, &[]).status, 403);
        let wrong = owner.post(&made.path(), &[("typed", "20200101-0000"), ("password", PASSWORD)]);
        assert!(wrong.status == 422 && wrong.text.contains("Type it exactly"), "{wrong}");
        let wrong = owner.post(&made.path(), &[("typed", made.word()), ("password", "another")]);
        assert!(wrong.status == 422 && wrong.text.contains("The password is wrong."), "{wrong}");
        assert_eq!(owner.post("/backups/garson-cafe-20200101-000000-000.backup/restore", &fields).status, 404);
        assert_eq!(orders(&garson), ["kept-1", "later-1"]);
        made.begin(&owner, &[]);
        await_restored(&garson);
        // The restored store knows nobody's session.
        let asked = owner.get("/backups/restoring");
        assert_eq!(asked.header("location"), Some("/login?next=%2Fbackups%2Frestoring"), "{asked}");
        assert!(owner.page("/login").contains("A backup was restored on "));
    }
    assert_eq!((garson.pid(), orders(&garson)), (pid, vec!["kept-1"]));
    made.shop.order(&garson, "after-1");
    let aside: Vec<String> = names_in(garson.data()).into_iter().filter(|name| name.contains(".before-")).collect();
    assert_eq!(aside.len(), 2, "{aside:?}");
    let commands = {
        let owner = Browser::owner(&garson, "en");
        let page = owner.page("/backups/restoring");
        assert!(page.contains("The backup was restored.") && aside.iter().all(|name| page.contains(name)), "{page}");
        // No webhook was owed anything.
        assert!(!page.contains("held back"), "{page}");
        let log = garson.get("/web-api/v1/audit?deed=store_restored");
        assert_eq!(log.data()[0]["by"], "user:ayşe", "{log}");
        // It can be restored again, and so can every other that is there.
        assert!(owner.page("/backups").contains(&format!("href=\"{}\"", made.path())));
        page.split_once("<pre class=\"mono\">").unwrap().1.split_once("</pre>").unwrap().0.to_owned()
    };
    garson.stop_sound();
    assert!(!garson.data().join("garson.restoring").exists());
    let output = Command::new("sh").args(["-c", &commands]).output().unwrap();
    assert!(output.status.success(), "{commands}: {}", String::from_utf8_lossy(&output.stderr));
    garson.restart();
    assert_eq!(orders(&garson), ["kept-1", "later-1"]);
    garson.stop_sound();
}

#[test]
fn while_it_goes_on_orders_are_asked_to_come_again_and_browsers_see_how_far_it_is() {
    let disk = Disk::new();
    let mut garson = disk.start_with(Garson::prepare(&[]).env("DISK_ENDING", ".redb.restored"));
    let made = Restorable::of(&garson, &[]);
    let owner = Browser::owner(&garson, "tr");
    disk.fail("hang");
    made.begin(&owner, &[]);
    let browser = [("Authorization", ""), ("Accept", "text/html,*/*"), ("Accept-Language", "tr")];
    let page = eventually("the store is closed", || {
        let page = garson.try_send("GET", "/backups/restoring", None, &browser).ok()?;
        (page.status == 503 && page.text.contains("<li aria-current=\"step\"><strong>Yedek okunur")).then_some(page)
    });
    assert_eq!((page.header("retry-after"), page.header("refresh")), (Some("1"), Some("2")), "{page}");
    assert!(page.text.contains("<html lang=\"tr\">") && page.text.contains("Bir yedek geri yükleniyor"), "{page}");
    let style = page.text.split("rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(garson.send("GET", style, None, &[("Authorization", "")]).status, 200);
    let refused = made.shop.push(&garson, &an_order("meanwhile"));
    let message = refused.refused(503, "unavailable")["message"].as_str().unwrap();
    assert!(message.contains("A backup is being restored"), "{message}");
    assert_eq!(refused.header("retry-after"), Some("1"));
    disk.recover();
    await_restored(&garson);
    made.shop.order(&garson, "meanwhile");
    assert_eq!(orders(&garson), ["kept-1"]);
    garson.stop_sound();
}

#[test]
fn a_damaged_backup_changes_nothing_and_it_is_said() {
    let mut garson = Garson::start();
    let made = Restorable::of(&garson, &[]);
    let whole = fs::read(&made.backup).unwrap();
    let mut damaged = whole.clone();
    let at = damaged.len() - 50;
    damaged[at] ^= 1;
    fs::write(&made.backup, &damaged).unwrap();
    let before = names_in(garson.data());
    {
        let owner = Browser::owner(&garson, "en");
        made.begin(&owner, &[]);
        let page = eventually("the old store is open again", || {
            let reply = owner.try_get("/backups/restoring").ok()?;
            reply.text.contains("The backup was not restored.").then_some(reply.text)
        });
        assert!(page.contains("Nothing was changed") && page.contains("The backup is damaged."), "{page}");
        assert!(owner.page("/backups").contains("The backup is damaged."));
        assert_eq!(orders(&garson), ["kept-1", "later-1"]);
        let after: Vec<String> =
            names_in(garson.data()).into_iter().filter(|name| name != "garson.restoring").collect();
        assert_eq!(after, before);
        // Where its beginning cannot be read, nothing even stops.
        damaged[whole.len() / 2..].fill(0);
        damaged[..40].fill(b'x');
        fs::write(&made.backup, &damaged).unwrap();
        let page = owner.page(&made.path());
        assert!(page.contains("no backup of garson") && !page.contains("name=\"typed\""), "{page}");
        // It is over with the next that is right.
        fs::write(&made.backup, &whole).unwrap();
        made.begin(&owner, &[]);
        await_restored(&garson);
    }
    let page = Browser::owner(&garson, "en").page("/backups/restoring");
    assert!(page.contains("The backup was restored."), "{page}");
    garson.stop_sound();
}

/// What is there after a kill at the given call on files that end so.
fn killed_at(call: u32, ending: impl Fn(&Garson) -> String) -> Vec<&'static str> {
    let disk = Disk::new();
    let prepared = Garson::prepare(&[]);
    let ending = ending(&prepared);
    let mut garson = disk.start_with(prepared.env("DISK_ENDING", ending));
    let made = Restorable::of(&garson, &[]);
    {
        let owner = Browser::owner(&garson, "en");
        let guard = owner.guard();
        disk.fail(&format!("k{call}"));
        let fields = [("guard", guard.as_str()), ("typed", made.word()), ("password", PASSWORD)];
        let _ = owner.try_post(&made.path(), &fields);
    }
    eventually("it was killed", || garson.has_ended().then_some(()));
    garson.kill();
    disk.recover();
    garson.assert_sound();
    garson.restart();
    let found = orders(&garson);
    let page = Browser::owner(&garson, "en").page("/backups/restoring");
    let said = if found.len() == 2 { "It was cut off" } else { "The backup was restored." };
    assert!(page.contains(said), "{call}: {page}");
    assert!(names_in(garson.data()).iter().all(|name| !name.ends_with(".restored") && name != "garson.restore"));
    garson.stop_sound();
    found
}

#[test]
fn killed_at_any_step_there_is_the_old_store_or_the_restored_one_whole() {
    let (old, restored) = (vec!["kept-1", "later-1"], vec!["kept-1"]);
    assert_eq!(killed_at(8, |_| ".redb.restored".to_owned()), old);
    // Each time that the names in the folder are seen onto the disk: after the note, before and after the decision, after the old
    // files have their second names, after the new ones have their place, after the plan is gone, and after the old journal is.
    let folder = |garson: &Garson| garson.data().to_str().unwrap().to_owned();
    let found: Vec<Vec<&str>> = (0..7).map(|call| killed_at(call, folder)).collect();
    let expected: Vec<_> = [vec![old; 2], vec![restored; 5]].concat();
    assert_eq!(found, expected);
}

#[test]
fn staff_restore_nothing() {
    let prepared = Garson::prepare(&[]);
    add_staff(&prepared);
    let garson = prepared.serve();
    let made = Restorable::of(&garson, &[]);
    let staff = Browser::staff(&garson, "en");
    assert_eq!(staff.get(&made.path()).status, 404);
    assert_eq!(staff.get("/backups/restoring").status, 404);
    let fields = [("typed", made.word()), ("password", "mutfaktaki parola")];
    assert_eq!(staff.post(&made.path(), &fields).status, 404);
    assert_eq!(orders(&garson), ["kept-1", "later-1"]);
}

#[test]
fn one_that_is_encrypted_with_another_passphrase_asks_for_it() {
    let mut garson = Garson::start();
    let encrypted = |words| [("encryption", "new"), ("passphrase", words), ("again", words)];
    let made = Restorable::of(&garson, &encrypted(FIRST));
    {
        let owner = Browser::owner(&garson, "en");
        // The passphrase of new ones opens it.
        let page = owner.page(&made.path());
        assert!(page.contains(">kept-1 · ") && !page.contains("name=\"passphrase\""), "{page}");
        let folder = made.backup.parent().unwrap();
        assert_eq!(choose(&owner, folder, &encrypted(SECOND)).status, 303);
        next_proven(&owner, folder, std::slice::from_ref(&made.backup));
        let page = owner.page(&made.path());
        assert!(page.contains("name=\"passphrase\"") && !page.contains(">kept-1 · "), "{page}");
        let wrong = made.ask(&owner, &[("passphrase", SECOND)]).unwrap();
        assert!(wrong.status == 422 && wrong.text.contains("not the passphrase of this backup"), "{wrong}");
        made.begin(&owner, &[("passphrase", FIRST)]);
        await_restored(&garson);
    }
    assert_eq!(orders(&garson), ["kept-1"]);
    garson.stop_sound();
}
