//! Columns of the ranking that somebody keeps under a name.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::account::AccountId;

/// Columns, unit and currency of the ranking under a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeptColumns {
    /// Its id.
    pub id: Uuid,
    /// What it is called; an account has a name once.
    pub name: String,
    /// The words `cols`, `per` and `cur` of the address.
    pub query: String,
}

#[derive(sqlx::FromRow)]
struct ColumnsRow {
    id: Uuid,
    name: String,
    query: String,
}

impl Tx {
    /// Keeps columns for an account, in the place of those of the same name.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn save_columns(
        &mut self,
        account: AccountId,
        columns: &KeptColumns,
        now: i64,
    ) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "delete from column_set where account_id = $1 and name = $2",
            account.0,
            columns.name.as_str(),
        )?;
        sql!(
            self,
            execute,
            "insert into column_set (id, account_id, name, query, saved_at) values ($1, $2, $3, $4, $5)",
            columns.id,
            account.0,
            columns.name.as_str(),
            columns.query.as_str(),
            now,
        )
        .map(drop)
    }

    /// The columns that an account keeps, by name.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn columns_of(&mut self, account: AccountId) -> Result<Vec<KeptColumns>, StoreError> {
        let rows: Vec<ColumnsRow> = sql!(
            self,
            fetch_all,
            "select id, name, query from column_set where account_id = $1 order by name",
            account.0,
        )?;
        let kept = |row: ColumnsRow| KeptColumns {
            id: row.id,
            name: row.name,
            query: row.query,
        };
        Ok(rows.into_iter().map(kept).collect())
    }

    /// Takes columns of an account away, and says whether there were any.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn remove_columns(&mut self, id: Uuid, account: AccountId) -> Result<bool, StoreError> {
        let gone = sql!(
            self,
            execute,
            "delete from column_set where id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        Ok(gone > 0)
    }
}
