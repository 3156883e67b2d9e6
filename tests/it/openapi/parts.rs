//! The document is joined from its parts when building; a part that does not fit fails the build and says why.

#[path = "../../../src/document/join.rs"]
mod join;

use std::{fs, path::Path};

const INDEX: &str = r#"{"info": {"description": "text.md"}, "paths": ["/a", "/b"], "components": {"schemas": ["Id"]}}"#;
const PART: &str = r#"{"paths": {"/b": {"x": 1.50}, "/a": {}}, "components": {"schemas": {"Id": {"type": "string"}}}}"#;

fn joined(parts: &[(&str, &str)]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("text.md", "One\n\"two\"\n")].iter().chain(parts) {
        fs::write(folder.path().join(name), text).unwrap();
    }
    join::join(folder.path())
}

#[test]
fn what_is_listed_comes_in_that_order_and_as_it_is_written() {
    let text = joined(&[("index.json", INDEX), ("things.json", PART)]).unwrap();
    assert!(text.contains(r#""description": "One\n\"two\"\n""#), "{text}");
    assert!(text.find("\"/a\": {}").unwrap() < text.find("\"/b\": {\"x\": 1.50}").unwrap(), "{text}");
}

#[test]
fn a_name_twice_or_nowhere_is_said_with_its_file() {
    let refused = |parts: &[(&str, &str)]| joined(&[&[("index.json", INDEX)], parts].concat()).unwrap_err();
    assert_eq!(
        refused(&[("things.json", PART), ("more.json", r#"{"paths": {"/c": {}}}"#)]),
        "more.json has /c in paths, index.json does not list it"
    );
    assert_eq!(
        refused(&[("things.json", r#"{"paths": {"/a": {}, "/b": {}}}"#)]),
        "index.json lists Id in components.schemas, no part has it, or it is listed twice"
    );
    let twice = refused(&[("things.json", PART), ("more.json", r#"{"components": {"schemas": {"Id": {}}}}"#)]);
    assert!(twice.starts_with("Id stands in components.schemas of "), "{twice}");
    let twice = refused(&[("things.json", r#"{"paths": {"/a": {}, "/a": {}}}"#)]);
    assert_eq!(twice, "/a stands in paths of things.json and again of things.json");
    assert!(refused(&[("things.json", "{")]).starts_with("things.json: "));
    assert!(join::join(Path::new("no-such-folder")).is_err());
}
