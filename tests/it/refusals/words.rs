//! Every code, and every reason that there is for one.

use crate::harness::Garson;
use garson::{
    i18n,
    model::{
        Bilingual, Code, Failure, JsonFlaw, JsonKind, JsonWanted, Lang, RangeUnit, RecordKind, RestoreStep, Version,
        Why::{self, *},
    },
};
use serde_json::json;
use std::{collections::BTreeSet, fmt::Write, time::Duration};

/// One of each. The match does not compile until a new one is here too.
fn all() -> Vec<Why> {
    use JsonKind as Kind;
    let words = || "next, prev".to_owned();
    let between = |unit| OutOfRange { least: "0".into(), most: "1440".into(), unit };
    let flaw = |wanted| NotJson(JsonFlaw { line: 3, column: 14, wanted });
    let mut all = vec![
        Missing,
        Empty,
        MissingOneOf(words()),
        Misnamed("Name".into()),
        WrongType { wanted: Kind::Text, given: None },
        NotText,
        NotAscii,
        TooLong(2_000),
        NotSoLong(1, 128),
        TooMany(300),
        TooLarge(256 << 10),
        AllTooLarge(4 << 20),
        NotOneOf(words()),
        NotOneOf(String::new()),
        TooManyDecimals,
        ControlCharacter,
        NotATime,
        NotADay,
        NotAUrl,
        AddressRefused,
        NotAHeader,
        NotACurrency,
        NotATimeZone,
        BadCursor,
        GivenTwice,
        EndsBeforeStart,
        EndsAtStart,
        TooDeep(5),
        Said("shop closed".into()),
        Plain(Bilingual::fixed("Kendi cümlesi.", "A sentence of its own.")),
        Repairing(40),
        Upgrading(40),
        Restoring(RestoreStep::Closing),
        Restoring(RestoreStep::Checking(40)),
        NoSuchUser,
        NoSuchScreen,
        NotOfThisScreen,
        NotNewer { offered: Version::parse("0.1.9").unwrap(), own: Version::parse("0.2.0").unwrap() },
        UpgradeUnderWay,
        RestoreUnderWay,
        NoRoomForCopy { needed: 1_480_000_000, free: 31_000_000 },
        DiskLow,
        DiskFull,
    ];
    let kinds = [Kind::Null, Kind::Text, Kind::Number, Kind::WholeNumber, Kind::Fraction, Kind::Boolean, Kind::Object];
    all.extend(kinds.map(|kind| WrongType { wanted: Kind::List, given: Some(kind) }));
    all.extend(kinds[1..].iter().map(|kind| WrongType { wanted: *kind, given: Some(Kind::List) }));
    let units = [RangeUnit::None, RangeUnit::Seconds, RangeUnit::Minutes, RangeUnit::Degrees];
    all.extend(units.map(between));
    all.extend(
        [
            RecordKind::Business,
            RecordKind::Restaurant,
            RecordKind::Webhook,
            RecordKind::Key,
            RecordKind::User,
            RecordKind::Assignment,
        ]
        .map(|kind| NoMore(kind, 500)),
    );
    all.extend(
        [
            JsonWanted::More,
            JsonWanted::Value,
            JsonWanted::Name,
            JsonWanted::Colon,
            JsonWanted::CommaOrBrace,
            JsonWanted::CommaOrBracket,
            JsonWanted::Number,
            JsonWanted::End,
            JsonWanted::Escape,
            JsonWanted::OtherHalf,
            JsonWanted::NoControl,
            JsonWanted::Utf8,
            JsonWanted::LessDepth,
        ]
        .map(flaw),
    );
    let known = [(Some("status"), "status, limit"), (None, "status, limit"), (None, "")];
    all.extend(
        known.map(|(nearest, known)| UnknownParameter { nearest: nearest.map(Into::into), known: known.into() }),
    );
    let no_answer = ["dns: no such name", "connect: refused", "connect: timed out", "tls: unknown issuer", "in time"];
    all.extend(no_answer.map(|words| NoAnswer(words.into())));
    all
}

/// What kind of reason it is, so that none is forgotten above.
fn number(why: &Why) -> usize {
    match why {
        Missing => 0,
        Empty => 1,
        MissingOneOf(_) => 2,
        Misnamed(_) => 3,
        WrongType { .. } => 4,
        NotText => 5,
        NotAscii => 6,
        TooLong(_) => 7,
        NotSoLong(..) => 8,
        TooMany(_) => 9,
        TooLarge(_) => 10,
        NoMore(..) => 11,
        AllTooLarge(_) => 12,
        OutOfRange { .. } => 13,
        NotOneOf(_) => 14,
        TooManyDecimals => 15,
        ControlCharacter => 16,
        NotATime => 17,
        NotADay => 18,
        NotAUrl => 19,
        AddressRefused => 20,
        NotAHeader => 21,
        NotACurrency => 22,
        NotATimeZone => 23,
        BadCursor => 24,
        GivenTwice => 25,
        EndsBeforeStart => 26,
        EndsAtStart => 27,
        TooDeep(_) => 28,
        NotJson(_) => 29,
        NoAnswer(_) => 30,
        Said(_) => 31,
        Plain(_) => 32,
        Repairing(_) => 33,
        Upgrading(_) => 34,
        UnknownParameter { .. } => 35,
        NoSuchUser => 36,
        NoSuchScreen => 37,
        NotNewer { .. } => 38,
        UpgradeUnderWay => 39,
        NoRoomForCopy { .. } => 40,
        DiskLow => 41,
        DiskFull => 42,
        Restoring(_) => 43,
        RestoreUnderWay => 44,
        NotOfThisScreen => 45,
    }
}

/// What depends on a platform, or on a limit that is not reached here.
const OWN_WORDS: [&str; 5] = [
    "The platform refused the request. Getir did not accept the restaurant key (restaurantSecretKey).",
    "The platform refused the request. It said: “HTTP 409: already cancelled”",
    "This platform does not offer that. This order was accepted on Yemeksepeti’s own device; it is cancelled there too, or by calling Yemeksepeti.",
    "The request body may be at most 1 MiB in size.",
    "The request body may have at most 1000 entries.",
];

#[test]
fn the_examples_of_the_document_are_what_is_said() {
    let said = concat!(
        include_str!("snapshots/it__refusals__words__words.snap"),
        include_str!("snapshots/it__refusals__asked__answers.snap")
    );
    let said: BTreeSet<&str> = said.lines().map(str::trim).collect();
    let document = Garson::start().get("/openapi.json").json;
    let examples = document["components"]["examples"].as_object().unwrap();
    let messages =
        examples.iter().filter_map(|(name, example)| Some((name, example["value"]["error"]["message"].as_str()?)));
    let messages: Vec<(&String, &str)> = messages.collect();
    assert!(messages.len() > 30, "{messages:?}");
    let untrue: Vec<_> =
        messages.iter().filter(|(_, message)| !said.contains(message) && !OWN_WORDS.contains(message)).collect();
    assert!(untrue.is_empty(), "{untrue:#?}");
}

#[test]
fn every_refusal_reads_well_in_both_languages() {
    let (mut text, all) = (String::new(), all());
    let numbers: BTreeSet<usize> = all.iter().map(number).collect();
    assert_eq!(numbers.len(), 46, "{numbers:?}");
    let mut tell = |name: &str, failure: &Failure| {
        let [en, tr] = [Lang::En, Lang::Tr].map(|lang| i18n::answer(lang, failure));
        writeln!(text, "{name}\n  {en}\n  {tr}").unwrap();
        for sentence in [&en, &tr] {
            let is_whole = sentence.ends_with(['.', '”', '…']) && !sentence.contains("  ");
            assert!(
                is_whole
                    && sentence
                        .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || sentence.starts_with("name")),
                "{sentence}"
            );
        }
    };
    for code in Code::ALL {
        tell(&format!("{code:?}"), &Failure::new(code));
    }
    let reasons = json!({ "reasons": [{ "id": "too_busy" }, { "id": "other" }] });
    let no_reason = Failure::new(Code::ReasonNotAccepted).field("reason").details(reasons);
    tell("ReasonNotAccepted, with reasons", &no_reason);
    tell("ReasonNotAccepted, Missing", &no_reason.why(Missing));
    tell("RateLimited, for 1 s", &Failure::new(Code::RateLimited).retry_after(Duration::from_secs(1)));
    tell("RateLimited, for 40 s", &Failure::new(Code::RateLimited).retry_after(Duration::from_secs(40)));
    for why in all {
        let name = format!("{why:?}");
        let failure = match why {
            NotJson(_) => Failure::new(Code::InvalidJson).why(why),
            NoAnswer(_) => Failure::new(Code::WebhookTargetUnreachable).why(why),
            Said(_) => Failure::new(Code::PlatformRejected).why(why),
            Repairing(_)
            | Upgrading(_)
            | Restoring(_)
            | NotNewer { .. }
            | UpgradeUnderWay
            | RestoreUnderWay
            | NoRoomForCopy { .. }
            | DiskLow
            | DiskFull => Failure::new(Code::Unavailable).why(why),
            NotOfThisScreen => Failure::new(Code::KitchenOnly).why(why),
            NoSuchUser | NoSuchScreen => Failure::new(Code::NotFound).why(why),
            BadCursor | UnknownParameter { .. } => Failure::unreadable("name", why),
            _ => Failure::invalid("name", why),
        };
        tell(&name, &failure);
    }
    for code in [Code::Unavailable, Code::Internal] {
        let [en, tr] = [Lang::En, Lang::Tr].map(|lang| i18n::typed(lang, &Failure::new(code)));
        writeln!(text, "{code:?}, of a command\n  {en}\n  {tr}").unwrap();
    }
    insta::assert_snapshot!("words", text);
}
