//! Drafts of scorecards: one per scorecard, a whole document that is changed until it becomes a version.

use sqlx::types::Json;

use super::dialect::Tx;
use super::error::StoreError;
use super::rows::readable;
use super::sql::sql;
use crate::domain::ids::ScorecardId;
use crate::domain::scorecard::Scorecard;

/// What is being changed of a scorecard.
#[derive(Debug, Clone, PartialEq)]
pub struct ScorecardDraft {
    /// What it says now; its id is the draft's, too.
    pub card: Scorecard,
    /// The scorecard and version it was made from.
    pub base: (ScorecardId, u32),
    /// How often it was changed.
    pub revision: i64,
    /// Who changed it last.
    pub edited_by: String,
    /// When, in microseconds.
    pub edited_at_micros: i64,
}

#[derive(sqlx::FromRow)]
struct DraftRow {
    base_id: String,
    base_version: i64,
    document: Json<Scorecard>,
    revision: i64,
    edited_by: String,
    edited_at: i64,
}

impl TryFrom<DraftRow> for ScorecardDraft {
    type Error = StoreError;

    fn try_from(row: DraftRow) -> Result<Self, StoreError> {
        let card = row.document.0;
        let corrupt = ("scorecard_draft", "base");
        let base = (
            readable(ScorecardId::new(row.base_id), corrupt, &card.id)?,
            readable(u32::try_from(row.base_version), corrupt, &card.id)?,
        );
        Ok(Self {
            card,
            base,
            revision: row.revision,
            edited_by: row.edited_by,
            edited_at_micros: row.edited_at,
        })
    }
}

impl Tx {
    /// Every draft, by id.
    ///
    /// # Errors
    /// Those of the database; a document that is no scorecard is one of them.
    pub async fn scorecard_drafts(&mut self) -> Result<Vec<ScorecardDraft>, StoreError> {
        let rows: Vec<DraftRow> = sql!(
            self,
            fetch_all,
            "select base_id, base_version, document, revision, edited_by, edited_at from scorecard_draft order by id",
        )?;
        rows.into_iter().map(ScorecardDraft::try_from).collect()
    }

    /// The draft of a scorecard.
    ///
    /// # Errors
    /// As above.
    pub async fn scorecard_draft(&mut self, id: &str) -> Result<Option<ScorecardDraft>, StoreError> {
        let row: Option<DraftRow> = sql!(
            self,
            fetch_optional,
            "select base_id, base_version, document, revision, edited_by, edited_at from scorecard_draft where id = $1",
            id,
        )?;
        row.map(ScorecardDraft::try_from).transpose()
    }

    /// Begins a draft unless there is one, and answers the one that is there. Until the transaction ends nobody else changes it.
    ///
    /// # Errors
    /// Those of the database, e.g. when there is no such version to begin from.
    pub async fn open_scorecard_draft(&mut self, new: &ScorecardDraft) -> Result<ScorecardDraft, StoreError> {
        sql!(
            self,
            execute,
            "insert into scorecard_draft (id, base_id, base_version, document, revision, edited_by, edited_at)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing",
            new.card.id.as_str(),
            new.base.0.as_str(),
            i64::from(new.base.1),
            Json(&new.card),
            new.revision,
            new.edited_by.as_str(),
            new.edited_at_micros,
        )?;
        self.hold_scorecard_draft(new.card.id.as_str())
            .await?
            .ok_or(StoreError::Conflict)
    }

    /// The draft of a scorecard, which nobody else changes until the transaction ends.
    ///
    /// # Errors
    /// As above.
    pub async fn hold_scorecard_draft(&mut self, id: &str) -> Result<Option<ScorecardDraft>, StoreError> {
        // An update waits for others on either database, and what is read after it is what they left.
        sql!(
            self,
            execute,
            "update scorecard_draft set revision = revision where id = $1",
            id,
        )?;
        self.scorecard_draft(id).await
    }

    /// Changes what a draft says.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn save_scorecard_draft(&mut self, card: &Scorecard, by: &str, at_micros: i64) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update scorecard_draft set document = $1, revision = revision + 1, edited_by = $2, edited_at = $3 where id = $4",
            Json(card),
            by,
            at_micros,
            card.id.as_str(),
        )
        .map(drop)
    }

    /// Takes a draft away; `false` when there is none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn discard_scorecard_draft(&mut self, id: &str) -> Result<bool, StoreError> {
        sql!(self, execute, "delete from scorecard_draft where id = $1", id).map(|rows| rows > 0)
    }
}
