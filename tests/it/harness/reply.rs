//! One answer of the program under test.

use serde_json::Value;

/// One answer, with everything a failed assertion should print.
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub json: Value,
    pub text: String,
    pub(super) context: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// `data` of a successful answer.
    #[track_caller]
    pub fn data(&self) -> &Value {
        assert!(self.status == 200 && self.json["success"] == true, "{self}");
        &self.json["data"]
    }

    #[track_caller]
    pub fn id(&self) -> String {
        self.data()["id"].as_str().unwrap_or_else(|| panic!("no id in {self}")).to_owned()
    }

    /// That it was refused so, with the whole envelope of a refusal; returns `error`.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> &Value {
        let error = &self.json["error"];
        assert!(
            self.status == status
                && self.json["success"] == false
                && error["code"] == code
                && error["message"].as_str().is_some_and(|message| message.len() > 10)
                && self.json["requestId"].as_str() == self.header("x-request-id"),
            "expected {status} {code}, got {self}"
        );
        error
    }
}

impl std::fmt::Display for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n→ {} {}", self.context, self.status, self.text)
    }
}
