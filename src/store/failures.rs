//! Sign-ins that failed, counted by account and by address.

use super::dialect::Tx;
use super::error::StoreError;
use super::ids::new_id;
use super::sql::sql;

impl Tx {
    /// How many there were from an origin since a moment.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn sign_in_failures(&mut self, origin: &str, since: i64) -> Result<i64, StoreError> {
        let row: (i64,) = sql!(
            self,
            fetch_one,
            "select count(id) from sign_in_failure where origin = $1 and at > $2",
            origin,
            since,
        )?;
        Ok(row.0)
    }

    /// Counts one, and forgets those before a moment.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_sign_in_failure(&mut self, origin: &str, now: i64, forget: i64) -> Result<(), StoreError> {
        sql!(self, execute, "delete from sign_in_failure where at <= $1", forget)?;
        sql!(
            self,
            execute,
            "insert into sign_in_failure (id, origin, at) values ($1, $2, $3)",
            new_id(),
            origin,
            now,
        )
        .map(drop)
    }

    /// Forgets those of an origin, after a sign-in that succeeded.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn forget_sign_in_failures(&mut self, origin: &str) -> Result<(), StoreError> {
        sql!(self, execute, "delete from sign_in_failure where origin = $1", origin).map(drop)
    }
}
