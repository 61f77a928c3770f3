//! Share links: frozen shortlists for whoever has the link. A token is shown once; the table holds its digest.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::rows::readable;
use super::sql::sql;
use crate::domain::account::AccountId;
use crate::domain::ids::ScorecardId;

/// What a ranking is pinned to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The release of the catalogue.
    pub release: u32,
    /// The scorecard.
    pub scorecard: ScorecardId,
    /// Its version.
    pub version: u32,
}

/// A frozen shortlist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareLink {
    /// Its id, under which its owner revokes it.
    pub id: Uuid,
    /// Who made it.
    pub account: AccountId,
    /// The evaluation it was made from.
    pub evaluation: Option<Uuid>,
    /// The words of the address that it shows, release and version among them.
    pub query: String,
    /// The same release and version.
    pub pin: Pin,
    /// The version of the program that made it.
    pub engine: String,
    /// A word to those who open it; may be empty.
    pub note: String,
    /// Previews of the link may hold vendor names and scores.
    pub previews: bool,
    /// Microseconds since 1970, as are the others.
    pub made_at_micros: i64,
    /// It shows nothing from then on.
    pub expires_at_micros: i64,
    /// When it was revoked.
    pub revoked_at_micros: Option<i64>,
    /// When it was opened last, within minutes.
    pub last_opened_at_micros: Option<i64>,
}

impl ShareLink {
    /// Whether it shows its shortlist at a moment.
    #[must_use]
    pub fn is_open(&self, now: i64) -> bool {
        self.revoked_at_micros.is_none() && now < self.expires_at_micros
    }
}

#[derive(sqlx::FromRow)]
struct LinkRow {
    id: Uuid,
    account_id: Uuid,
    evaluation_id: Option<Uuid>,
    query: String,
    release_number: i64,
    scorecard_id: String,
    scorecard_version: i64,
    engine: String,
    note: String,
    previews: bool,
    made_at: i64,
    expires_at: i64,
    revoked_at: Option<i64>,
    last_opened_at: Option<i64>,
}

/// Reads what a row is pinned to.
pub(super) fn pin_of(
    table: &'static str,
    id: &Uuid,
    (release, scorecard, version): (i64, String, i64),
) -> Result<Pin, StoreError> {
    Ok(Pin {
        release: readable(u32::try_from(release), (table, "release_number"), id)?,
        scorecard: readable(ScorecardId::new(scorecard), (table, "scorecard_id"), id)?,
        version: readable(u32::try_from(version), (table, "scorecard_version"), id)?,
    })
}

impl TryFrom<LinkRow> for ShareLink {
    type Error = StoreError;

    fn try_from(row: LinkRow) -> Result<Self, StoreError> {
        let pin = (row.release_number, row.scorecard_id, row.scorecard_version);
        Ok(Self {
            pin: pin_of("share_link", &row.id, pin)?,
            id: row.id,
            account: AccountId(row.account_id),
            evaluation: row.evaluation_id,
            query: row.query,
            engine: row.engine,
            note: row.note,
            previews: row.previews,
            made_at_micros: row.made_at,
            expires_at_micros: row.expires_at,
            revoked_at_micros: row.revoked_at,
            last_opened_at_micros: row.last_opened_at,
        })
    }
}

impl Tx {
    /// Adds a link that was neither opened nor revoked yet.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_share_link(&mut self, link: &ShareLink, digest: &str) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into share_link (id, digest, account_id, evaluation_id, query, release_number, scorecard_id,
                                     scorecard_version, engine, note, previews, made_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            link.id,
            digest,
            link.account.0,
            link.evaluation,
            link.query.as_str(),
            i64::from(link.pin.release),
            link.pin.scorecard.as_str(),
            i64::from(link.pin.version),
            link.engine.as_str(),
            link.note.as_str(),
            link.previews,
            link.made_at_micros,
            link.expires_at_micros,
        )
        .map(drop)
    }

    /// The link of a digest, whether it still works or not.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn share_link(&mut self, digest: &str) -> Result<Option<ShareLink>, StoreError> {
        let row: Option<LinkRow> = sql!(
            self,
            fetch_optional,
            "select id, account_id, evaluation_id, query, release_number, scorecard_id, scorecard_version, engine, note,
                    previews, made_at, expires_at, revoked_at, last_opened_at
             from share_link where digest = $1",
            digest,
        )?;
        row.map(ShareLink::try_from).transpose()
    }

    /// The link of an id.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn share_link_of_id(&mut self, id: Uuid) -> Result<Option<ShareLink>, StoreError> {
        let row: Option<LinkRow> = sql!(
            self,
            fetch_optional,
            "select id, account_id, evaluation_id, query, release_number, scorecard_id, scorecard_version, engine, note,
                    previews, made_at, expires_at, revoked_at, last_opened_at
             from share_link where id = $1",
            id,
        )?;
        row.map(ShareLink::try_from).transpose()
    }

    /// The links of an account, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn share_links_of(&mut self, account: AccountId) -> Result<Vec<ShareLink>, StoreError> {
        let rows: Vec<LinkRow> = sql!(
            self,
            fetch_all,
            "select id, account_id, evaluation_id, query, release_number, scorecard_id, scorecard_version, engine, note,
                    previews, made_at, expires_at, revoked_at, last_opened_at
             from share_link where account_id = $1 order by id desc",
            account.0,
        )?;
        rows.into_iter().map(ShareLink::try_from).collect()
    }

    /// The links of everybody, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn share_links(&mut self) -> Result<Vec<ShareLink>, StoreError> {
        let rows: Vec<LinkRow> = sql!(
            self,
            fetch_all,
            "select id, account_id, evaluation_id, query, release_number, scorecard_id, scorecard_version, engine, note,
                    previews, made_at, expires_at, revoked_at, last_opened_at
             from share_link order by id desc",
        )?;
        rows.into_iter().map(ShareLink::try_from).collect()
    }

    /// Ends a link, and says whether it had not been revoked before.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn revoke_share_link(&mut self, id: Uuid, now: i64) -> Result<bool, StoreError> {
        let revoked = sql!(
            self,
            execute,
            "update share_link set revoked_at = $1 where id = $2 and revoked_at is null",
            now,
            id,
        )?;
        Ok(revoked > 0)
    }

    /// Notes that a link was opened.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn open_share_link(&mut self, id: Uuid, now: i64) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update share_link set last_opened_at = $1 where id = $2",
            now,
            id,
        )
        .map(drop)
    }
}
