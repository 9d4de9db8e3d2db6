//! Puts the core together: database, keys, ledger, views and files.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ledger::{Ledger, LedgerError, LedgerOptions};
use projections::Projections;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::Config;
use crate::core::Core;
use crate::database::{self, DatabaseError};
use crate::files::FileStore;
use crate::metrics::Metrics;
use crate::outside::OutsideClient;
use crate::passwords::Passwords;
use crate::reads;
use crate::replica::Replica;
use crate::replication;
use crate::secrets::recorded::{self, SecretKeyError};
use crate::sockets::Live;

/// Why the core cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum CoreError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The ledger does not start.
    #[error("the ledger: {0}")]
    Ledger(#[from] LedgerError),
    /// The store of files cannot be used.
    #[error("the store of files: {0}")]
    Files(io::Error),
    /// The installation's key is not here, or another one is.
    #[error(transparent)]
    SecretKey(#[from] SecretKeyError),
    /// The client for outside calls.
    #[error("the HTTP client: {0}")]
    Client(#[from] reqwest::Error),
    /// The password hasher does not start.
    #[error("passwords cannot be hashed")]
    Passwords,
    /// The configuration was not checked.
    #[error("the price of a coin is no amount of its currency")]
    CoinPrice,
}

impl Core {
    /// Opens the database and the data folder for a gateway or a command of the operator.
    pub async fn open(
        database_url: &str,
        data_dir: PathBuf,
        config: Config,
        clock: Clock,
    ) -> Result<Self, CoreError> {
        database::check_tables(database_url).await?;
        let patience = config.paces.connection;
        let most = config.connections.0;
        let pool = database::serving_pool(database_url, most, patience).await?;
        let secrets = recorded::open(&pool, &data_dir, &config.proof.origin).await?;
        let passwords = Passwords::try_new(config.hash_cost).map_err(|_| CoreError::Passwords)?;
        let metrics = Arc::new(Metrics::new(clock.clone()));
        let options = LedgerOptions {
            coin_prices: config.coins.prices().map_err(|_| CoreError::CoinPrice)?,
            observer: Some(metrics.commits()),
            key: secrets.journal_key(&config.proof.origin),
            ..LedgerOptions::default()
        };
        let key = options.key.clone();
        let ledger = Ledger::open(pool.clone(), options).await?;
        let projections =
            Projections::start_looking(pool.clone(), key, ledger.committed(), config.paces.look);
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(Duration::from_secs(3))
            .timeout(config.waits.outside())
            .build()?;
        let files = FileStore::open(&config.files, data_dir.clone()).map_err(CoreError::Files)?;
        let config = Arc::new(config);
        let core = Self {
            pool,
            replica: None,
            ledger,
            projections,
            newest: watch::Sender::new(Arc::clone(&config)),
            config,
            clock,
            http: OutsideClient::new(http, metrics.outside()),
            metrics,
            live: Live::default(),
            secrets: Arc::new(secrets),
            passwords,
            code_guesses: Arc::default(),
            files,
            data_dir: Arc::new(data_dir),
            tasks: TaskTracker::new(),
            leaving: CancellationToken::new(),
            stop: CancellationToken::new(),
        };
        replication::require(&core).await?;
        Ok(core)
    }

    /// Lets reads happen at replicas.
    pub async fn read_from(&mut self, replicas_url: &str) -> Result<(), DatabaseError> {
        let wait = Duration::from_millis(self.config.database.replica_wait_ms);
        self.replica = Some(Arc::new(Replica::new(replicas_url, wait)?));
        reads::start(self).await;
        Ok(())
    }
}
