//! One operation, and one event.

use super::example::{body_example, curl, examples, needs_key, parameters, smallest_body};
use super::html::{block, code, escaped, folded};
use super::markdown::{anchor, line, said, told};
use super::schema::{Direction, about, kind, mark, row, shape, table};
use super::source::{ApiOperation, entries, media, name_of, plain};
use super::voice::Voice;
use serde_json::Value;

/// An example that is longer is folded, so that the next operation stays in sight.
const LONGEST_OPEN: usize = 24;

/// Headers that many operations take, and the guide that explains each.
const COMMON: [(&str, &str); 3] =
    [("Idempotency-Key", "idempotency"), ("If-None-Match", "requests#less"), ("Accept-Language", "requests#language")];

pub fn operation(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let mut text = String::new();
    text += &told(voice, one.text("description"));
    text += &parameter_table(voice, one);
    text += &body(voice, one, w.body, Direction::ToUs);
    text += &answer(voice, one);
    text += &refusals(voice, one);
    let mut side = format!("<h3>{}</h3>\n{}", w.example, block("curl", &curl(voice.document, one)));
    side += &body_examples(voice, one);
    side += &answer_examples(voice, one);
    format!(
        "<section class=\"op\" id=\"{id}\"{data}>\n<h2>{summary}{anchor}</h2>\n{call}{needs}<div class=\"two\"><div>{text}</div>\n\
         <div class=\"samples\">{side}</div></div>\n</section>\n",
        id = one.id,
        data = for_script(voice, one),
        summary = said(voice, one.text("summary")),
        anchor = anchor(voice, &one.id),
        call = call(one),
        needs = needs(voice, one),
    )
}

pub fn event(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let text =
        told(voice, one.text("description")) + &body(voice, one, w.event_body, Direction::FromUs) + &reply(voice, one);
    let example = body_example(voice.document, one);
    let side = example.map(|example| format!("<h3>{}</h3>\n{}", w.example_event, block("json", &pretty(example))));
    format!(
        "<section class=\"op\" id=\"{id}\">\n<h2>{summary}{anchor}</h2>\n<p class=\"call\">{name}</p>\n<div class=\"two\"><div>{text}</div>\n\
         <div class=\"samples\">{side}</div></div>\n</section>\n",
        id = one.id,
        summary = said(voice, one.text("summary")),
        anchor = anchor(voice, &one.id),
        name = code(&one.path),
        side = side.unwrap_or_default(),
    )
}

/// Method and path, as lists show them too.
pub fn call(one: &ApiOperation) -> String {
    format!("<p class=\"call\">{}</p>\n", call_words(one))
}

pub fn call_words(one: &ApiOperation) -> String {
    let method = &one.method;
    format!("<b class=\"method {}\">{method}</b> {}", method.to_lowercase(), code(&one.path))
}

/// What "try it" needs to know beside what can be read.
fn for_script(voice: &Voice, one: &ApiOperation) -> String {
    if !needs_key(one) {
        return String::new();
    }
    let body = match smallest_body(voice.document, one) {
        Some(body) => format!(" data-body=\"{}\"", escaped(&body.to_string())),
        None if one.spec.get("requestBody").is_some() => {
            let example = body_example(voice.document, one);
            let example = example.map(|example| format!(" data-example=\"{}\"", escaped(&example.to_string())));
            format!(" data-body=\"\"{}", example.unwrap_or_default())
        }
        None => String::new(),
    };
    format!(" data-method=\"{}\" data-path=\"{}\"{body}", one.method, one.path)
}

fn needs(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let what = match one.spec["x-power"].as_str() {
        Some("read") => w.power_read,
        Some("read-account") => w.power_read_account,
        Some("orders") => w.power_orders,
        Some("manage") => w.power_manage,
        Some("manage-account") => w.power_manage_account,
        _ if one.path.starts_with("/intake/") => w.power_token,
        _ => return String::new(),
    };
    let guide = voice.page("keys-and-scopes");
    format!("<p class=\"needs\"><a href=\"{guide}\">{}</a>: {}</p>\n", w.key, line(voice, what))
}

fn parameter_table(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let mut rows = String::new();
    let mut common = Vec::new();
    for parameter in parameters(voice.document, one) {
        let (name, place) =
            (parameter["name"].as_str().unwrap_or_default(), parameter["in"].as_str().unwrap_or_default());
        if let Some((name, guide)) = COMMON.iter().find(|(other, _)| *other == name) {
            common.push(format!("<a href=\"{}\" data-header=\"{name}\">{}</a>", voice.page(guide), code(name)));
            continue;
        }
        let (schema, is_required) = (&parameter["schema"], parameter["required"] == true);
        let where_to = match place {
            "path" => w.in_path,
            "query" => w.in_query,
            _ => w.in_header,
        };
        let mut text = parameter["description"].as_str().map(|text| said(voice, text) + " ").unwrap_or_default();
        if name_of(schema).is_none() || text.is_empty() {
            text += &about(voice, schema);
        }
        let kind = format!("{} · {where_to}", kind(voice, schema));
        let sample = examples(voice.document, parameter).first().map(|(_, value)| {
            let value = value
                .as_array()
                .map_or_else(|| plain(value), |all| all.iter().map(plain).collect::<Vec<_>>().join(", "));
            format!(" data-sample=\"{}\"", escaped(&value))
        });
        let must = if is_required { " data-must" } else { "" };
        // Given once for each value, unless the document says that they stand in one.
        let is_many = schema["type"] == "array" && parameter["explode"] != false;
        let many = if is_many { " data-many" } else { "" };
        let more = format!(" data-name=\"{name}\" data-in=\"{place}\"{must}{many}{}", sample.unwrap_or_default());
        rows += &row(name, &kind, &mark(voice, is_required, Direction::ToUs), &text, &more);
    }
    let mut made = String::new();
    if !rows.is_empty() {
        made += &format!("<h3>{}</h3>\n{}", w.parameters, table(voice, &rows));
    }
    if !common.is_empty() {
        made += &format!("<p class=\"common\">{}: {}</p>\n", w.also_takes, common.join(", "));
    }
    made
}

fn body(voice: &Voice, one: &ApiOperation, title: &str, direction: Direction) -> String {
    let Some(schema) = voice.document.body_of(one) else { return String::new() };
    let holder = voice.document.resolved(&one.spec["requestBody"]);
    let mut made = format!("<h3>{title}</h3>\n");
    if let Some(text) = holder["description"].as_str() {
        made += &told(voice, text);
    }
    if matches!(direction, Direction::ToUs) && holder["required"] != true {
        made += &format!("<p>{}</p>\n", line(voice, voice.words().body_optional));
    }
    made + &in_place(voice, one, schema, direction)
}

/// A schema with its fields; under its name where this page is its home.
fn in_place(voice: &Voice, one: &ApiOperation, schema: &Value, direction: Direction) -> String {
    let target = voice.document.resolved(schema);
    let text = target["description"].as_str().map(|text| told(voice, text)).unwrap_or_default();
    let inner = text + &shape(voice, target, direction);
    match name_of(schema) {
        Some(name) if voice.document.is_first_home(name, one) => {
            format!("<div class=\"object\" id=\"{name}\"><p class=\"object-name\">{name}</p>\n{inner}</div>\n")
        }
        Some(name) => format!(
            "<div class=\"object\"><p class=\"object-name\"><a href=\"{}\">{name}</a></p>\n{inner}</div>\n",
            voice.schema(name)
        ),
        None => format!("<div class=\"object\">{inner}</div>\n"),
    }
}

fn answer(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let Some((status, response)) = voice.document.success_of(one) else { return String::new() };
    let mut made = format!("<h3>{} {status}</h3>\n", w.answer);
    made += &told(voice, response["description"].as_str().unwrap_or_default());
    let Some(schema) = media(response).map(|media| &media["schema"]) else { return made };
    let Some(data) = voice.document.data_of(schema) else {
        let is_bare = voice.document.resolved(schema)["properties"].get("success").is_some();
        return if is_bare { made } else { made + &in_place(voice, one, schema, Direction::FromUs) };
    };
    made += &format!("<p>{}: <span class=\"kind\">{}</span></p>\n", code("data"), kind(voice, data));
    let inner = data.get("items").unwrap_or(data);
    let is_here = name_of(inner).is_none_or(|name| voice.document.is_first_home(name, one));
    let target = voice.document.resolved(inner);
    let has_fields = ["properties", "allOf", "anyOf", "oneOf"].iter().any(|word| target.get(word).is_some());
    if is_here && has_fields {
        made += &in_place(voice, one, inner, Direction::FromUs);
    }
    made
}

/// Bodies of other kinds than the one in the request above.
fn body_examples(voice: &Voice, one: &ApiOperation) -> String {
    let Some(media) = media(voice.document.resolved(&one.spec["requestBody"])) else { return String::new() };
    let others = examples(voice.document, media).into_iter().skip(1);
    let shown = others.map(|(name, value)| {
        let title = format!("{}: {}", voice.words().body, example_name(voice, name));
        folded("example", &title, &block("json", &pretty(value)))
    });
    shown.collect()
}

fn answer_examples(voice: &Voice, one: &ApiOperation) -> String {
    let w = voice.words();
    let Some(media) = voice.document.success_of(one).and_then(|(_, response)| media(response)) else {
        return String::new();
    };
    let mut made = String::new();
    let all = examples(voice.document, media);
    for (at, (name, value)) in all.iter().enumerate() {
        let text = pretty(value);
        let title = if all.len() == 1 {
            w.example_answer.to_owned()
        } else {
            format!("{}: {}", w.example_answer, example_name(voice, name))
        };
        let shown = block("json", &text);
        made += &match at == 0 && text.lines().count() <= LONGEST_OPEN {
            true => format!("<h3>{title}</h3>\n{shown}"),
            false => folded("example", &title, &shown),
        };
    }
    made
}

fn refusals(voice: &Voice, one: &ApiOperation) -> String {
    let mut rows = String::new();
    let mut statuses = Vec::new();
    for (status, response) in entries(&one.spec["responses"]).filter(|(status, _)| !status.starts_with('2')) {
        let text = voice.document.resolved(response)["description"].as_str().unwrap_or_default();
        rows += &format!("<dt>{status}</dt><dd>{}</dd>\n", said(voice, text));
        statuses.push(status.as_str());
    }
    if rows.is_empty() {
        return String::new();
    }
    let summary = format!("{} <span class=\"kind\">{}</span>", voice.words().refusals, statuses.join(" · "));
    folded("refusals", &summary, &format!("<dl>\n{rows}</dl>\n"))
}

/// What the receiver of an event answers.
fn reply(voice: &Voice, one: &ApiOperation) -> String {
    let mut rows = String::new();
    for (status, response) in entries(&one.spec["responses"]) {
        let text = voice.document.resolved(response)["description"].as_str().unwrap_or_default();
        let status = if status == "default" { voice.words().any_other } else { status };
        rows += &format!("<dt>{status}</dt><dd>{}</dd>\n", said(voice, text));
    }
    format!("<h3>{}</h3>\n<dl class=\"replies\">\n{rows}</dl>\n", voice.words().reply)
}

/// What the document says of an example, or else what it calls it.
fn example_name(voice: &Voice, name: &str) -> String {
    if name.contains(' ') { said(voice, name) } else { code(name) }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
