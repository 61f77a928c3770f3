//! Findings that somebody accepted.

use super::catalogue::Entry;
use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::finding::{Acceptance, FindingKey};

#[derive(sqlx::FromRow)]
struct AcceptanceRow {
    rule: String,
    subject: String,
    message: String,
    reason: String,
    accepted_by: String,
    accepted_at: i64,
}

impl From<AcceptanceRow> for Acceptance {
    fn from(row: AcceptanceRow) -> Self {
        Self {
            key: FindingKey {
                rule: row.rule,
                subject: row.subject,
                message: row.message,
            },
            reason: row.reason,
            accepted_by: row.accepted_by,
            accepted_at_micros: row.accepted_at,
        }
    }
}

impl Tx {
    /// Every accepted finding, by rule, subject and message.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn acceptances(&mut self) -> Result<Vec<Acceptance>, StoreError> {
        let rows: Vec<AcceptanceRow> = sql!(
            self,
            fetch_all,
            "select rule, subject, message, reason, accepted_by, accepted_at from acceptance
             order by rule, subject, message",
        )?;
        Ok(rows.into_iter().map(Acceptance::from).collect())
    }

    /// Accepts a finding.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it is accepted already.
    pub async fn accept_finding(&mut self, key: &FindingKey, reason: &str, entry: &Entry) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into acceptance (rule, subject, message, reason, accepted_by, accepted_at) values ($1, $2, $3, $4, $5, $6)",
            key.rule.as_str(),
            key.subject.as_str(),
            key.message.as_str(),
            reason,
            entry.by.as_str(),
            entry.at_micros,
        )
        .map(drop)
    }

    /// Takes an acceptance back, and says whether there was one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn withdraw_acceptance(&mut self, key: &FindingKey) -> Result<bool, StoreError> {
        let gone = sql!(
            self,
            execute,
            "delete from acceptance where rule = $1 and subject = $2 and message = $3",
            key.rule.as_str(),
            key.subject.as_str(),
            key.message.as_str(),
        )?;
        Ok(gone > 0)
    }
}
