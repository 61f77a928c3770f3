//! The records of a release, loaded whole and published whole.
//!
//! Nothing is overwritten: a record that changes is closed in the new release and added anew, so that every older release can still
//! be loaded. A record is the same one in two releases when its natural key ([`Keyed`]) is.

mod offers;
mod values;
mod vendors;

use std::collections::BTreeMap;

use uuid::Uuid;

use super::dialect::{Db, Tx, on_either};
use super::error::StoreError;
use super::releases::NewRelease;
use super::rows::{Column, insert_rows};
use crate::domain::catalogue::{Keyed, Records, Release};

/// A kind of record with a table of its own.
trait Table: Keyed + PartialEq + Sync + Sized {
    const NAME: &'static str;

    /// The columns of a record, apart from those that every table has.
    fn columns(&self) -> Vec<Column<'_>>;

    /// The records in force in a release, in the order in which they were added, each with its row's id.
    async fn in_force(tx: &mut Tx, release: i64) -> Result<Vec<(Uuid, Self)>, StoreError>;
}

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
        let mut tx = self.write().await?;
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
    /// Every record in force in the release.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    pub async fn records_of(&mut self, release: &Release) -> Result<Records, StoreError> {
        let number = i64::from(release.number);
        Ok(Records {
            vendors: load(self, number).await?,
            accelerators: load(self, number).await?,
            aliases: load(self, number).await?,
            offers: load(self, number).await?,
            prices: load(self, number).await?,
            attributes: load(self, number).await?,
            facts: load(self, number).await?,
            results: load(self, number).await?,
        })
    }

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
        let release = self.open_release(new).await?;
        let mut publication = Publication {
            tx: self,
            number: i64::from(release.number),
            new,
            ids,
        };
        publication.add(&records.vendors).await?;
        publication.add(&records.accelerators).await?;
        publication.add(&records.aliases).await?;
        publication.add(&records.offers).await?;
        publication.add(&records.prices).await?;
        publication.add(&records.attributes).await?;
        publication.add(&records.facts).await?;
        publication.add(&records.results).await?;
        Ok(release)
    }
}

async fn load<T: Table>(tx: &mut Tx, release: i64) -> Result<Vec<T>, StoreError> {
    Ok(T::in_force(tx, release)
        .await?
        .into_iter()
        .map(|(_, record)| record)
        .collect())
}

struct Publication<'a> {
    tx: &'a mut Tx,
    number: i64,
    new: &'a NewRelease,
    ids: &'a mut (dyn FnMut() -> Uuid + Send),
}

impl Publication<'_> {
    async fn add<T: Table>(&mut self, records: &[T]) -> Result<(), StoreError> {
        let before = T::in_force(self.tx, self.number - 1).await?;
        let known: BTreeMap<T::Key<'_>, &(Uuid, T)> = before.iter().map(|row| (row.1.key(), row)).collect();
        let mut added = Vec::new();
        for record in records {
            match known.get(&record.key()) {
                Some((_, same)) if same == record => {}
                Some((id, _)) => {
                    self.close::<T>(*id).await?;
                    added.push(record);
                }
                None => added.push(record),
            }
        }
        let (number, new, ids) = (self.number, self.new, &mut *self.ids);
        insert_rows(self.tx, T::NAME, &added, |record| {
            let mut row = record.columns();
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

    async fn close<T: Table>(&mut self, id: Uuid) -> Result<(), StoreError> {
        let text = sqlx::AssertSqlSafe(format!("update {} set removed_in = $1 where id = $2", T::NAME));
        let number = self.number;
        on_either!(self.tx, |connection| sqlx::query(text)
            .bind(number)
            .bind(id)
            .execute(connection)
            .await
            .map(drop))?;
        Ok(())
    }
}
