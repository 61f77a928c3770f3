//! A document of named values, as JSON and YAML have them. Objects keep their order and a name that is there twice stays there
//! twice: the reader that knows what the names mean reports it, and nothing is lost to "the last one wins".

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::exchange) enum Node {
    /// Nothing.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A number, as plain decimals where it was written so.
    Number(String),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Node>),
    /// Named values in order.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The first value of that name.
    pub(in crate::exchange) fn get(&self, name: &str) -> Option<&Self> {
        self.entries()
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// The value at the end of a path of names.
    pub(in crate::exchange) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// The named values; none when it is no object.
    pub(in crate::exchange) fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Map(entries) => entries,
            Self::Null | Self::Flag(_) | Self::Number(_) | Self::Text(_) | Self::List(_) => &[],
        }
    }

    /// The values of a list; none when it is no list.
    pub(in crate::exchange) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            Self::Null | Self::Flag(_) | Self::Number(_) | Self::Text(_) | Self::Map(_) => &[],
        }
    }

    /// A single value as text; empty for nothing, lists and objects.
    pub(in crate::exchange) fn text(&self) -> &str {
        match self {
            Self::Number(text) | Self::Text(text) => text,
            Self::Flag(true) => "true",
            Self::Flag(false) => "false",
            Self::Null | Self::List(_) | Self::Map(_) => "",
        }
    }

    /// The text of the value of that name; empty when there is none.
    pub(in crate::exchange) fn text_of(&self, name: &str) -> &str {
        self.get(name).map_or("", Self::text)
    }
}

/// A number as plain decimals: `1e-7` becomes `0.0000001`, `0.52600000000000002` becomes `0.526`.
pub(in crate::exchange) fn plain_number(text: &str) -> Option<String> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    Some(if value == 0.0 {
        "0".to_owned()
    } else {
        value.to_string()
    })
}
