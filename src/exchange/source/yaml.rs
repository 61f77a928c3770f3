//! YAML as a tree, built from the parser's events and counted while it grows. Anchors and aliases are refused: no price list needs
//! them, and nine lines of them can stand for more values than there is memory.

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::Fault;
use super::limits::{CELL_BYTES, TREE_DEPTH, TREE_VALUES};
use super::tree::Node;
use crate::exchange::{Limit, Unread};

enum Open {
    List(Vec<Node>),
    Map(Vec<(String, Node)>, Option<String>),
}

/// Reads the first document of the text.
pub(in crate::exchange) fn parse(text: &str) -> Result<Node, Fault> {
    // A value takes a line, or a comma; the parser is slow enough to be spared what is refused anyway.
    if text.bytes().filter(|byte| matches!(byte, b'\n' | b',')).count() > TREE_VALUES {
        return Err(Fault::whole(Limit::Values(TREE_VALUES)));
    }
    if let Some(line) = nested_lines(text) {
        return Err(Fault::in_row(line, Limit::Opened(200)));
    }
    let mut parser = Parser::new_from_str(text);
    let mut open: Vec<Open> = Vec::new();
    let mut values = 0_usize;
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            let line = u64::try_from(error.marker().line()).unwrap_or(1);
            let message = error.to_string();
            Fault::in_row(
                line,
                Unread::Syntax {
                    format: "YAML",
                    message,
                },
            )
        })?;
        let line = u64::try_from(span.start.line()).unwrap_or(1);
        values += 1;
        if values > 2 * TREE_VALUES {
            return Err(Fault::in_row(line, Limit::Values(TREE_VALUES)));
        }
        let done = match event {
            Event::Alias(_) => return Err(anchored(line)),
            Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                if anchor > 0 =>
            {
                return Err(anchored(line));
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(Vec::new(), None));
                None
            }
            Event::Scalar(text, style, _, _) => Some(scalar(&text, style, line)?),
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(closed),
            Event::DocumentEnd | Event::StreamEnd => return Ok(Node::Null),
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => None,
        };
        if open.len() > TREE_DEPTH {
            return Err(Fault::in_row(line, Limit::Depth(TREE_DEPTH)));
        }
        let Some(node) = done else { continue };
        match open.last_mut() {
            None => return Ok(node),
            Some(Open::List(items)) => items.push(node),
            Some(Open::Map(entries, name)) => match name.take() {
                None => *name = Some(node.text().to_owned()),
                Some(key) => entries.push((key, node)),
            },
        }
    }
    Ok(Node::Null)
}

/// The first line on which very many brackets or dashes open something: the parser looks ahead over them before it gives an event.
fn nested_lines(text: &str) -> Option<u64> {
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let brackets = line.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count();
        let dashes = line.matches("- ").count();
        let marks = line.matches("? ").count();
        (brackets > 200 || dashes > 200 || marks > 200).then_some(number)
    })
}

fn anchored(line: u64) -> Fault {
    Fault::in_row(line, Unread::Anchors)
}

fn scalar(text: &str, style: ScalarStyle, line: u64) -> Result<Node, Fault> {
    if text.len() > CELL_BYTES {
        return Err(Fault::in_row(line, Limit::TextBytes(CELL_BYTES)));
    }
    let plain = style == ScalarStyle::Plain;
    Ok(match text {
        "" | "~" | "null" if plain => Node::Null,
        "true" if plain => Node::Flag(true),
        "false" if plain => Node::Flag(false),
        _ if plain && text.parse::<f64>().is_ok_and(f64::is_finite) => Node::Number(text.to_owned()),
        _ => Node::Text(text.to_owned()),
    })
}

fn closed(open: Open) -> Node {
    match open {
        Open::List(items) => Node::List(items),
        Open::Map(entries, _) => Node::Map(entries),
    }
}
