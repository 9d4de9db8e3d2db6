//! The statements about the lease's row, on a dedicated connection.

use std::time::Duration;

use ledger::pool::check_session;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, PgPool};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use platform::core::Core;
use platform::database::{take_role, within};

pub(crate) const NAME: &str = "processes";

/// The pause before another try after a failed renewal.
const RETRY: Duration = Duration::from_millis(100);

/// How long a holder waits for a statement or for a connection. After that it gives the connection
/// up and opens another.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// The lease's dedicated connection and its statements.
pub(super) struct LeaseConnection {
    pub(super) options: PgConnectOptions,
    pub(super) connection: Option<PgConnection>,
    pub(super) holder: Uuid,
    pub(super) hold: Duration,
    pub(super) renew_every: Duration,
}

impl LeaseConnection {
    pub(super) fn new(state: &Core, holder: Uuid) -> Self {
        Self {
            options: state.pool.connect_options().as_ref().clone(),
            connection: None,
            holder,
            hold: state.config.paces.lease,
            renew_every: state.config.paces.lease_renewal,
        }
    }

    /// When work must stop under a lease that was requested at this moment.
    pub(super) fn end_of(&self, sent: Instant) -> Instant {
        sent + self.hold - self.hold / 4
    }

    fn hold_ms(&self) -> i64 {
        i64::try_from(self.hold.as_millis()).unwrap_or(i64::MAX)
    }

    /// Takes the lease if it is free; returns its token.
    pub(super) async fn take(&mut self) -> Result<Option<i64>, sqlx::Error> {
        // A gateway that holds nothing yet can wait for slow commits.
        let longest = self.hold / 2;
        let mut connection = self.connection(longest).await?;
        // This process is not working. If it holds the row itself, an earlier answer was lost.
        let taking = sqlx::query_scalar!(
            "insert into lease as held (name, holder, token, held_until)
             values ($1, $2, 1, clock_timestamp() + $3::bigint * interval '1 millisecond')
             on conflict (name) do update
             set holder = excluded.holder, token = held.token + 1,
                 held_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
             where held.held_until <= clock_timestamp()
                 or held.held_until > clock_timestamp() + 2 * $3::bigint * interval '1 millisecond'
                 or held.holder = excluded.holder
             returning token",
            NAME,
            self.holder,
            self.hold_ms()
        );
        let taken = within(longest, taking.fetch_optional(&mut connection)).await?;
        self.connection = Some(connection);
        Ok(taken)
    }

    /// Renews the lease, on another connection if one fails. Returns when the successful renewal
    /// was sent; none if another gateway holds the lease.
    pub(super) async fn renewed(&mut self, token: i64) -> Option<Instant> {
        loop {
            let sent = Instant::now();
            match self.renew(token).await {
                Ok(is_renewed) => return is_renewed.then_some(sent),
                Err(error) => {
                    tracing::warn!(%error, "the processes' lease is not renewed yet");
                    sleep(RETRY).await;
                }
            }
        }
    }

    pub(super) async fn renew(&mut self, token: i64) -> Result<bool, sqlx::Error> {
        let mut connection = self.connection(ANSWER_MAX).await?;
        let renewing = sqlx::query!(
            "update lease set held_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
             where name = $1 and token = $2 and holder = $4 and held_until > clock_timestamp()",
            NAME,
            token,
            self.hold_ms(),
            // After a failover that lost a change of holder, two holders may have the same token.
            self.holder
        );
        let renewed = within(ANSWER_MAX, renewing.execute(&mut connection)).await?;
        self.connection = Some(connection);
        Ok(renewed.rows_affected() == 1)
    }

    /// Tries twice; without an answer the lease expires by itself.
    pub(super) async fn give_back(&mut self, token: i64) {
        for _ in 0..2 {
            match self.try_give_back(token).await {
                Ok(()) => return,
                Err(error) => tracing::warn!(%error, "the processes' lease is not given back"),
            }
        }
    }

    async fn try_give_back(&mut self, token: i64) -> Result<(), sqlx::Error> {
        let mut connection = self.connection(ANSWER_MAX).await?;
        let giving = sqlx::query!(
            "update lease set token = token + 1, held_until = clock_timestamp()
             where name = $1 and token = $2 and holder = $3",
            NAME,
            token,
            self.holder
        );
        within(ANSWER_MAX, giving.execute(&mut connection)).await?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Takes the connection out. A caller that gets no answer on it drops it, and the next call
    /// opens another.
    async fn connection(&mut self, longest: Duration) -> Result<PgConnection, sqlx::Error> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => within(longest, connect(&self.options)).await,
        }
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    // A standby takes no lease.
    check_session(&mut connection).await?;
    take_role(&mut connection).await?;
    Ok(connection)
}

/// Whether any gateway of the database holds the lease.
pub async fn is_held(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from lease
                          where name = $1 and held_until > clock_timestamp()) as "is_held!""#,
        NAME
    )
    .fetch_one(pool)
    .await
}
