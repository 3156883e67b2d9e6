//! Tells a left-out ingredient from an extra by the words around it. Few platforms have a field for it, and a mistake here
//! is an onion for a customer who asked for none: what can be read both ways is left out and flagged.
//!
//! Words count whole or by their beginning, never by what lies inside them: "seçenekler" and "içecekler" are no "ekle".

use crate::{OptionKind, fold};

/// Beginnings of words, folded. Not `istemez`: "Tatlı istemez misiniz?" heads a group of extras.
const LEAVES_OUT: [&str; 15] = [
    "cikar",
    "eksilt",
    "istemed",
    "istemem",
    "istemeyen",
    "istemezse",
    "istemiyor",
    "istenmed",
    "istenmeyen",
    "kaldiril",
    "kaldirin",
    "kaldirm",
    "exclud",
    "omit",
    "remov",
];
/// Not `kaldirim`, the pavement.
const LEAVES_OUT_WHOLE: [&str; 3] = ["kaldir", "koyma", "olmadan"];
const LEAVES_OUT_PHRASES: [&str; 5] = ["leave out", "don t add", "do not add", "don t want", "do not want"];
/// Verbs of which a "don't" leaves out: koymayın, konulmasın, eklenmesin. Of others it does not: "fırsatı kaçırmayın".
const PUT_IN: [&str; 12] =
    ["ekle", "eklen", "gonder", "kat", "katil", "kon", "konul", "koy", "kullan", "kullanil", "ol", "ver"];
const DONT: [&str; 8] = ["mayin", "meyin", "mayiniz", "meyiniz", "masin", "mesin", "masinlar", "mesinler"];
const WILL_NOT: [&str; 2] = ["mayacak", "meyecek"];
/// How something comes, or what comes with it: "çekirdeği çıkarılmış", "çıkartmalı", a sticker.
const NO_REMOVALS: [&str; 4] = ["cikarilmis", "cikartilmis", "cikartmali", "kaldirilmis"];
/// Before a "don't" these mean the opposite: "sosu eksik olmasın".
const LITTLE: [&str; 2] = ["eksik", "az"];
/// A group with one of these in its name offers things, also where it ends in "alkol hariç".
const CHOICES: [&str; 5] = ["secim", "secenek", "tercih", "choice", "option"];

/// What a group is called that asks for nothing in particular, by the beginnings of its words: "Malzeme Tercihi". One that
/// names an ingredient ("Soğan Tercihi") is another matter.
const ANY_INGREDIENT: [&str; 3] = ["malzeme", "icerik", "ingredient"];
const PREFERENCE: [&str; 6] = ["secim", "secenek", "tercih", "choice", "option", "preference"];
/// The whole name of an option that turns down what the group offers and names nothing.
const DECLINES: [&str; 8] =
    ["istemiyorum", "istemem", "hayir istemiyorum", "i don t want", "i do not want", "don t want", "no thanks", "none"];

/// In bytes; none of them is longer, however it is written.
const LONGEST_NO: usize = 40;

/// Beginnings of words, folded.
const ADDS: [&str; 8] = ["ekle", "ekstra", "ilave", "artir", "extra", "adding", "addit", "addon"];
const ADDS_WHOLE: [&str; 3] = ["ek", "olsun", "add"];

/// What a group of options is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupMeaning {
    Extras,
    /// "Malzeme Tercihi": declining there names nothing to be left out.
    Preference,
    LeftOut,
    /// "Malzeme ekle / çıkar".
    Both,
}

/// What a name says by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameMeaning {
    Nothing,
    Adds,
    LeavesOut,
    /// Or it can be read both ways.
    Both,
    /// That something must not be lacking, most likely: "eksik olmasın".
    MustNotLack,
}

/// How a text says by a verb that something is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    /// That is all it says.
    Clear,
    /// It says more.
    Mixed,
    /// It most likely says that something must not be lacking: "eksik olmasın".
    Doubtful,
}

pub fn group(names: &[String], is_marked: bool) -> GroupMeaning {
    match says(names) {
        _ if is_marked => GroupMeaning::LeftOut,
        NameMeaning::LeavesOut => GroupMeaning::LeftOut,
        NameMeaning::Both => GroupMeaning::Both,
        NameMeaning::Nothing if names.iter().any(|name| is_preference(name)) => GroupMeaning::Preference,
        NameMeaning::Adds | NameMeaning::Nothing | NameMeaning::MustNotLack => GroupMeaning::Extras,
    }
}

fn is_preference(name: &str) -> bool {
    let name = fold(name);
    let words = words(&name);
    let is_any = |word: &&str| begins(word, &ANY_INGREDIENT);
    let is_choice = |word: &&str| begins(word, &PREFERENCE);
    words.iter().any(is_any) && words.iter().any(is_choice) && words.iter().all(|word| is_any(word) || is_choice(word))
}

/// It turns something down and names nothing: "İstemiyorum". Asked of every option that a screen shows, so that the first
/// letter decides most.
pub fn is_bare_no(name: &str) -> bool {
    let is_likely = name.starts_with(['i', 'I', 'ı', 'İ', 'h', 'H', 'n', 'N', 'd', 'D']) && name.len() <= LONGEST_NO;
    is_likely && DECLINES.contains(&words(&fold(name)).join(" ").as_str())
}

fn declines(names: &[String]) -> bool {
    !names.is_empty() && names.iter().all(|name| is_bare_no(name.trim()))
}

/// Whether and how a text says by a verb that something is not wanted. For names of options where any product may be one, and
/// for notes: "No Sugar" and "Alkol hariç" are no such words.
pub fn in_words(text: &str) -> Option<No> {
    if !may_say_no(text) {
        return None;
    }
    let text = fold(text);
    let words = words(&text);
    match (by_words(&words), must_not_lack(&words)) {
        (true, false) if !adds(&words) && !perhaps_adds(&words) => Some(No::Clear),
        (true, _) => Some(No::Mixed),
        (false, true) => Some(No::Doubtful),
        (false, false) => None,
    }
}

/// Whether it has three letters of any word that says no, of those that no spelling changes. Asked of every note and option that
/// a screen shows, and nearly always the end of it.
fn may_say_no(text: &str) -> bool {
    let mut before = (0, 0);
    text.bytes().any(|byte| {
        // Of letters the small one; what else becomes one does no harm.
        let letter = byte | 0x20;
        let (first, second) = before;
        before = (second, letter);
        matches!(
            &[first, second, letter],
            b"kar"
                | b"eks"
                | b"ste"
                | b"kal"
                | b"koy"
                | b"olm"
                | b"exc"
                | b"omi"
                | b"rem"
                | b"lea"
                | b"don"
                | b"not"
                | b"mas"
                | b"mes"
                | b"may"
                | b"mey"
        )
    })
}

/// What one option of such a group is, and whether that is certain.
pub fn kind(group: GroupMeaning, names: &[String], costs: bool) -> (OptionKind, bool) {
    match (group, says(names)) {
        (GroupMeaning::Preference, _) if declines(names) => (OptionKind::Add, true),
        (_, NameMeaning::LeavesOut) | (GroupMeaning::LeftOut, NameMeaning::Nothing) => (OptionKind::Remove, true),
        (GroupMeaning::Extras | GroupMeaning::Preference, NameMeaning::Adds | NameMeaning::Nothing)
        | (GroupMeaning::Both, NameMeaning::Adds) => (OptionKind::Add, true),
        // Leaving something out is hardly ever charged for.
        (GroupMeaning::Both, NameMeaning::Nothing) if costs => (OptionKind::Add, false),
        (_, NameMeaning::Both)
        | (GroupMeaning::Both, NameMeaning::Nothing)
        | (GroupMeaning::LeftOut, NameMeaning::Adds | NameMeaning::MustNotLack) => (OptionKind::Remove, false),
        (_, NameMeaning::MustNotLack) => (OptionKind::Add, false),
    }
}

fn says(names: &[String]) -> NameMeaning {
    let names: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let names: Vec<Vec<&str>> = names.iter().map(|name| words(name)).collect();
    let any = |test: fn(&[&str]) -> bool| names.iter().any(|name| test(name));
    match (any(leaves_out), any(adds) || any(perhaps_adds)) {
        _ if any(is_doubtful) => NameMeaning::Both,
        (true, true) => NameMeaning::Both,
        (true, false) if any(must_not_lack) => NameMeaning::Both,
        (true, false) => NameMeaning::LeavesOut,
        (false, _) if any(must_not_lack) => NameMeaning::MustNotLack,
        (false, _) if any(adds) => NameMeaning::Adds,
        (false, _) => NameMeaning::Nothing,
    }
}

fn leaves_out(name: &[&str]) -> bool {
    let by_place = match name {
        // A number is no ingredient: "No 7 Burger".
        ["no", what, ..] => what.chars().all(char::is_alphabetic),
        [first, ..] if matches!(*first, "haric" | "without") => true,
        [_, .., last] => *last == "yok",
        _ => false,
    };
    by_place || by_words(name)
}

fn by_words(name: &[&str]) -> bool {
    // "Çıkartma hediyeli": a sticker.
    let has_gift = name.iter().any(|word| word.starts_with("hediye"));
    let is_other = |word: &str| begins(word, &NO_REMOVALS) || (has_gift && word == "cikartma");
    let by_word = |(at, word): (usize, &&str)| {
        if !may_say_no(word) {
            return false;
        }
        let takes_out = (LEAVES_OUT_WHOLE.contains(word) || begins(word, &LEAVES_OUT)) && !is_other(word);
        (takes_out && !says_dont(word)) || (puts_nothing_in(word) && !follows_little(name, at))
    };
    name.iter().enumerate().any(by_word) || by_phrase(name)
}

/// "Sosu eksik olmasın", "acısı az olmasın".
fn must_not_lack(name: &[&str]) -> bool {
    name.iter().enumerate().any(|(at, word)| follows_little(name, at) && puts_nothing_in(word))
}

fn follows_little(name: &[&str], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| name.get(before)).is_some_and(|before| LITTLE.contains(before))
}

fn by_phrase(name: &[&str]) -> bool {
    if !name.iter().any(|word| ["leave", "don", "not"].contains(word)) {
        return false;
    }
    let name = name.join(" ");
    LEAVES_OUT_PHRASES.iter().any(|phrase| name.contains(phrase))
}

/// "Soğan hariç" leaves out and "İçecekler (alkol hariç)" does not; "çıkarmayın" says that something stays.
fn is_doubtful(name: &[&str]) -> bool {
    let ends_so = name.len() > 1 && name.last() == Some(&"haric");
    let stays = |word: &&str| begins(word, &LEAVES_OUT) && says_dont(word);
    (ends_so && !name.iter().any(|word| begins(word, &CHOICES))) || name.iter().any(stays)
}

fn adds(name: &[&str]) -> bool {
    let is_clear = |word: &str| !word.starts_with("ekler") && (word == "eklemek" || !word.starts_with("ekleme"));
    let by_word = |word: &&str| begins(word, &ADDS) && is_clear(word) && !puts_nothing_in(word);
    !by_phrase(name) && !declines_extras(name) && name.iter().any(|word| ADDS_WHOLE.contains(word) || by_word(word))
}

/// "Ekstra peçete istemiyorum" adds nothing.
fn declines_extras(name: &[&str]) -> bool {
    let [first, _, .., last] = name else { return false };
    (*first == "ek" || begins(first, &["ekstra", "ilave", "extra"])) && begins(last, &["istemiyor", "istemem"])
}

/// Of a group it is the adding; of an option it may mean "do not add".
fn perhaps_adds(name: &[&str]) -> bool {
    name.iter().any(|word| word.starts_with("ekleme") && !puts_nothing_in(word))
}

/// Koymayın, konmasın, eklenmeyecek; not "olmasını istediğiniz".
fn puts_nothing_in(word: &str) -> bool {
    let is_negated = |end: &str| DONT.contains(&end) || begins(end, &WILL_NOT);
    PUT_IN.iter().filter_map(|verb| word.strip_prefix(verb)).any(is_negated)
}

fn says_dont(word: &str) -> bool {
    DONT.iter().any(|end| word.ends_with(end))
}

/// "Ekstrasız" is no extra.
fn begins(word: &str, with: &[&str]) -> bool {
    with.iter().any(|beginning| word.strip_prefix(beginning).is_some_and(|rest| !rest.starts_with("siz")))
}

fn words(name: &str) -> Vec<&str> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests;
