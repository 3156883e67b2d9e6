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
}
