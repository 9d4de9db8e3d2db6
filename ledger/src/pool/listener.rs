//! A connection that listens, and notices when nothing can be heard on it any more.

use std::io;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgNotification};
use sqlx::{Executor, PgPool};
use tokio::time::timeout;

use super::answered;

/// A channel on which nothing was heard for so long is asked for a sign of life.
const QUIET_MAX: Duration = Duration::from_secs(5);

/// How long connecting may take.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// Hears one channel.
pub struct Listener {
    connection: PgListener,
    listen: String,
}

impl Listener {
    /// Listens to a channel of the pool's database, on a connection that is not one of the pool's:
    /// what hangs on it takes nobody's place.
    pub async fn connect(pool: &PgPool, channel: &str) -> Result<Self, sqlx::Error> {
        let options = pool.connect_options().as_ref().clone();
        // To be idle is what a listener is for; it looks after its connection itself.
        let options = options.options([("idle_session_timeout", "0")]);
        let own = super::options()
            .max_connections(1)
            .acquire_timeout(CONNECT_MAX)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options);
        let mut connection = PgListener::connect_with(&own).await?;
        connection.eager_reconnect(false);
        answered(connection.listen(channel)).await?;
        Ok(Self {
            connection,
            listen: format!("LISTEN \"{channel}\""),
        })
    }

    /// The next notification. After an error the connection is lost, with whatever was said since:
    /// another listener has to be connected, and then to look at what it may have missed.
    pub async fn recv(&mut self) -> Result<PgNotification, sqlx::Error> {
        loop {
            match timeout(QUIET_MAX, self.connection.try_recv()).await {
                Ok(Ok(Some(notification))) => return Ok(notification),
                Ok(Ok(None)) => {
                    return Err(io::Error::from(io::ErrorKind::ConnectionAborted).into());
                }
                Ok(Err(error)) => return Err(error),
                // Listening again changes nothing, and the answer shows that the connection works.
                Err(_) => {
                    answered(self.connection.execute(self.listen.as_str())).await?;
                }
            }
        }
    }
}
