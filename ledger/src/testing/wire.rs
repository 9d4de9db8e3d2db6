//! A wire between a program under test and its database that can fall silent: nothing is carried
//! any more, and neither side is told.

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use super::TestDatabase;

/// How much of a message is carried at once.
const PIECE: usize = 65_536;

/// Connections made before this one are silent, by their number.
type SilentBefore = watch::Sender<u64>;

/// A wire to a test's database; its connections break when it is dropped.
pub struct Wire {
    url: String,
    options: PgConnectOptions,
    made: watch::Receiver<u64>,
    silent_before: SilentBefore,
    carrying: JoinHandle<()>,
}

impl Wire {
    /// Lays a wire to a database.
    ///
    /// # Panics
    ///
    /// When the machine has no free port.
    pub async fn to(database: &TestDatabase) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("there is a free port");
        let here = listener.local_addr().expect("it is bound").port();
        let server = database.connect_options();
        let (user, name) = (server.get_username(), server.get_database().unwrap_or(""));
        let url = format!("postgres://{user}@127.0.0.1:{here}/{name}?sslmode=disable");
        let options = url.parse().expect("its own URL parses");
        let (made, made_seen) = watch::channel(0);
        let (silent_before, silence) = watch::channel(0);
        let carrying = tokio::spawn(accept(listener, server, made, silence));
        Self {
            url,
            options,
            made: made_seen,
            silent_before,
            carrying,
        }
    }

    /// Where a program finds the database behind it, as its owner.
    #[must_use]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The same, for a pool.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// How many connections have been made through it.
    #[must_use]
    pub fn made(&self) -> u64 {
        *self.made.borrow()
    }

    /// All connections that are there fall silent, for good; new ones work.
    pub fn silence_old(&self) {
        self.silent_before.send_replace(self.made());
    }

    /// All connections fall silent, and so do new ones.
    pub fn silence(&self) {
        self.silent_before.send_replace(u64::MAX);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

async fn accept(
    listener: TcpListener,
    server: PgConnectOptions,
    made: watch::Sender<u64>,
    silence: watch::Receiver<u64>,
) {
    let mut connections = JoinSet::new();
    loop {
        let (client, _) = listener.accept().await.expect("it listens");
        let number = *made.borrow();
        made.send_replace(number + 1);
        let silence = silence.clone();
        let folder = match server.get_socket() {
            Some(folder) => Some(folder.clone()),
            None if server.get_host().starts_with('/') => Some(server.get_host().into()),
            None => None,
        };
        if let Some(folder) = folder {
            let path = folder.join(format!(".s.PGSQL.{}", server.get_port()));
            let far = UnixStream::connect(path).await;
            let far = far.expect("the test server answers");
            connections.spawn(carry(client, far, number, silence));
        } else {
            let address = (server.get_host().to_owned(), server.get_port());
            let far = TcpStream::connect(address).await;
            let far = far.expect("the test server answers");
            connections.spawn(carry(client, far, number, silence));
        }
    }
}

/// Waits until a connection is one of those that are silent.
async fn fallen_silent(number: u64, silence: &mut watch::Receiver<u64>) {
    // Without the wire's owner nobody is silent, and nobody is there.
    drop(silence.wait_for(|before| number < *before).await);
}

async fn carry(
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite + Unpin,
    number: u64,
    mut silence: watch::Receiver<u64>,
) {
    let (mut from_near, mut to_near) = near.into_split();
    let (mut from_far, mut to_far) = tokio::io::split(far);
    let (mut asked, mut answered) = (vec![0; PIECE], vec![0; PIECE]);
    loop {
        let carried = tokio::select! {
            biased;
            () = fallen_silent(number, &mut silence) => {
                // Both sides stay open: nobody hears that there is nobody.
                std::future::pending().await
            }
            read = from_near.read(&mut asked) => match read {
                Ok(count @ 1..) => to_far.write_all(&asked[..count]).await,
                _ => return,
            },
            read = from_far.read(&mut answered) => match read {
                Ok(count @ 1..) => to_near.write_all(&answered[..count]).await,
                _ => return,
            },
        };
        if carried.is_err() {
            return;
        }
    }
}
