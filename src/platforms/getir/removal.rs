//! Tells a left-out ingredient from an extra by the words around it. Getir has no field for it, and a mistake here is an
//! onion for a customer who asked for none: what can be read both ways is left out and flagged.
//!
//! Words count whole or by their beginning, never by what lies inside them: "seçenekler" and "içecekler" are no "ekle".

use model::{OptionKind, fold};

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
/// A group with one of these in its name offers things, also where it ends in "alkol hariç".
const CHOICES: [&str; 5] = ["secim", "secenek", "tercih", "choice", "option"];

/// What a group is called that asks for nothing in particular, by the beginnings of its words: "Malzeme Tercihi". One that
/// names an ingredient ("Soğan Tercihi") is another matter.
const ANY_INGREDIENT: [&str; 3] = ["malzeme", "icerik", "ingredient"];
const PREFERENCE: [&str; 6] = ["secim", "secenek", "tercih", "choice", "option", "preference"];
/// The whole name of an option that turns down what the group offers and names nothing.
const DECLINES: [&str; 8] =
    ["istemiyorum", "istemem", "hayir istemiyorum", "i don t want", "i do not want", "don t want", "no thanks", "none"];

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
}

pub fn group(names: &[String], is_marked: bool) -> GroupMeaning {
    match says(names) {
        _ if is_marked => GroupMeaning::LeftOut,
        NameMeaning::LeavesOut => GroupMeaning::LeftOut,
        NameMeaning::Both => GroupMeaning::Both,
        NameMeaning::Nothing if names.iter().any(|name| is_preference(name)) => GroupMeaning::Preference,
        NameMeaning::Adds | NameMeaning::Nothing => GroupMeaning::Extras,
    }
}

fn is_preference(name: &str) -> bool {
    let name = fold(name);
    let words = words(&name);
    let is_any = |word: &&str| begins(word, &ANY_INGREDIENT);
    let is_choice = |word: &&str| begins(word, &PREFERENCE);
    words.iter().any(is_any) && words.iter().any(is_choice) && words.iter().all(|word| is_any(word) || is_choice(word))
}

fn declines(names: &[String]) -> bool {
    let is_bare = |name: &String| DECLINES.contains(&words(&fold(name)).join(" ").as_str());
    !names.is_empty() && names.iter().all(is_bare)
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
        | (GroupMeaning::LeftOut, NameMeaning::Adds) => (OptionKind::Remove, false),
    }
}

fn says(names: &[String]) -> NameMeaning {
    let names: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let names: Vec<Vec<&str>> = names.iter().map(|name| words(name)).collect();
    let any = |test: fn(&[&str]) -> bool| names.iter().any(|name| test(name));
    match (any(leaves_out), any(adds) || any(perhaps_adds)) {
        _ if any(is_doubtful) => NameMeaning::Both,
        (true, true) => NameMeaning::Both,
        (true, false) => NameMeaning::LeavesOut,
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
    let by_word = |word: &&str| {
        let takes_out = LEAVES_OUT_WHOLE.contains(word) || begins(word, &LEAVES_OUT);
        (takes_out && !says_dont(word)) || puts_nothing_in(word)
    };
    by_place || name.iter().any(by_word) || by_phrase(name)
}

fn by_phrase(name: &[&str]) -> bool {
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
    !by_phrase(name) && name.iter().any(|word| ADDS_WHOLE.contains(word) || by_word(word))
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
mod tests {
    use super::*;

    fn named(name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }

    #[test]
    fn a_group_that_leaves_out_is_known_in_any_spelling() {
        for name in [
            "Çıkarılacak Malzeme",
            "ÇIKARILACAK MALZEMELER",
            "çıkar",
            "CIKARILACAK",
            "C\u{327}ıkarılacaklar",
            "Çıkartmak istedikleriniz",
            "Çıkarmak istiyorum",
            "Malzeme Çıkarma",
            "İçindekilerden çıkar",
            "Malzeme Kaldır",
            "MALZEME KALDIR",
            "Kaldırılacak malzemeler",
            "Malzeme kaldırma",
            "Hariç Malzemeler",
            "HARİÇ MALZEMELER",
            "Hariç",
            "Without",
            "Without these",
            "İstemem",
            "İSTEMEM",
            "İstemiyorum",
            "İSTEMİYORUM",
            "ISTEMIYORUM",
            "I\u{307}stemiyorum",
            "İstemediğiniz malzemeler",
            "Olmasını istemediğiniz malzemeler",
            "İstenmeyen Malzemeler",
            "İstemezseniz",
            "Malzeme Eksilt",
            "EKSİLT",
            "Koymayın",
            "KOYMAYIN",
            "Koyma",
            "Konmasın",
            "Konulmasın",
            "Konmayacak malzemeler",
            "Neler olmasın?",
            "Eklenmesin",
            "Eklemeyin",
            "Eklenmeyecekler",
            "Kullanmayın",
            "Remove",
            "REMOVE INGREDIENTS",
            "Ingredients to remove",
            "Removed toppings",
            "Exclude",
            "Leave out",
            "Don't add",
            "No onions",
            "NO INGREDIENTS",
            // Words that add lie inside others here.
            "Çıkarılacak Seçenekler",
            "Çıkarılacak İçecekler",
            "Ekmekler: çıkar",
            "Çıkarılacak maddeler",
            "Malzemeyi kaldır (ekler dahil)",
        ] {
            assert_eq!(group(&named(name), false), GroupMeaning::LeftOut, "{name}");
        }
        assert_eq!(group(&named("Malzemeler"), true), GroupMeaning::LeftOut);
        assert_eq!(group(&["Malzeme".to_owned(), "Remove".to_owned()], false), GroupMeaning::LeftOut);
    }

    #[test]
    fn extras_stay_extras() {
        for name in [
            "",
            "Ekstra",
            "Ekstra Malzeme",
            "EKSTRA MALZEME",
            "İlave Malzemeler",
            "Malzeme Ekle",
            "Malzeme Ekleme",
            "Eklenmesini istedikleriniz",
            "Add-ons",
            "Extras",
            "Sos Seçimi",
            "Seçenekler",
            "İçecek Seçenekleri",
            "İÇECEKLER",
            "Ekmekler",
            "Ekler",
            "Yanında Ne İstersiniz",
            "İster misiniz?",
            "Ekstra malzeme ister misiniz",
            "Yanına tatlı istemez misiniz?",
            "Olmasını istediğiniz malzemeler",
            "Bu fırsatı kaçırmayın",
            "Öne Çıkanlar",
            "Kaldırım Burger Menü",
            "Eksik ürün olursa",
            "İçecek Seçimi (alkol hariç)",
            "Alkol hariç içecekler",
            "With or without ice",
            "No 7 Burger",
            "No: 12",
            "Normal / Büyük",
            "Porsiyon",
            "Glutensiz Ekmek",
            "Exclusive Soslar",
            "Pide Çeşidi",
        ] {
            assert_eq!(group(&named(name), false), GroupMeaning::Extras, "{name}");
        }
        assert_eq!(group(&[], false), GroupMeaning::Extras);
    }

    #[test]
    fn a_group_of_both_kinds_and_one_that_may_be_either_are_neither() {
        for name in [
            "Malzeme Ekle / Çıkar",
            "MALZEME EKLE/ÇIKAR",
            "Ekleme - Çıkarma",
            "Eklemek veya çıkarmak istedikleriniz",
            "Ekstra / İstemiyorum",
            "Malzeme artır / eksilt",
            "Olsun / Olmasın",
            "Add or remove",
            "İçecekler (alkol hariç)",
            "Soğan hariç",
            "Neler çıkarılmasın?",
        ] {
            assert_eq!(group(&named(name), false), GroupMeaning::Both, "{name}");
        }
        assert_eq!(group(&["Malzeme Çıkar".to_owned(), "Extras".to_owned()], false), GroupMeaning::Both);
    }

    #[test]
    fn in_a_mixed_group_each_option_speaks_for_itself() {
        for (name, costs, expected) in [
            ("Soğan çıkar", false, (OptionKind::Remove, true)),
            ("Soğan çıkar", true, (OptionKind::Remove, true)),
            ("Soğan istemiyorum", false, (OptionKind::Remove, true)),
            ("Soğan yok", false, (OptionKind::Remove, true)),
            ("Soğan olmadan", false, (OptionKind::Remove, true)),
            ("No onion", false, (OptionKind::Remove, true)),
            ("Ekstra Turşu", false, (OptionKind::Add, true)),
            ("Kaşar ekle", false, (OptionKind::Add, true)),
            ("Kaşar eklensin", true, (OptionKind::Add, true)),
            ("Soğan olsun", false, (OptionKind::Add, true)),
            ("Extra cheese", true, (OptionKind::Add, true)),
            // A price alone is a guess; so is a word that can be read both ways.
            ("Kaşar", true, (OptionKind::Add, false)),
            ("Turşu", false, (OptionKind::Remove, false)),
            ("Soğan ekleme", false, (OptionKind::Remove, false)),
            ("İçecekler", false, (OptionKind::Remove, false)),
            ("Ekler", false, (OptionKind::Remove, false)),
            ("Ekstrasız", false, (OptionKind::Remove, false)),
            ("Ekstra soğanı çıkar", true, (OptionKind::Remove, false)),
            ("Soğanı çıkarmayın", true, (OptionKind::Remove, false)),
            ("", false, (OptionKind::Remove, false)),
        ] {
            assert_eq!(kind(GroupMeaning::Both, &named(name), costs), expected, "{name} {costs}");
        }
    }

    #[test]
    fn whoever_declines_an_open_question_leaves_nothing_out() {
        let of = |question: &str, answer: &str| kind(group(&named(question), false), &named(answer), false);
        for question in
            ["Malzeme Tercihi", "MALZEME TERCİHİ", "Malzeme Tercihleriniz", "Malzeme Seçimi", "Ingredient Choice"]
        {
            assert_eq!(group(&named(question), false), GroupMeaning::Preference, "{question}");
            for answer in ["İstemiyorum", "İSTEMİYORUM", "istemiyorum.", "I don't want"] {
                assert_eq!(of(question, answer), (OptionKind::Add, true), "{question}: {answer}");
            }
            for answer in ["Soğan istemiyorum", "Soğan istemiyorum, turşu istemiyorum", "Soğan olmasın", "No onion"]
            {
                assert_eq!(of(question, answer), (OptionKind::Remove, true), "{question}: {answer}");
            }
            assert_eq!(of(question, "Soğan"), (OptionKind::Add, true), "{question}");
        }
        // Where the question names something, that is what is not wanted.
        for question in ["Soğan", "Soğan Tercihi", "Sos Seçimi", "Çıkarılacak Malzemeler", "Malzeme Çıkarma Tercihi"]
        {
            assert_eq!(of(question, "İstemiyorum"), (OptionKind::Remove, true), "{question}");
        }
        let both = ["İstemiyorum".to_owned(), "No onion".to_owned()];
        assert_eq!(kind(GroupMeaning::Preference, &both, false), (OptionKind::Remove, true));
    }

    #[test]
    fn an_option_that_says_so_is_left_out_in_any_group() {
        for name in ["Soğan istemiyorum", "Soğan koymayın", "Turşu olmasın", "Soğan çıkar", "Without onion", "No onion"]
        {
            for costs in [false, true] {
                assert_eq!(kind(GroupMeaning::Extras, &named(name), costs), (OptionKind::Remove, true), "{name}");
            }
        }
        for name in ["Kaşar", "İçecekler", "Soğansız", "Şekersiz Kola", "Ekstra Kaşar", "With ice", "7 No'lu Menü"]
        {
            assert_eq!(kind(GroupMeaning::Extras, &named(name), true), (OptionKind::Add, true), "{name}");
        }
        assert_eq!(kind(GroupMeaning::Extras, &named("Soğan hariç"), false), (OptionKind::Remove, false));
        assert_eq!(kind(GroupMeaning::LeftOut, &named("Kaşar"), true), (OptionKind::Remove, true));
        assert_eq!(kind(GroupMeaning::LeftOut, &named("Ekstra Kaşar"), true), (OptionKind::Remove, false));
    }
}
