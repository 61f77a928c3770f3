//! Evaluations: a brief and a view that somebody keeps under a name.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::share_links::{Pin, pin_of};
use super::sql::sql;
use crate::domain::account::AccountId;

/// A brief and a view under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// Its id.
    pub id: Uuid,
    /// Whose it is.
    pub account: AccountId,
    /// What it is called.
    pub name: String,
    /// The words of the address, without release and version.
    pub query: String,
    /// What was in force when it was saved.
    pub pin: Pin,
    /// Microseconds since 1970.
    pub saved_at_micros: i64,
}

#[derive(sqlx::FromRow)]
struct EvaluationRow {
    id: Uuid,
    account_id: Uuid,
    name: String,
    query: String,
    release_number: i64,
    scorecard_id: String,
    scorecard_version: i64,
    saved_at: i64,
}

impl TryFrom<EvaluationRow> for Evaluation {
    type Error = StoreError;

    fn try_from(row: EvaluationRow) -> Result<Self, StoreError> {
        let pin = (row.release_number, row.scorecard_id, row.scorecard_version);
        Ok(Self {
            pin: pin_of("evaluation", &row.id, pin)?,
            id: row.id,
            account: AccountId(row.account_id),
            name: row.name,
            query: row.query,
            saved_at_micros: row.saved_at,
        })
    }
}

impl Tx {
    /// Keeps an evaluation.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into evaluation (id, account_id, name, query, release_number, scorecard_id, scorecard_version, saved_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            evaluation.id,
            evaluation.account.0,
            evaluation.name.as_str(),
            evaluation.query.as_str(),
            i64::from(evaluation.pin.release),
            evaluation.pin.scorecard.as_str(),
            i64::from(evaluation.pin.version),
            evaluation.saved_at_micros,
        )
        .map(drop)
    }

    /// The evaluations of an account, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn evaluations_of(&mut self, account: AccountId) -> Result<Vec<Evaluation>, StoreError> {
        let rows: Vec<EvaluationRow> = sql!(
            self,
            fetch_all,
            "select id, account_id, name, query, release_number, scorecard_id, scorecard_version, saved_at
             from evaluation where account_id = $1 order by id desc",
            account.0,
        )?;
        rows.into_iter().map(Evaluation::try_from).collect()
    }

    /// An evaluation of an account.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn evaluation(&mut self, id: Uuid, account: AccountId) -> Result<Option<Evaluation>, StoreError> {
        let row: Option<EvaluationRow> = sql!(
            self,
            fetch_optional,
            "select id, account_id, name, query, release_number, scorecard_id, scorecard_version, saved_at
             from evaluation where id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        row.map(Evaluation::try_from).transpose()
    }

    /// Gives an evaluation of an account another name, and says whether there was one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn rename_evaluation(&mut self, id: Uuid, account: AccountId, name: &str) -> Result<bool, StoreError> {
        let renamed = sql!(
            self,
            execute,
            "update evaluation set name = $1 where id = $2 and account_id = $3",
            name,
            id,
            account.0,
        )?;
        Ok(renamed > 0)
    }

    /// Takes an evaluation of an account away, and says whether there was one. Links that were frozen from it go on.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn remove_evaluation(&mut self, id: Uuid, account: AccountId) -> Result<bool, StoreError> {
        sql!(
            self,
            execute,
            "update share_link set evaluation_id = null where evaluation_id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        let gone = sql!(
            self,
            execute,
            "delete from evaluation where id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        Ok(gone > 0)
    }
}
