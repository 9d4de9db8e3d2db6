//! A door before servers that tests open, turn and shut: what a proxy before a cluster does.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

use super::eventually;

/// Where the door leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// Nowhere: connections are taken and closed.
    Shut,
    /// Nowhere: connections are taken, and nothing is ever answered.
    Silent,
    /// To the server behind this socket.
    To(PathBuf),
    /// To the server at this host and port.
    ToAddress(String, u16),
}

impl Way {
    /// To the server that is reached with these options.
    #[must_use]
    pub fn to_server_of(options: &PgConnectOptions) -> Self {
        let file = format!(".s.PGSQL.{}", options.get_port());
        match options.get_socket() {
            Some(folder) => Self::To(folder.join(file)),
            None if options.get_host().starts_with('/') => {
                Self::To(PathBuf::from(options.get_host()).join(file))
            }
            None => Self::ToAddress(options.get_host().to_owned(), options.get_port()),
        }
    }
}

/// A port on this machine that leads where it is told.
pub struct Switch {
    port: u16,
    way: watch::Sender<Way>,
    cut: watch::Sender<()>,
    arrivals: Arc<AtomicUsize>,
}

impl Switch {
    /// A door that leads there.
    pub async fn lay(way: Way) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("this machine has a port");
        let port = listener.local_addr().expect("it is bound").port();
        let way = watch::Sender::new(way);
        let cut = watch::Sender::new(());
        let arrivals = Arc::default();
        let accepting = accept(
            listener,
            way.subscribe(),
            cut.subscribe(),
            Arc::clone(&arrivals),
        );
        tokio::spawn(accepting);
        Self {
            port,
            way,
            cut,
            arrivals,
        }
    }

    /// Leads elsewhere from now on; the connections of before end.
    pub fn turn(&self, way: Way) {
        self.way.send_replace(way);
        self.cut.send_replace(());
    }

    /// As [`Self::turn`], for new connections only: those that are made stay as they are.
    pub fn turn_later(&self, way: Way) {
        self.way.send_replace(way);
    }

    /// Waits until so many connections have been made, whatever became of them.
    pub async fn arrived(&self, wanted: usize) {
        eventually("connections are made", async || {
            let count = self.arrivals.load(Ordering::SeqCst);
            if count >= wanted { Ok(()) } else { Err(count) }
        })
        .await;
    }

    /// How many connections have been made.
    #[must_use]
    pub fn arrivals(&self) -> usize {
        self.arrivals.load(Ordering::SeqCst)
    }

    /// How a database is reached through it.
    #[must_use]
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.port)
            .username("postgres")
            .database(database)
            .ssl_mode(PgSslMode::Disable)
    }

    /// As [`Self::connect_options`], for another process.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }
}

async fn accept(
    listener: TcpListener,
    way: watch::Receiver<Way>,
    cut: watch::Receiver<()>,
    arrivals: Arc<AtomicUsize>,
) {
    // Ends with the switch: nobody turns it any more.
    while way.has_changed().is_ok() {
        let Ok((near, _)) = listener.accept().await else {
            return;
        };
        arrivals.fetch_add(1, Ordering::SeqCst);
        let mut cut = cut.clone();
        cut.mark_unchanged();
        let way = way.borrow().clone();
        tokio::spawn(async move {
            tokio::select! {
                () = carry(near, way) => {}
                _ = cut.changed() => {}
            }
        });
    }
}

/// Either side may hang up at any time.
async fn carry(mut near: TcpStream, way: Way) {
    match way {
        Way::Shut => {}
        Way::Silent => std::future::pending().await,
        Way::To(socket) => {
            if let Ok(mut far) = UnixStream::connect(socket).await {
                drop(tokio::io::copy_bidirectional(&mut near, &mut far).await);
            }
        }
        Way::ToAddress(host, port) => {
            if let Ok(mut far) = TcpStream::connect((host, port)).await {
                drop(tokio::io::copy_bidirectional(&mut near, &mut far).await);
            }
        }
    }
}
