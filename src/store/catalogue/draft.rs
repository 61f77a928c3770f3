//! The draft: records and removals that wait for the next release. Readers of a release never see them.
//!
//! Everybody works on one draft. Its row is updated before anything else, so that two who change it do so one after the other.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::publish::close;
use super::table::{Kinds, Scope, Table, kinds, rows};
use super::{TABLES, load};
use crate::domain::catalogue::each_kind;
use crate::domain::catalogue::{Changes, Release};
use crate::store::dialect::{Tx, on_either};
use crate::store::error::StoreError;
use crate::store::releases::NewRelease;
use crate::store::rows::insert_rows;
use crate::store::sql::sql;

/// Who changes something, and when.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Who.
    pub by: String,
    /// The moment, in microseconds since 1970.
    pub at_micros: i64,
}

impl Tx {
    /// What the draft would change in the newest release.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    pub async fn draft(&mut self) -> Result<Changes, StoreError> {
        let mut changes = Changes::from(load(self, Scope::Draft).await?);
        let removals: Vec<(String, Uuid)> = sql!(
            self,
            fetch_all,
            "select record_table, record_id from removal order by record_id"
        )?;
        if removals.is_empty() {
            return Ok(changes);
        }
        let newest = self.newest().await?;
        let kinds = kinds(self, newest).await?;
        let ids: BTreeSet<Uuid> = removals.into_iter().map(|(_, id)| id).collect();
        macro_rules! take {
            ($kind:ident) => {
                let found = rows(self, newest, &kinds).await?;
                let gone = found.into_iter().filter(|(id, _)| ids.contains(id));
                changes.removed.$kind = gone.map(|(_, record)| record).collect();
            };
        }
        each_kind!(take);
        Ok(changes)
    }

    /// Adds changes to the draft. A record replaces the drafted one of its key; one that says what is in force leaves the draft.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn save_draft(
        &mut self,
        changes: &Changes,
        entry: &Entry,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<(), StoreError> {
        self.lock_draft().await?;
        let mut saving = Saving {
            kinds: kinds(self, Scope::Draft).await?,
            newest: self.newest().await?,
            tx: self,
            entry,
            ids,
        };
        for attribute in &changes.put.attributes {
            saving.kinds.insert(attribute.id.to_string(), attribute.kind);
        }
        macro_rules! save {
            ($kind:ident) => {
                saving.save(&changes.put.$kind, &changes.removed.$kind).await?;
            };
        }
        each_kind!(save);
        Ok(())
    }

    /// Empties the draft.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn discard_draft(&mut self) -> Result<(), StoreError> {
        self.lock_draft().await?;
        for table in TABLES {
            let text = AssertSqlSafe(format!("delete from {table} where added_in is null"));
            on_either!(self, |connection| sqlx::query(text).execute(connection).await.map(drop))?;
        }
        sql!(self, execute, "delete from removal")?;
        Ok(())
    }

    /// Publishes the draft as a release; whoever entered a record stays its author.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody else publishes at the same moment.
    pub async fn publish_draft(&mut self, new: &NewRelease) -> Result<Release, StoreError> {
        self.lock_draft().await?;
        let before = self.newest().await?;
        let draft = load(self, Scope::Draft).await?;
        let removed: Vec<(String, Uuid)> = sql!(
            self,
            fetch_all,
            "select record_table, record_id from removal order by record_id"
        )?;
        let release = self.open_release(new).await?;
        let mut publication = Publication {
            number: i64::from(release.number),
            before,
            kinds: kinds(self, before).await?,
            removed: removed.into_iter().map(|(_, id)| id).collect(),
            tx: self,
        };
        macro_rules! publish {
            ($kind:ident) => {
                publication.publish(&draft.$kind).await?;
            };
        }
        each_kind!(publish);
        sql!(self, execute, "delete from removal")?;
        Ok(release)
    }

    /// Keeps everybody else from changing the draft until the end of the transaction, and answers how many changes it has seen.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn hold_draft(&mut self) -> Result<i64, StoreError> {
        self.lock_draft().await?;
        Ok(self.draft_version().await?.saturating_sub(1))
    }

    /// How many changes the draft has seen; another number is another draft.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn draft_version(&mut self) -> Result<i64, StoreError> {
        let (version,): (i64,) = sql!(self, fetch_one, "select version from draft where id = 1")?;
        Ok(version)
    }

    /// Until the end of the transaction nobody else changes the draft.
    async fn lock_draft(&mut self) -> Result<(), StoreError> {
        sql!(self, execute, "update draft set version = version + 1 where id = 1").map(drop)
    }

    /// Notes that a record has another key since.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn note_rename(&mut self, kind: &str, old: &str, new: &str) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "delete from rename where kind = $1 and old_id = $2",
            kind,
            old
        )?;
        sql!(
            self,
            execute,
            "insert into rename (kind, old_id, new_id) values ($1, $2, $3)",
            kind,
            old,
            new,
        )
        .map(drop)
    }

    /// The newer key of a record.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn renamed(&mut self, kind: &str, old: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sql!(
            self,
            fetch_optional,
            "select new_id from rename where kind = $1 and old_id = $2",
            kind,
            old,
        )?;
        Ok(row.map(|(new,)| new))
    }

    async fn newest(&mut self) -> Result<Scope, StoreError> {
        let newest = self.latest_release().await?;
        Ok(Scope::Release(newest.map_or(0, |release| i64::from(release.number))))
    }
}

struct Saving<'a> {
    tx: &'a mut Tx,
    newest: Scope,
    kinds: Kinds,
    entry: &'a Entry,
    ids: &'a mut (dyn FnMut() -> Uuid + Send),
}

impl Saving<'_> {
    async fn save<T: Table>(&mut self, put: &[T], removed: &[T]) -> Result<(), StoreError> {
        if put.is_empty() && removed.is_empty() {
            return Ok(());
        }
        let in_force = rows::<T>(self.tx, self.newest, &self.kinds).await?;
        let in_force: BTreeMap<T::Key<'_>, &(Uuid, T)> = in_force.iter().map(|row| (row.1.key(), row)).collect();
        let drafts = rows::<T>(self.tx, Scope::Draft, &self.kinds).await?;
        let drafts: BTreeMap<T::Key<'_>, Uuid> = drafts.iter().map(|row| (row.1.key(), row.0)).collect();
        for record in put.iter().chain(removed) {
            if let Some(id) = drafts.get(&record.key()) {
                self.delete(T::NAME, "id", *id).await?;
            }
            if let Some((id, _)) = in_force.get(&record.key()) {
                self.delete("removal", "record_id", *id).await?;
            }
        }
        let (entry, ids) = (self.entry, &mut *self.ids);
        let mut added = Vec::new();
        for record in put {
            if in_force.get(&record.key()).is_none_or(|(_, same)| same != record) {
                added.push(record);
            }
        }
        insert_rows(self.tx, T::NAME, &added, |record| {
            let mut row = record.columns();
            row.extend([
                ("id", ids().into()),
                ("entered_by", entry.by.as_str().into()),
                ("entered_at", entry.at_micros.into()),
            ]);
            row
        })
        .await?;
        let gone: Vec<Uuid> = removed
            .iter()
            .filter_map(|record| in_force.get(&record.key()))
            .map(|(id, _)| *id)
            .collect();
        insert_rows(self.tx, "removal", &gone, |id| {
            vec![
                ("record_table", T::NAME.into()),
                ("record_id", (*id).into()),
                ("entered_by", entry.by.as_str().into()),
                ("entered_at", entry.at_micros.into()),
            ]
        })
        .await
    }

    async fn delete(&mut self, table: &str, column: &str, id: Uuid) -> Result<(), StoreError> {
        let text = AssertSqlSafe(format!("delete from {table} where {column} = $1"));
        on_either!(self.tx, |connection| sqlx::query(text)
            .bind(id)
            .execute(connection)
            .await
            .map(drop))?;
        Ok(())
    }
}

struct Publication<'a> {
    tx: &'a mut Tx,
    number: i64,
    before: Scope,
    kinds: Kinds,
    removed: BTreeSet<Uuid>,
}

impl Publication<'_> {
    async fn publish<T: Table>(&mut self, draft: &[T]) -> Result<(), StoreError> {
        let in_force = rows::<T>(self.tx, self.before, &self.kinds).await?;
        let replaced: BTreeSet<T::Key<'_>> = draft.iter().map(T::key).collect();
        for (id, record) in &in_force {
            if self.removed.contains(id) || replaced.contains(&record.key()) {
                close::<T>(self.tx, *id, self.number).await?;
            }
        }
        let text = AssertSqlSafe(format!("update {} set added_in = $1 where added_in is null", T::NAME));
        let number = self.number;
        on_either!(self.tx, |connection| sqlx::query(text)
            .bind(number)
            .execute(connection)
            .await
            .map(drop))?;
        Ok(())
    }
}
