//! Names as platforms and restaurants write them.

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
        for answer in ["Soğan istemiyorum", "Soğan istemiyorum, turşu istemiyorum", "Soğan olmasın", "No onion"] {
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
fn where_any_product_may_be_an_option_only_a_verb_leaves_out() {
    for name in
        ["Soğan istemiyorum", "SOĞAN İSTEMİYORUM", "Turşu olmasın", "Acı koymayın", "İstemiyorum", "Don't add ice"]
    {
        assert_eq!(in_words(name), Some(No::Clear), "{name}");
    }
    for name in ["Ekstra peçete istemiyorum", "Ek sos istemiyorum", "İlave acı sos istemem"] {
        assert_eq!(in_words(name), Some(No::Clear), "{name}");
        assert_eq!(kind(GroupMeaning::Extras, &named(name), false), (OptionKind::Remove, true), "{name}");
    }
    for name in ["Ekstra soğan olmasın", "Soğan olmasın, sos eksik olmasın", "Ekstra / İstemiyorum"] {
        assert_eq!(in_words(name), Some(No::Mixed), "{name}");
    }
    // The opposite, most likely.
    for name in ["Sosu eksik olmasın", "Acısı az olmasın"] {
        assert_eq!(in_words(name), Some(No::Doubtful), "{name}");
        assert_eq!(kind(GroupMeaning::Extras, &named(name), false), (OptionKind::Add, false), "{name}");
    }
    for name in ["Çekirdeği çıkarılmış zeytin", "Kabuğu çıkartılmış", "Çıkartma hediyeli", "Çıkartmalı menü"]
    {
        assert_eq!(in_words(name), None, "{name}");
        assert_eq!(kind(GroupMeaning::Extras, &named(name), false), (OptionKind::Add, true), "{name}");
    }
    for name in ["No Sugar Cola", "Without Milk", "Şekersiz", "Soğan yok", "Soğan hariç", "Olmazsa Olmaz", "Soğan", ""]
    {
        assert_eq!(in_words(name), None, "{name}");
    }
    for name in ["İstemiyorum", "istemiyorum.", "ISTEMEM", "Hayır, istemiyorum", "No thanks"] {
        assert!(is_bare_no(name), "{name}");
    }
    assert!(!is_bare_no("Soğan istemiyorum") && !is_bare_no("İçecek") && !is_bare_no(""));
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

#[test]
fn every_word_that_says_no_has_some_of_the_telling_letters() {
    let whole = LEAVES_OUT.iter().chain(&LEAVES_OUT_WHOLE).chain(&LEAVES_OUT_PHRASES).map(|word| (*word).to_owned());
    let ends = || DONT.iter().chain(&WILL_NOT);
    let negated = PUT_IN.iter().flat_map(|verb| ends().map(move |end| format!("{verb}{end}")));
    for word in whole.chain(negated) {
        assert!(may_say_no(&word) && may_say_no(&word.to_uppercase()), "{word}");
    }
    assert!(may_say_no("ÇIKARIN") && may_say_no("İSTEMİYORUM") && may_say_no("I\u{307}STEMİYORUM"));
    assert!(!may_say_no("Acılı sos") && !may_say_no(""));
}
