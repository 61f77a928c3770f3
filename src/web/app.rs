//! What the server keeps in memory: the live release, the scorecards, and measured offers by need. Pages read this and no
//! database; a new release replaces it as a whole.

use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use jiff::civil::Date;
use moka::sync::Cache;

use super::error::WebError;
use super::pages::admin::imports::Works;
use crate::domain::brief::{BadWord, Brief, Rule};
use crate::domain::catalogue::{Catalogue, Records};
use crate::domain::ids::ScorecardId;
use crate::domain::ranking::{PrepareError, Prepared};
use crate::domain::scorecard::{Need, Scorecard, Workload};
use crate::domain::stability::{Sampled, sample};
use crate::domain::usage::Usage;
use crate::exchange::import::{Diff, between};
use crate::exchange::plausibility::{Finding, check_catalogue};
use crate::store::{Db, StoreError};

/// The scorecard of the start page.
pub const DEFAULT_SCORECARD: &str = "gpu-cloud";

/// The server's state; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    db: Db,
    options: Options,
    live: ArcSwap<Live>,
    releases: Cache<u32, Arc<Catalogue>>,
    prepared: Cache<PreparedKey, Arc<Prepared>>,
    /// The last that was measured.
    latest: Arc<ArcSwapOption<Prepared>>,
    sampled: Cache<(PreparedKey, String), Option<Arc<Sampled>>>,
    differences: Cache<(u32, u32), Arc<Diff>>,
    findings: Cache<(u32, Date), Arc<Vec<Finding>>>,
    works: Works,
}

/// How the server is reached, and by whom.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The address that people use, without a slash at its end; the server's own where it is not given.
    pub base_url: Option<String>,
    /// Reading takes an account, too.
    pub sign_in_required: bool,
    /// A proxy stands in front, and says where requests come from.
    pub behind_proxy: bool,
    /// The issuer that people may sign in with.
    #[cfg(feature = "oidc")]
    pub issuer: Option<super::auth::Issuer>,
}

impl Options {
    /// Whether people reach the server over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.base_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether people may sign in with an issuer.
    #[must_use]
    pub fn has_issuer(&self) -> bool {
        #[cfg(feature = "oidc")]
        let has = self.issuer.is_some();
        #[cfg(not(feature = "oidc"))]
        let has = false;
        has
    }
}

/// The newest release and every scorecard.
#[derive(Debug)]
pub struct Live {
    /// The newest release.
    pub catalogue: Arc<Catalogue>,
    /// Every version of every scorecard, by id and version.
    pub scorecards: Vec<Arc<Scorecard>>,
}

impl Live {
    /// The newest version of a scorecard.
    #[must_use]
    pub fn newest_scorecard(&self, id: &str) -> Option<&Arc<Scorecard>> {
        let versions = self.scorecards.iter().filter(|card| card.id.as_str() == id);
        versions.max_by_key(|card| card.version)
    }

    /// One version of a scorecard.
    #[must_use]
    pub fn scorecard_version(&self, id: &str, version: u32) -> Option<&Arc<Scorecard>> {
        let mut versions = self.scorecards.iter().filter(|card| card.id.as_str() == id);
        versions.find(|card| card.version == version)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PreparedKey {
    release: u32,
    scorecard: ScorecardId,
    version: u32,
    workload: Workload,
    gpus: u32,
    vram_bits: u64,
    usage: Usage,
}

impl PreparedKey {
    fn new(release: u32, scorecard: &Scorecard, need: Need) -> Self {
        Self {
            release,
            scorecard: scorecard.id.clone(),
            version: scorecard.version,
            workload: need.workload,
            gpus: need.gpus,
            vram_bits: need.vram_gb.to_bits(),
            usage: need.usage,
        }
    }
}

/// Offers that all entries of a cache may have together: a large catalogue keeps fewer of them in memory.
const CACHED_OFFERS: u64 = 60_000;

/// A catalogue of more offers would fill the caches before anybody has asked for anything.
const MOST_WARMED: usize = 12_000;

/// A cache of values that are as large as the number of their offers.
fn sized<K, V>(offers: fn(&V) -> usize) -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    // A small value has a share of its own, so that there are no more than some hundred entries.
    let weigh = move |_: &K, value: &V| u32::try_from(offers(value).max(400)).unwrap_or(u32::MAX);
    Cache::builder().max_capacity(CACHED_OFFERS).weigher(weigh).build()
}

impl App {
    /// The state of a server that starts with this content.
    #[must_use]
    pub fn new(db: Db, live: Live) -> Self {
        Self::with(db, live, Options::default())
    }

    /// The same, reached in another way.
    #[must_use]
    pub fn with(db: Db, live: Live, options: Options) -> Self {
        Self(Arc::new(Inner {
            db,
            options,
            live: ArcSwap::from_pointee(live),
            releases: sized(|catalogue: &Arc<Catalogue>| catalogue.offers().len()),
            prepared: sized(|prepared: &Arc<Prepared>| prepared.offers().len()),
            latest: Arc::default(),
            sampled: Cache::new(10_000),
            differences: Cache::new(32),
            findings: Cache::new(4),
            works: Works::default(),
        }))
    }

    /// Reads the newest release and the scorecards.
    ///
    /// # Errors
    /// Those of the database; [`StoreError::Corrupt`] when the records do not fit together.
    pub async fn load(db: &Db) -> Result<Option<Live>, StoreError> {
        let mut tx = db.read().await?;
        let Some(release) = tx.latest_release().await? else {
            return Ok(None);
        };
        let records = tx.records_of(&release).await?;
        let scorecards = tx.scorecards().await?.into_iter().map(Arc::new).collect();
        let catalogue = Catalogue::new(release, records).map_err(|e| StoreError::Inconsistent(e.to_string()))?;
        Ok(Some(Live {
            catalogue: Arc::new(catalogue),
            scorecards,
        }))
    }

    /// The content in force.
    #[must_use]
    pub fn live(&self) -> Arc<Live> {
        self.0.live.load_full()
    }

    /// How the server is reached.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// Files that are being looked at.
    pub(super) fn works(&self) -> &Works {
        &self.0.works
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.0.db
    }

    /// The scorecard of a brief.
    ///
    /// # Errors
    /// [`BadWord`] when there is none of that name or version.
    pub fn scorecard(&self, brief: &Brief) -> Result<Arc<Scorecard>, BadWord> {
        let live = self.live();
        let (id, version) = brief
            .scorecard
            .as_ref()
            .map_or((DEFAULT_SCORECARD, None), |(id, v)| (id.as_str(), *v));
        let fits = |s: &&Arc<Scorecard>| s.id.as_str() == id && version.is_none_or(|v| v == s.version);
        live.scorecards
            .iter()
            .filter(fits)
            .max_by_key(|s| s.version)
            .cloned()
            .ok_or_else(|| {
                let known: Vec<String> = live
                    .scorecards
                    .iter()
                    .map(|s| format!("{}@{}", s.id, s.version))
                    .collect();
                let asked = version.map_or_else(|| id.to_owned(), |v| format!("{id}@{v}"));
                BadWord::new("scorecard", &asked, Rule::Missing { known: known.join(" ") })
            })
    }

    /// The catalogue of a brief: the newest release unless it names another.
    ///
    /// # Errors
    /// [`BadWord`] when there is no such release; those of the database for a release that is not in memory.
    pub async fn catalogue(&self, brief: &Brief) -> Result<Arc<Catalogue>, WebError> {
        let live = self.live().catalogue.clone();
        let newest = live.release().number;
        let Some(number) = brief.release.filter(|n| *n != newest) else {
            return Ok(live);
        };
        let missing = || {
            BadWord::new(
                "release",
                &format!("r{number}"),
                Rule::Missing {
                    known: format!("r1–r{newest}"),
                },
            )
        };
        if number > newest {
            return Err(missing().into());
        }
        if let Some(catalogue) = self.0.releases.get(&number) {
            return Ok(catalogue);
        }
        let mut tx = self.0.db.read().await?;
        let release = tx.release(number).await?.ok_or_else(missing)?;
        let records = tx.records_of(&release).await?;
        let catalogue = Catalogue::new(release, records).map_err(|e| StoreError::Inconsistent(e.to_string()))?;
        let catalogue = Arc::new(catalogue);
        self.0.releases.insert(number, catalogue.clone());
        Ok(catalogue)
    }

    /// Every offer measured for a brief. Equal needs share one measurement; whoever comes second waits for it.
    ///
    /// # Errors
    /// [`BadWord`] and the database's, as above; [`WebError::Prepare`] when scorecard and catalogue do not fit together.
    pub async fn prepared(&self, brief: &Brief) -> Result<Arc<Prepared>, WebError> {
        let scorecard = self.scorecard(brief)?;
        let catalogue = self.catalogue(brief).await?;
        let need = brief.need(&scorecard);
        let key = PreparedKey::new(catalogue.release().number, &scorecard, need);
        let (cache, latest) = (self.0.prepared.clone(), self.0.latest.clone());
        let (known, wanted) = (cache.clone(), key.clone());
        let fresh = move || -> Result<_, PrepareError> {
            // Presets differ in the workload, and most people change one thing after another: what another need has in common with
            // this one is measured already.
            let mut workloads = Workload::ALL.iter().map(|workload| PreparedKey {
                workload: *workload,
                ..wanted.clone()
            });
            let near = workloads.find_map(|key| known.get(&key));
            let near = near
                .or_else(|| latest.load_full())
                .filter(|near| Arc::ptr_eq(near.catalogue(), &catalogue) && Arc::ptr_eq(near.scorecard(), &scorecard));
            let prepared = match near {
                Some(near) => near.for_need(need)?,
                None => Prepared::new(catalogue, scorecard, need)?,
            };
            let prepared = Arc::new(prepared);
            latest.store(Some(prepared.clone()));
            Ok(prepared)
        };
        let measure = move || cache.try_get_with(key, fresh);
        let prepared = tokio::task::spawn_blocking(measure)
            .await
            .map_err(|e| WebError::Internal(e.to_string()))?;
        prepared.map_err(|error| WebError::Prepare((*error).clone()))
    }

    /// How often the leader of a brief stays first: ten milliseconds' work, done once per brief and on a thread of its own.
    ///
    /// # Errors
    /// [`WebError::Internal`] when the thread fails.
    pub async fn sampled(&self, prepared: &Arc<Prepared>, brief: &Brief) -> Result<Option<Arc<Sampled>>, WebError> {
        let key = PreparedKey::new(
            prepared.catalogue().release().number,
            prepared.scorecard(),
            prepared.need(),
        );
        let words: Vec<String> = brief
            .pairs()
            .into_iter()
            .map(|(word, value)| format!("{word}={value}"))
            .collect();
        let (cache, prepared, brief) = (self.0.sampled.clone(), prepared.clone(), brief.clone());
        // Weights that do not fit have no ranking to sample; the page says what is wrong with them.
        let fresh = move || {
            prepared
                .rank(&brief)
                .ok()
                .and_then(|ranking| sample(&prepared, &ranking))
                .map(Arc::new)
        };
        let work = move || cache.get_with((key, words.join("&")), fresh);
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|e| WebError::Internal(e.to_string()))
    }

    /// Reckons what the first visitors of a release would wait for: the offers under every preset, how safe the first place is, and what
    /// the release changed.
    ///
    /// # Errors
    /// Those of the database and of the scorecard.
    pub async fn warm_up(&self) -> Result<(), WebError> {
        let brief = Brief::default();
        let prepared = self.prepared(&brief).await?;
        self.sampled(&prepared, &brief).await?;
        if prepared.offers().len() > MOST_WARMED {
            return Ok(());
        }
        for preset in &prepared.scorecard().presets {
            let workload = preset.workload;
            self.prepared(&Brief {
                workload,
                ..brief.clone()
            })
            .await?;
        }
        let number = prepared.catalogue().release().number;
        let before = number.saturating_sub(1);
        if before > 0 {
            self.difference(before, number).await?;
            let release = Some(before);
            self.prepared(&Brief { release, ..brief }).await?;
        }
        Ok(())
    }

    /// What differs between two releases; from 0 everything is new. Releases never change, so it is looked for once.
    ///
    /// # Errors
    /// [`WebError::NoRecord`] when there is no such release; those of the database.
    pub async fn difference(&self, from: u32, to: u32) -> Result<Arc<Diff>, WebError> {
        if let Some(known) = self.0.differences.get(&(from, to)) {
            return Ok(known);
        }
        let mut tx = self.0.db.read().await?;
        let mut sides = [Records::default(), Records::default()];
        for (side, number) in sides.iter_mut().zip([from, to]) {
            if number > 0 {
                let missing = || WebError::NoRecord {
                    kind: "release",
                    id: format!("r{number}"),
                };
                let release = tx.release(number).await?.ok_or_else(missing)?;
                *side = tx.records_of(&release).await?;
            }
        }
        let [before, after] = sides;
        let found = tokio::task::spawn_blocking(move || Arc::new(between(&before, &after)))
            .await
            .map_err(|e| WebError::Internal(e.to_string()))?;
        self.0.differences.insert((from, to), found.clone());
        Ok(found)
    }

    /// Values of the newest release that cannot be right, looked for once a day.
    ///
    /// # Errors
    /// [`WebError::Internal`] when the thread fails.
    pub async fn findings(&self, today: Date) -> Result<Arc<Vec<Finding>>, WebError> {
        let (catalogue, cache) = (self.live().catalogue.clone(), self.0.findings.clone());
        let key = (catalogue.release().number, today);
        let work = move || cache.get_with(key, || Arc::new(check_catalogue(&catalogue, today)));
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|e| WebError::Internal(e.to_string()))
    }

    /// Takes over the newest release and the scorecards if another process has published some, and answers the number of a new
    /// release.
    ///
    /// # Errors
    /// Those of the database; pages go on from memory.
    pub async fn refresh(&self) -> Result<Option<u32>, StoreError> {
        let live = self.live();
        let mut tx = self.0.db.read().await?;
        let newest = tx.latest_release().await?.map(|release| release.number);
        // Versions of scorecards are only ever added, so their number says whether there is a new one.
        let cards = usize::try_from(tx.scorecard_count().await?).unwrap_or_default();
        if newest.is_some_and(|number| number > live.catalogue.release().number) {
            drop(tx);
            if let Some(live) = Self::load(&self.0.db).await? {
                self.0.live.store(Arc::new(live));
            }
            return Ok(newest);
        }
        if cards > live.scorecards.len() {
            let scorecards = tx.scorecards().await?.into_iter().map(Arc::new).collect();
            let catalogue = live.catalogue.clone();
            self.0.live.store(Arc::new(Live { catalogue, scorecards }));
        }
        Ok(None)
    }
}
