//! The XML of a workbook's parts, as the few marks that matter. Own entities are refused, and so is a mark or a text that is too
//! long to hold.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::super::Fault;
use super::super::limits::CELL_BYTES;
use super::super::zip::Archive;
use crate::exchange::Unread;

/// One mark of a part.
pub(super) enum Mark<'a> {
    /// An element begins.
    Start(&'a BytesStart<'a>),
    /// An element ends.
    End(&'a str),
    /// Text inside an element.
    Text(&'a str),
}

/// Calls `take` with every mark of a part.
pub(super) fn walk(
    archive: &mut Archive<'_>,
    part: &str,
    mut take: impl FnMut(Mark<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let fault = |message: String| {
        Fault::whole(Unread::Book {
            part: part.to_owned(),
            message,
        })
    };
    let bounded = Bounded {
        inner: archive.stream(part)?,
        run: 0,
    };
    let mut reader = Reader::from_reader(BufReader::new(bounded));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match read_event(&mut reader, &mut buffer).map_err(fault)? {
            Event::Start(start) => take(Mark::Start(&start))?,
            Event::Empty(start) => {
                take(Mark::Start(&start))?;
                take(Mark::End(start.local_name().as_ref()))?;
            }
            Event::End(end) => take(Mark::End(end.local_name().as_ref()))?,
            Event::Text(text) => take(Mark::Text(&text.xml_content(XmlVersion::default())))?,
            Event::CData(text) => take(Mark::Text(&text.xml_content(XmlVersion::default())))?,
            Event::GeneralRef(name) => {
                let mut bytes = [0; 4];
                let text = match name.as_ref() {
                    "lt" => "<",
                    "gt" => ">",
                    "amp" => "&",
                    "apos" => "'",
                    "quot" => "\"",
                    other => match name.resolve_char_ref() {
                        Ok(Some(char)) => char.encode_utf8(&mut bytes),
                        Ok(None) | Err(_) => return Err(fault(format!("the entity {other:?} is not known"))),
                    },
                };
                take(Mark::Text(text))?;
            }
            Event::DocType(_) => return Err(fault("it declares a document type".to_owned())),
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

fn read_event<'b, R: BufRead>(reader: &mut Reader<R>, buffer: &'b mut Vec<u8>) -> Result<Event<'b>, String> {
    reader.read_event_into(buffer).map_err(|error| error.to_string())
}

/// The value of an attribute, found by its name without prefix.
pub(super) fn attribute<'a>(start: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    start
        .attributes()
        .with_checks(false)
        .filter_map(Result::ok)
        .find(|attribute| attribute.key.local_name().as_ref() == name)
        .and_then(|attribute| attribute.normalized_value(XmlVersion::default()).ok())
}

/// The sheets in order: name and part.
pub(super) fn targets(archive: &mut Archive<'_>, names: &[String]) -> Result<Vec<(String, String)>, Fault> {
    const RELATIONS: &str = "xl/_rels/workbook.xml.rels";
    let mut parts = BTreeMap::new();
    if names.iter().any(|name| name == RELATIONS) {
        walk(archive, RELATIONS, |mark| {
            if let Mark::Start(start) = mark
                && let (Some(id), Some(target)) = (attribute(start, "Id"), attribute(start, "Target"))
            {
                let part = target
                    .strip_prefix('/')
                    .map_or_else(|| format!("xl/{target}"), str::to_owned);
                parts.insert(id.into_owned(), part);
            }
            Ok(())
        })?;
    }
    let mut sheets = Vec::new();
    walk(archive, "xl/workbook.xml", |mark| {
        if let Mark::Start(start) = mark
            && start.local_name().as_ref() == "sheet"
            && let Some(name) = attribute(start, "name")
        {
            let part = attribute(start, "id").and_then(|id| parts.get(id.as_ref()).cloned());
            let part = part.unwrap_or_else(|| format!("xl/worksheets/sheet{}.xml", sheets.len() + 1));
            sheets.push((name.into_owned(), part));
        }
        Ok(())
    })?;
    // Two sheets that name one part would read it twice.
    let mut seen = std::collections::BTreeSet::new();
    sheets.retain(|(_, part)| seen.insert(part.clone()));
    Ok(sheets)
}

/// Fails where no mark begins for too long: the XML reader holds what lies between two marks.
struct Bounded<R> {
    inner: R,
    run: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let read = buffer.get(..count).unwrap_or_default();
        self.run = match read.iter().rposition(|byte| *byte == b'<') {
            Some(last) => count - last,
            None => self.run + count,
        };
        if self.run > CELL_BYTES + 10_000 {
            return Err(std::io::Error::other(format!(
                "a text or a mark has more than {CELL_BYTES} bytes"
            )));
        }
        Ok(count)
    }
}
