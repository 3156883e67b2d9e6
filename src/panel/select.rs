//! One entry of a list to choose from.

pub struct SelectOption {
    pub value: String,
    pub text: String,
    pub is_chosen: bool,
}

impl SelectOption {
    pub fn new(value: impl Into<String>, text: impl Into<String>, is_chosen: bool) -> SelectOption {
        SelectOption { value: value.into(), text: text.into(), is_chosen }
    }

    /// Chosen where its value is.
    pub fn of(value: impl Into<String>, text: impl Into<String>, chosen: &str) -> SelectOption {
        let value = value.into();
        SelectOption { is_chosen: value == chosen, value, text: text.into() }
    }
}
