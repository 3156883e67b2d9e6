//! The fields of a form as a page shows them: with what was typed, and what is wrong with it.
//!
//! A field is called what the operation behind the form calls it (`config.timezone`), so that a refusal finds its field.
//! The template is `field.html`. Never: what a value means; that is the operation's to say.

use http::Query;
use i18n::{self, Lang};
use model::{Code, Failure, fields::Given};
use serde_json::Number;

#[derive(Default)]
pub struct Field {
    pub name: String,
    pub label: String,
    pub help: String,
    pub value: String,
    pub error: Option<String>,
    /// Stands in the empty field: an example, or what holds while it is empty.
    pub hint: String,
    pub is_required: bool,
    /// What a browser may fill in by itself.
    pub autofill: &'static str,
    pub kind: FieldKind,
}

#[derive(Default)]
pub enum FieldKind {
    Line(LineInput),
    #[default]
    Area,
    /// Value and words of each.
    Choice(Vec<(String, String)>),
    /// Hidden while it is typed; what is kept is never shown again.
    Secret {
        is_kept: bool,
        may_clear: bool,
        clears: bool,
    },
}

pub struct LineInput {
    /// The type of the input.
    pub of: &'static str,
    /// Which keys a phone offers.
    pub keys: &'static str,
}

/// Fields that belong together.
pub struct FieldGroup {
    pub title: &'static str,
    pub intro: &'static str,
    pub fields: Vec<Field>,
}

impl Field {
    fn new(name: impl Into<String>, label: impl Into<String>, kind: FieldKind) -> Field {
        Field { name: name.into(), label: label.into(), autofill: "off", kind, ..Field::default() }
    }

    pub fn line(name: impl Into<String>, label: impl Into<String>) -> Field {
        Field::new(name, label, FieldKind::Line(LineInput { of: "text", keys: "" }))
    }

    pub fn number(name: impl Into<String>, label: impl Into<String>) -> Field {
        Field::new(name, label, FieldKind::Line(LineInput { of: "text", keys: "numeric" }))
    }

    pub fn address(name: impl Into<String>, label: impl Into<String>) -> Field {
        Field::new(name, label, FieldKind::Line(LineInput { of: "url", keys: "" })).hint("https://…")
    }

    pub fn area(name: impl Into<String>, label: impl Into<String>) -> Field {
        Field::new(name, label, FieldKind::Area)
    }

    pub fn choice(name: impl Into<String>, label: impl Into<String>, all: Vec<(String, String)>) -> Field {
        Field::new(name, label, FieldKind::Choice(all))
    }

    pub fn secret(name: impl Into<String>, label: impl Into<String>, is_kept: bool, is_required: bool) -> Field {
        let kind = FieldKind::Secret { is_kept, may_clear: is_kept && !is_required, clears: false };
        let is_required = is_required && !is_kept;
        Field { is_required, autofill: "new-password", ..Field::new(name, label, kind) }
    }

    pub fn value(mut self, value: impl Into<String>) -> Field {
        self.value = value.into();
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Field {
        self.help = help.into();
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Field {
        self.hint = hint.into();
        self
    }

    pub fn required(mut self, is_required: bool) -> Field {
        self.is_required = is_required;
        self
    }

    pub fn autofill(mut self, autofill: &'static str) -> Field {
        self.autofill = autofill;
        self
    }

    pub fn keys(mut self, keys: &'static str) -> Field {
        if let FieldKind::Line(line) = &mut self.kind {
            line.keys = keys;
        }
        self
    }

    /// The name of the box that says: forget what is kept.
    pub fn clear_name(&self) -> String {
        format!("clear.{}", self.name)
    }

    /// What explains the field in a screen reader.
    pub fn described_by(&self) -> String {
        let error = self.error.as_ref().map(|_| format!("error.{}", self.name));
        let help = (!self.help.is_empty()).then(|| format!("help.{}", self.name));
        [error, help].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    pub fn clears(&self) -> bool {
        matches!(self.kind, FieldKind::Secret { clears: true, .. })
    }

    fn fill(&mut self, form: &Query<'_>) -> Result<(), Failure> {
        // Browsers end the lines of a text in their own way, whatever it came with.
        self.value = form.one(&self.name)?.unwrap_or_default().trim().replace("\r\n", "\n");
        // What was sent stays to be seen, also where it was never offered.
        if let FieldKind::Choice(all) = &mut self.kind
            && !all.iter().any(|(value, _)| *value == self.value)
        {
            all.push((self.value.clone(), self.value.clone()));
        }
        let is_ticked = form.one(&self.clear_name())?.is_some();
        if let FieldKind::Secret { may_clear, clears, .. } = &mut self.kind {
            *clears = *may_clear && is_ticked;
        }
        Ok(())
    }
}

/// One field of a form or an address, without the blanks around it; empty where there is none.
pub fn trimmed(form: &Query<'_>, name: &str) -> Result<String, Failure> {
    Ok(form.one(name)?.unwrap_or_default().trim().to_owned())
}

/// Takes over what was typed.
pub fn fill(groups: &mut [FieldGroup], form: &Query<'_>) -> Result<(), Failure> {
    groups.iter_mut().flat_map(|group| &mut group.fields).try_for_each(|field| field.fill(form))
}

/// What was typed, if anything was.
pub fn typed<'a>(groups: &'a [FieldGroup], name: &str) -> Option<&'a str> {
    let field = groups.iter().flat_map(|group| &group.fields).find(|field| field.name == name);
    field.map(|field| field.value.as_str()).filter(|value| !value.is_empty())
}

/// What was typed, as the operation reads it.
pub fn typed_text<'a>(groups: &'a [FieldGroup], name: &str) -> Given<'a> {
    typed(groups, name).map_or(Given::Nothing, Given::text)
}

/// What was typed as a number; what is none stays text, so that the operation says what is wrong with it. People here write a
/// decimal comma.
pub fn typed_number<'a>(groups: &'a [FieldGroup], name: &str) -> Given<'a> {
    let number = typed(groups, name).map(|text| text.replace(',', "."));
    let number = number.and_then(|text| serde_json::from_str::<Number>(&text).ok());
    number.map_or_else(|| typed_text(groups, name), |number| Given::Number(number.to_string()))
}

/// What was typed as yes, no or nothing.
pub fn typed_choice(groups: &[FieldGroup], name: &str) -> Option<bool> {
    match typed(groups, name) {
        Some("yes") => Some(true),
        Some("no") => Some(false),
        _ => None,
    }
}

/// What a choice of yes, no or nothing shows.
pub fn yes_no(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

/// A refusal that the person at the form can do something about.
pub fn is_about_form(failure: &Failure) -> bool {
    matches!(failure.code, Code::ValidationFailed | Code::InvalidParameter)
}

/// Puts a refusal beside the field that it is about; one that is about none of them is returned, for the top.
pub fn blame(groups: &mut [FieldGroup], lang: Lang, failure: &Failure) -> Option<String> {
    let path = failure.field.as_deref().unwrap_or_default();
    let is_blamed = |field: &&mut Field| {
        path.strip_prefix(field.name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    match groups.iter_mut().flat_map(|group| &mut group.fields).find(is_blamed) {
        Some(field) => {
            // People know a field by its label, programs by its name.
            field.error = Some(i18n::failure(lang, &failure.clone().field(field.label.clone())));
            None
        }
        None => Some(i18n::failure(lang, failure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Why;

    fn groups() -> Vec<FieldGroup> {
        let fields =
            vec![Field::line("name", "Ad"), Field::number("lat", "Enlem"), Field::area("headers", "Başlıklar")];
        vec![FieldGroup { title: "", intro: "", fields }]
    }

    #[test]
    fn what_was_typed_is_text_a_number_or_nothing() {
        let mut groups = groups();
        fill(&mut groups, &Query::parse("name=+Ay%C5%9Fe+&lat=40,99").unwrap()).unwrap();
        assert_eq!((typed(&groups, "name"), typed(&groups, "headers")), (Some("Ayşe"), None));
        assert!(matches!(typed_number(&groups, "lat"), Given::Number(number) if number == "40.99"));
        fill(&mut groups, &Query::parse("lat=north").unwrap()).unwrap();
        assert!(matches!(typed_number(&groups, "lat"), Given::Text(text) if text == "north"));
    }

    #[test]
    fn a_refusal_stands_beside_its_field_and_speaks_its_label() {
        let mut groups = groups();
        assert_eq!(blame(&mut groups, Lang::Tr, &Failure::invalid("name", Why::Missing)), None);
        assert_eq!(groups[0].fields[0].error.as_deref(), Some("Ad alanı zorunludur."));
        assert_eq!(blame(&mut groups, Lang::En, &Failure::invalid("headers.X Y", Why::NotAHeader)), None);
        assert!(groups[0].fields[2].error.is_some());
        assert!(blame(&mut groups, Lang::En, &Failure::invalid("names", Why::Missing)).is_some());
    }
}
