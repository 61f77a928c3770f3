//! The log of writes. Rows are added in the transaction of the write and never touched again; the database refuses anything else.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::ids::new_id;
use super::rows::readable;
use super::sql::sql;
use crate::domain::account::AccountId;
use crate::domain::audit::{Act, Action, Actor, Kind, Logged};

/// Which lines of the log; an empty text is any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// Who, a part of the name.
    pub who: String,
    /// What was done, a word of [`Action`].
    pub action: String,
    /// To what, a word of [`Kind`].
    pub kind: String,
    /// To which one, a part of its id.
    pub subject: String,
}

#[derive(sqlx::FromRow)]
struct LogRow {
    id: Uuid,
    at: i64,
    account_id: Option<Uuid>,
    account_name: String,
    address: String,
    action: String,
    kind: String,
    subject: String,
    version: Option<i64>,
    before: Option<String>,
    after: Option<String>,
    note: String,
}

impl TryFrom<LogRow> for Logged {
    type Error = StoreError;

    fn try_from(row: LogRow) -> Result<Self, StoreError> {
        let version = row.version.map(u32::try_from).transpose();
        Ok(Self {
            id: row.id,
            at_micros: row.at,
            actor: Actor {
                account: row.account_id.map(AccountId),
                name: row.account_name,
                address: row.address,
            },
            version: readable(version, ("audit", "version"), &row.id)?,
            act: Act {
                action: readable(Action::parse(&row.action).ok_or(()), ("audit", "action"), &row.id)?,
                kind: readable(Kind::parse(&row.kind).ok_or(()), ("audit", "kind"), &row.id)?,
                subject: row.subject,
                before: row.before,
                after: row.after,
                note: row.note,
            },
        })
    }
}

impl Tx {
    /// Adds a line to the log.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn log(&mut self, actor: &Actor, act: &Act, at_micros: i64) -> Result<(), StoreError> {
        self.add_line(actor, act, at_micros, None).await
    }

    /// The same for the change of a record, which gets the next version of this record.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody else changes the same record at the same moment.
    pub async fn log_version(&mut self, actor: &Actor, act: &Act, at_micros: i64) -> Result<i64, StoreError> {
        let (latest,): (i64,) = sql!(
            self,
            fetch_one,
            "select coalesce(max(version), 0) from audit where kind = $1 and subject = $2",
            act.kind.as_str(),
            act.subject.as_str(),
        )?;
        let version = latest.saturating_add(1);
        self.add_line(actor, act, at_micros, Some(version)).await?;
        Ok(version)
    }

    async fn add_line(
        &mut self,
        actor: &Actor,
        act: &Act,
        at_micros: i64,
        version: Option<i64>,
    ) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into audit (id, at, account_id, account_name, address, action, kind, subject, version, before, after, note)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            new_id(),
            at_micros,
            actor.account.map(|id| id.0),
            actor.name.as_str(),
            actor.address.as_str(),
            act.action.as_str(),
            act.kind.as_str(),
            act.subject.as_str(),
            version,
            act.before.as_deref(),
            act.after.as_deref(),
            act.note.as_str(),
        )
        .map(drop)
    }

    /// The newest lines of the log that fit, older than one if named.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn log_lines(
        &mut self,
        filter: &LogFilter,
        before: Option<Uuid>,
        most: i64,
    ) -> Result<Vec<Logged>, StoreError> {
        // The databases fold the case of ASCII letters alone; `!` makes the two signs of a pattern plain.
        let like = |text: &str| {
            let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
            format!("%{}%", plain.to_ascii_lowercase())
        };
        let rows: Vec<LogRow> = sql!(
            self,
            fetch_all,
            "select id, at, account_id, account_name, address, action, kind, subject, version, before, after, note
             from audit where lower(account_name) like $1 escape '!' and (action = $2 or $2 = '') and (kind = $3 or $3 = '')
             and lower(subject) like $4 escape '!' and id < $5 order by id desc limit $6",
            like(&filter.who),
            filter.action.as_str(),
            filter.kind.as_str(),
            like(&filter.subject),
            before.unwrap_or(Uuid::max()),
            most,
        )?;
        rows.into_iter().map(Logged::try_from).collect()
    }

    /// What was done to one thing, the last first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn log_of(&mut self, kind: Kind, subject: &str, most: i64) -> Result<Vec<Logged>, StoreError> {
        let rows: Vec<LogRow> = sql!(
            self,
            fetch_all,
            "select id, at, account_id, account_name, address, action, kind, subject, version, before, after, note
             from audit where kind = $1 and subject = $2 order by id desc limit $3",
            kind.as_str(),
            subject,
            most,
        )?;
        rows.into_iter().map(Logged::try_from).collect()
    }

    /// One line of the log.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn log_line(&mut self, id: Uuid) -> Result<Option<Logged>, StoreError> {
        let row: Option<LogRow> = sql!(
            self,
            fetch_optional,
            "select id, at, account_id, account_name, address, action, kind, subject, version, before, after, note
             from audit where id = $1",
            id,
        )?;
        row.map(Logged::try_from).transpose()
    }
}
