//! Forms that were sent: one that is sent twice makes one change.

use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::account::AccountId;

impl Tx {
    /// Where the form led when it was sent before.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn submission(&mut self, id: &str, account: AccountId) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sql!(
            self,
            fetch_optional,
            "select location from submission where id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        Ok(row.map(|(location,)| location))
    }

    /// Notes that a form was sent, and forgets those from before a moment.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it was sent at the same time.
    pub async fn add_submission(
        &mut self,
        id: &str,
        account: AccountId,
        location: &str,
        (now, forget): (i64, i64),
    ) -> Result<(), StoreError> {
        sql!(self, execute, "delete from submission where at <= $1", forget)?;
        sql!(
            self,
            execute,
            "insert into submission (id, account_id, location, at) values ($1, $2, $3, $4)",
            id,
            account.0,
            location,
            now,
        )
        .map(drop)
    }

    /// Notes where a form led.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn settle_submission(&mut self, id: &str, location: &str) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update submission set location = $1 where id = $2",
            location,
            id
        )
        .map(drop)
    }
}
