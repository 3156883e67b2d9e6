//! The branch as the platform knows it: its name, and whether it is open.

use super::{calls, words};
use crate::{Client, plainly, text_of};
use model::{Bilingual, Code, Failure, Why};
use serde_json::json;

const STORES_AT_ONCE: usize = 50;
const MOST_STORE_PAGES: usize = 20;
const BRANCHES_NAMED: usize = 5;

/// The connection test: the name of our branch, or which branches there are.
pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let id = client.link.credential("storeId");
    let mut others = Vec::new();
    for page in 0..MOST_STORE_PAGES {
        let query = format!("/stores?page={page}&size={STORES_AT_ONCE}");
        let answer = calls::read(client, "stores", &calls::path(client.link, "store", &query))?.json()?;
        let Some(stores) = answer["restaurants"].as_array() else {
            return Err(plainly(words::NO_BRANCHES));
        };
        if let Some(store) = stores.iter().find(|store| text_of(&store["id"]).as_deref() == Some(id)) {
            return Ok(text_of(&store["name"]));
        }
        others.extend(stores.iter().map(|store| (text_of(&store["name"]), text_of(&store["id"]))));
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
    if named.is_empty() { words::no_such_branch(id) } else { words::other_branches(id, named.join(", ")) }
}

pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    let status = if is_open { "OPEN" } else { "CLOSED" };
    let reply = calls::put(client, &calls::store_path(client.link, "store", "/status"), &json!({ "status": status }))?;
    if reply.is_ok() { Ok(()) } else { Err(calls::refusal(client.link, &reply)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_that_is_not_there_is_told_from_those_that_are() {
        let branches: Vec<_> = (1..=6).map(|n| (Some(format!("Şube {n}")), Some(n.to_string()))).collect();
        let words = no_such_branch("9", &branches);
        assert_eq!(
            words.en,
            "Branch 9 is not one of this supplier’s. Its branches: Şube 1 (1), Şube 2 (2), Şube 3 (3), Şube 4 (4), \
             Şube 5 (5), …."
        );
        assert!(no_such_branch("9", &[]).tr.contains("hiç şubesi"));
    }
}
