//! No text is left untranslated, and no page mixes the two languages.

use super::{
    outline::{Seen, has_letter},
    tour::{Page, pages},
};
use garson::{
    model::{Lang, Provider},
    platforms,
};
use std::collections::{BTreeMap, BTreeSet};

/// What we entered ourselves, or what platforms, programs and browsers are called: it is no language's.
const DATA: &str = "
    garson ayşe mehmet Ocak Köfteci Moda Sahil Büfe Köfte Haus Lezzet Gıda A.Ş. Zincir Ana şube Kadıköy İstanbul Bahariye Cad
    TR sahip example.com Fırının yanı Temel Kampanya Yaz Eski Zeynep Ş Deniz T Adana Kebap Soğan Menü Ayran Boy
    İyi pişsin Arka kapıdan Tavuk Dürüm dürüm Multinet Pluxee Kapıda Nakit PAY_WITH_CARD pazartesi perşembe cumartesi
    yarın öbür gün paket dün Boş Ltd deneme berlin getir trendyol vazgeçti Geç kaldı Ürün tükendi Ayran kalmadı bitti Yeni kuzey iki nokta yok
    kasa Kasa Muhasebe bildirimleri first posta bulunmaz lira çok Ay Krater X K C
    kasa.lan BEGIN CERTIFICATE certificate integration.yemeksepeti.com
    Safari iPhone Windows Mac Linux Chrome Chromium Örnek Döner
    Puan PUAN Kart Sodexo Edenred Ticket Setcard Metropol Paye TokenFlex iWallet WinWin Yemekmatik Smarticket
    Restoranda kurye yok Restoran yoğun Adres servis dışı
    Kebaplar Tatlılar Urfa Künefe Sütlaç Izgara IZGARA Tatlı
    products paymentMethod deliveryType X-Webhook-Id kasa.example u v c usb
";

/// Words that both languages write alike, and why.
const ALIKE: [(&str, &str); 5] = [
    ("API CSV HTTP HTTPS JSON", "abbreviations"),
    ("TRY EUR UTC Europe Istanbul ms kB MB GB TB", "codes and units that every country uses"),
    ("Enter C F J K M O R", "keys of a keyboard"),
    ("kitchen", "part of an address"),
    ("Online Platform Program Webhook webhook", "one word in both languages"),
];

/// Parts of a page, which scripts ask for.
const PIECES: [&str; 3] = ["board-pieces", "recalled", "faring"];

/// What texts quote word by word: how a platform's own screens call something, or the API.
const QUOTED: [&str; 4] = ["API Key", "garson status", "(password)", "next ya da prev"];

/// Words that give away a text of the other language. Data that holds them is not looked at.
const ENGLISH: &str = "
    the and or of for with your from this that is are was has have to by it its
    order orders cancel cancelled delete remove save edit add new search show back next close look
    sign password user users settings address name phone payment customer restaurant restaurants status
    failed waiting paid delivered accept accepted ready send sent key keys day days today
";
const TURKISH: &str = "
    ve veya ya ile için bir bu olarak değil yok var olan ama daha en çok gibi göre sonra önce
    sipariş siparişler iptal sil kaydet düzenle ekle ara göster geri kapat bak
    parola kullanıcı ayarlar adres ad telefon ödeme müşteri restoran restoranlar durum
    bekliyor ödendi teslim onay onayla hazır gönder gönderildi anahtar gün bugün
";

fn all() -> impl Iterator<Item = (&'static Page, &'static Seen, &'static Seen)> {
    pages().iter().flat_map(|page| {
        let (tr, en) = (&page.tr.outline.seen, &page.en.outline.seen);
        tr.iter().zip(en).map(move |(tr, en)| (page, tr, en))
    })
}

#[test]
fn both_languages_say_the_same_things_in_the_same_places() {
    for page in pages() {
        let kinds = |seen: &[Seen]| seen.iter().map(|seen| seen.kind.clone()).collect::<Vec<_>>();
        let (tr, en) = (kinds(&page.tr.outline.seen), kinds(&page.en.outline.seen));
        assert_eq!(tr, en, "{}", page.name);
        assert_eq!(page.tr.reply.status, page.en.reply.status, "{}", page.name);
    }
}

#[test]
fn no_text_is_left_untranslated() {
    let known = known();
    let mut left: BTreeMap<&str, &str> = BTreeMap::new();
    let alike = all().filter(|(_, tr, en)| tr.text == en.text && !tr.is_foreign && !en.is_foreign);
    for (page, tr, _) in alike.filter(|(_, tr, _)| has_letter(&tr.text)) {
        if words(&tr.text).any(|word| !known.contains(word)) {
            left.entry(&tr.text).or_insert(&page.name);
        }
    }
    assert!(left.is_empty(), "the same in both languages:\n{left:#?}");
}

#[test]
fn no_page_mixes_the_languages() {
    let known = known();
    let (english, turkish): (BTreeSet<&str>, BTreeSet<&str>) = (words(ENGLISH).collect(), words(TURKISH).collect());
    let mut found: BTreeMap<&str, (&str, String)> = BTreeMap::new();
    for (page, tr, en) in all() {
        for (seen, foreign) in [(tr, &english), (en, &turkish)] {
            if seen.is_foreign || tr.text == en.text {
                continue;
            }
            let text = QUOTED.iter().fold(seen.text.clone(), |text, quoted| text.replace(quoted, ""));
            let mut strange = words(&text).filter(|word| !known.contains(word)).map(str::to_lowercase);
            if let Some(word) = strange.find(|word| foreign.contains(word.as_str())) {
                found.entry(&seen.text).or_insert((&page.name, word));
            }
        }
    }
    assert!(found.is_empty(), "words of the other language:\n{found:#?}");
}

#[test]
fn every_page_says_its_language_and_what_it_is() {
    let mut titles: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for page in pages().iter().filter(|page| !PIECES.contains(&page.name.as_str())) {
        for (lang, shown) in [("tr", &page.tr), ("en", &page.en)] {
            assert_eq!(shown.outline.lang, lang, "{}", page.name);
            let title = shown.outline.title();
            let own = title.strip_suffix(" · garson").unwrap_or_default();
            assert!(own.len() > 2, "the title of {} is {title:?}", page.name);
            if page.method == "GET" && page.tr.reply.status == 200 && lang == "en" {
                titles.entry(title).or_default().insert(routed(&page.path));
            }
        }
    }
    titles.retain(|_, paths| paths.len() > 1);
    assert!(titles.is_empty(), "pages that cannot be told apart by their titles: {titles:#?}");
}

/// A path without what it was asked for, and without ids.
fn routed(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let is_id = |part: &str| part.len() == 36;
    path.split('/').map(|part| if is_id(part) { "{id}" } else { part }).collect::<Vec<_>>().join("/")
}

fn known() -> BTreeSet<&'static str> {
    let alike = ALIKE.iter().flat_map(|(alike, _)| words(alike));
    words(DATA).chain(alike).chain(platforms()).collect()
}

/// What platforms are called, and the mark of each beside its name.
fn platforms() -> impl Iterator<Item = &'static str> {
    let names = platforms::called().flat_map(|(_, facts)| words(facts.short_name_in(Lang::Tr)));
    names.chain(Provider::ALL.map(|provider| platforms::facts(provider).mark))
}

/// Letters in a row, without addresses and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let chunks = text.split_whitespace().filter(|chunk| !chunk.contains("://") && !chunk.starts_with('/'));
    let words = chunks.flat_map(|chunk| chunk.split(|c: char| !c.is_alphanumeric() && !"_.-".contains(c)));
    let words = words.map(|word| word.trim_matches(['.', '-']));
    words.filter(|word| has_letter(word) && !word.contains(|c: char| c.is_ascii_digit()))
}
