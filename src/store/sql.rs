//! One query text for both databases.

/// Runs one query text with `$1` placeholders on either database, with native types, and gives a `Result<_, StoreError>`:
/// `sql!(tx, fetch_all, "select … where id = $1", id)` for rows of any type that derives `sqlx::FromRow` (a tuple too),
/// `sql!(tx, execute, "update …", …)` for the number of rows changed. Too few or too many values do not compile: SQLite would
/// silently take NULL.
macro_rules! sql {
    ($tx:expr, execute, $text:expr $(, $value:expr)* $(,)?) => {{
        $crate::store::sql::check_count!($text $(, $value)*);
        $crate::store::dialect::on_either!($tx, |connection| {
            sqlx::query($text)$(.bind($value))*.execute(connection).await.map(|done| done.rows_affected())
        })
        .map_err($crate::store::StoreError::from)
    }};
    ($tx:expr, $fetch:ident, $text:expr $(, $value:expr)* $(,)?) => {{
        $crate::store::sql::check_count!($text $(, $value)*);
        $crate::store::dialect::on_either!($tx, |connection| sqlx::query_as($text)$(.bind($value))*.$fetch(connection).await)
            .map_err($crate::store::StoreError::from)
    }};
}
pub(super) use sql;

macro_rules! check_count {
    ($text:expr $(, $value:expr)*) => {
        const {
            let values: &[&str] = &[$(stringify!($value)),*];
            assert!($crate::store::sql::placeholders($text) == values.len(), "the query text has another number of placeholders than values");
        }
    };
}
pub(super) use check_count;

/// The highest number behind a `$` of a query text.
pub(super) const fn placeholders(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let (mut highest, mut number, mut inside) = (0, 0, false);
    while let [byte, tail @ ..] = rest {
        match byte {
            b'$' => (number, inside) = (0, true),
            b'0'..=b'9' if inside => {
                number = number * 10 + digit(*byte);
                if number > highest {
                    highest = number;
                }
            }
            _ => inside = false,
        }
        rest = tail;
    }
    highest
}

#[expect(clippy::as_conversions, reason = "`From` is not const yet")]
const fn digit(byte: u8) -> usize {
    (byte - b'0') as usize
}
