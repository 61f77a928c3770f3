//! Accounts. None is ever deleted: what it wrote names it.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::rows::readable;
use super::sql::sql;
use crate::domain::account::{Account, AccountId, AccountName, Role};

#[derive(sqlx::FromRow)]
struct AccountRow {
    id: Uuid,
    name: String,
    role: String,
    disabled: bool,
    created_at: i64,
}

impl TryFrom<AccountRow> for Account {
    type Error = StoreError;

    fn try_from(row: AccountRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: AccountId(row.id),
            name: readable(AccountName::new(&row.name), ("account", "name"), &row.id)?,
            role: readable(Role::parse(&row.role), ("account", "role"), &row.id)?,
            disabled: row.disabled,
            created_at_micros: row.created_at,
        })
    }
}

impl Tx {
    /// Every account, by name.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn accounts(&mut self) -> Result<Vec<Account>, StoreError> {
        let rows: Vec<AccountRow> = sql!(
            self,
            fetch_all,
            "select id, name, role, disabled, created_at from account order by folded",
        )?;
        rows.into_iter().map(Account::try_from).collect()
    }

    /// The account of an id.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn account(&mut self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = sql!(
            self,
            fetch_optional,
            "select id, name, role, disabled, created_at from account where id = $1",
            id.0,
        )?;
        row.map(Account::try_from).transpose()
    }

    /// The account of a name.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn account_named(&mut self, name: &AccountName) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = sql!(
            self,
            fetch_optional,
            "select id, name, role, disabled, created_at from account where folded = $1",
            name.folded(),
        )?;
        row.map(Account::try_from).transpose()
    }

    /// The account that an issuer's subject signs in to.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn account_of_subject(&mut self, subject: &str) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = sql!(
            self,
            fetch_optional,
            "select id, name, role, disabled, created_at from account where subject = $1",
            subject,
        )?;
        row.map(Account::try_from).transpose()
    }

    /// The password's hash of an account that has one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn password_of(&mut self, id: AccountId) -> Result<Option<String>, StoreError> {
        let row: Option<(Option<String>,)> =
            sql!(self, fetch_optional, "select password from account where id = $1", id.0)?;
        Ok(row.and_then(|(password,)| password))
    }

    /// Whether somebody can sign in as admin, or has a link to do so.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn has_admin(&mut self) -> Result<bool, StoreError> {
        let admin: Option<(i64,)> = sql!(
            self,
            fetch_optional,
            "select created_at from account where role = 'admin' and disabled = $1
             and (password is not null or subject is not null) limit 1",
            false,
        )?;
        Ok(admin.is_some())
    }

    /// Adds an account, with the issuer's subject where it signs in elsewhere.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the name or the subject is taken.
    pub async fn add_account(&mut self, account: &Account, subject: Option<&str>) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into account (id, name, folded, role, password, subject, disabled, created_at)
             values ($1, $2, $3, $4, null, $5, $6, $7)",
            account.id.0,
            account.name.as_str(),
            account.name.folded(),
            account.role.as_str(),
            subject,
            account.disabled,
            account.created_at_micros,
        )
        .map(drop)
    }

    /// Gives an account another role, or disables it; one that is disabled is signed out everywhere.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn change_account(&mut self, id: AccountId, role: Role, disabled: bool) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update account set role = $1, disabled = $2 where id = $3",
            role.as_str(),
            disabled,
            id.0,
        )?;
        if disabled {
            self.end_sessions(id, None).await?;
            sql!(self, execute, "delete from link where account_id = $1", id.0)?;
        }
        Ok(())
    }

    /// Stores a password's hash; a link to choose one is of no use any more.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn set_password(&mut self, id: AccountId, hash: &str) -> Result<(), StoreError> {
        sql!(self, execute, "delete from link where account_id = $1", id.0)?;
        sql!(
            self,
            execute,
            "update account set password = $1 where id = $2",
            hash,
            id.0
        )
        .map(drop)
    }
}
