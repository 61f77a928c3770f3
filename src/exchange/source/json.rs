//! JSON as a tree. The number of values and their depth are counted over the bytes first.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::Fault;
use super::limits::{CELL_BYTES, TREE_DEPTH, TREE_VALUES};
use super::tree::Node;
use crate::exchange::{Limit, Unread};

/// Reads a document.
pub(in crate::exchange) fn parse(text: &str) -> Result<Node, Fault> {
    check(text.as_bytes())?;
    serde_json::from_str(text).map_err(|error| {
        let row = u64::try_from(error.line()).ok().filter(|line| *line > 0);
        let reason = Unread::Syntax {
            format: "JSON",
            message: error.to_string(),
        };
        row.map_or_else(
            || Fault::whole(reason.clone()),
            |row| Fault::in_row(row, reason.clone()),
        )
    })
}

fn check(bytes: &[u8]) -> Result<(), Fault> {
    let (mut depth, mut values, mut length, mut line) = (0_usize, 0_usize, 0_usize, 1_u64);
    let (mut quoted, mut escaped) = (false, false);
    for byte in bytes.iter().copied() {
        line += u64::from(byte == b'\n');
        if quoted {
            length += 1;
            if length > CELL_BYTES {
                return Err(Fault::in_row(line, Limit::TextBytes(CELL_BYTES)));
            }
            quoted = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => (quoted, escaped, length) = (true, false, 0),
            b'[' | b'{' => (depth, values) = (depth + 1, values + 1),
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > TREE_DEPTH {
            return Err(Fault::in_row(line, Limit::Depth(TREE_DEPTH)));
        }
        if values > TREE_VALUES {
            return Err(Fault::in_row(line, Limit::Values(TREE_VALUES)));
        }
    }
    Ok(())
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Builder)
    }
}

struct Builder;

impl<'de> Visitor<'de> for Builder {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Flag(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Number(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Map(entries))
    }
}
