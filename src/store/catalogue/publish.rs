//! Publishing: a new release adds records and closes those that it replaces or takes away.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::table::{Kinds, Scope, Table, kinds, rows};
use crate::domain::catalogue::each_kind;
use crate::domain::catalogue::{Catalogue, Changes, Filed, Records, Release};
use crate::store::dialect::{Db, Tx, on_either};
use crate::store::error::StoreError;
use crate::store::releases::NewRelease;
use crate::store::rows::insert_rows;

impl Db {
    /// Publishes the records as release 1 if there is no release yet, and answers the newest release. Of two servers that do so at
    /// once on one empty database one publishes, and the other waits and finds that release.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn publish_first(
        &self,
        records: &Records,
        new: &NewRelease,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<Release, StoreError> {
        if let Some(release) = self.read().await?.latest_release().await? {
            return Ok(release);
        }
        let mut tx = self.write_at_start().await?;
        if let Some(release) = tx.latest_release().await? {
            return Ok(release);
        }
        match tx.publish_records(records, new, ids).await {
            Ok(release) => tx.commit().await.map(|()| release),
            Err(StoreError::Conflict) => {
                drop(tx);
                self.read().await?.latest_release().await?.ok_or(StoreError::Conflict)
            }
            Err(error) => Err(error),
        }
    }
}

impl Tx {
    /// Publishes a new release: records that are not in force yet are added, those in force with the same key and another content
    /// are closed, everything else stays in force.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when somebody else publishes at the same moment, or when a key is there twice.
    pub async fn publish_records(
        &mut self,
        records: &Records,
        new: &NewRelease,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<Release, StoreError> {
        self.publish(records, &Records::default(), new, ids).await
    }

    /// Publishes a new release that puts and takes away records; what is not in force cannot be taken away and is passed over.
    ///
    /// # Errors
    /// As [`Tx::publish_records`].
    pub async fn publish_changes(
        &mut self,
        changes: &Changes,
        new: &NewRelease,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<Release, StoreError> {
        self.publish(&changes.put, &changes.removed, new, ids).await
    }

    /// The same on a catalogue that the caller has loaded already, so that nothing is read again but what is replaced.
    ///
    /// # Errors
    /// As [`Tx::publish_records`]; [`StoreError::Conflict`] too when another release has been published since.
    pub async fn publish_onto(
        &mut self,
        base: &Catalogue,
        changes: &Changes,
        new: &NewRelease,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<Release, StoreError> {
        let release = self.open_release(new).await?;
        let before = base.release().number;
        if release.number != before.saturating_add(1) {
            return Err(StoreError::Conflict);
        }
        let kinds = kinds(self, Scope::Release(i64::from(before))).await?;
        let mut publication = Publication {
            tx: self,
            number: i64::from(release.number),
            kinds,
            new,
            ids,
        };
        macro_rules! add {
            ($kind:ident) => {
                let (put, removed) = (&changes.put.$kind, &changes.removed.$kind);
                if removed.is_empty() && !Filed::any_in(put, base) {
                    publication.insert(&put.iter().collect::<Vec<_>>()).await?;
                } else {
                    publication.add(put, removed).await?;
                }
            };
        }
        each_kind!(add);
        Ok(release)
    }

    async fn publish(
        &mut self,
        put: &Records,
        removed: &Records,
        new: &NewRelease,
        ids: &mut (dyn FnMut() -> Uuid + Send),
    ) -> Result<Release, StoreError> {
        let release = self.open_release(new).await?;
        let before = Scope::Release(i64::from(release.number) - 1);
        let kinds = kinds(self, before).await?;
        let mut publication = Publication {
            tx: self,
            number: i64::from(release.number),
            kinds,
            new,
            ids,
        };
        macro_rules! add {
            ($kind:ident) => {
                publication.add(&put.$kind, &removed.$kind).await?;
            };
        }
        each_kind!(add);
        Ok(release)
    }
}

struct Publication<'a> {
    tx: &'a mut Tx,
    number: i64,
    kinds: Kinds,
    new: &'a NewRelease,
    ids: &'a mut (dyn FnMut() -> Uuid + Send),
}

impl Publication<'_> {
    async fn add<T: Table>(&mut self, put: &[T], removed: &[T]) -> Result<(), StoreError> {
        if put.is_empty() && removed.is_empty() {
            return Ok(());
        }
        let before = rows::<T>(self.tx, Scope::Release(self.number - 1), &self.kinds).await?;
        let known: BTreeMap<T::Key<'_>, &(Uuid, T)> = before.iter().map(|row| (row.1.key(), row)).collect();
        let mut added = Vec::new();
        for record in put {
            match known.get(&record.key()) {
                Some((_, same)) if same == record => {}
                Some((id, _)) => {
                    close::<T>(self.tx, *id, self.number).await?;
                    added.push(record);
                }
                None => added.push(record),
            }
        }
        for (id, _) in removed.iter().filter_map(|record| known.get(&record.key())) {
            close::<T>(self.tx, *id, self.number).await?;
        }
        self.insert(&added).await
    }

    async fn insert<T: Table>(&mut self, added: &[&T]) -> Result<(), StoreError> {
        let (number, new, ids) = (self.number, self.new, &mut *self.ids);
        insert_rows(self.tx, T::NAME, added, |record| {
            let mut row = record.columns();
            row.reserve_exact(4);
            row.extend([
                ("id", ids().into()),
                ("entered_by", new.published_by.as_str().into()),
                ("entered_at", new.at_micros.into()),
                ("added_in", number.into()),
            ]);
            row
        })
        .await
    }
}

/// The record of this row is not in force any more from this release on.
pub(super) async fn close<T: Table>(tx: &mut Tx, id: Uuid, release: i64) -> Result<(), StoreError> {
    let text = AssertSqlSafe(format!("update {} set removed_in = $1 where id = $2", T::NAME));
    on_either!(tx, |connection| sqlx::query(text)
        .bind(release)
        .bind(id)
        .execute(connection)
        .await
        .map(drop))?;
    Ok(())
}
