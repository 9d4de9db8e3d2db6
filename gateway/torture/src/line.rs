//! A line of bytes between two parties that can be cut, slowed, made silent or reset.
//!
//! A silent line answers nothing and ends nothing. The machine still acknowledges what is sent into
//! it, keepalive probes too, so it is the harder kind of half-open connection: only a bound of the
//! program's own finds out.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::trouble::Trouble;

const CHUNK: usize = 16 * 1024;

/// Where a line leads.
#[derive(Debug, Clone)]
pub(crate) enum Far {
    /// A port of this machine.
    Port(u16),
    /// A socket in the file system.
    Socket(PathBuf),
}

/// What a line does with what is sent into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Carries it.
    Carry,
    /// Resets every connection at once, old and new.
    Cut,
    /// Keeps it, and says nothing.
    Silent,
    /// Carries each piece after a wait.
    Slow(Duration),
}

#[derive(Debug, Clone, Copy)]
struct Weather {
    mode: Mode,
    /// Connections with a lower number stay silent.
    deaf_below: u64,
    /// Connections with a lower number are reset.
    dead_below: u64,
}

pub(crate) struct Line {
    here: SocketAddr,
    weather: watch::Sender<Weather>,
    far: Arc<Mutex<Far>>,
    next: Arc<AtomicU64>,
    open: Arc<AtomicU64>,
    carrying: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

impl Line {
    /// Opens a line on a separate port.
    pub(crate) async fn lay(far: Far) -> Result<Self, Trouble> {
        let wrong = |cause| Trouble::program("a line", cause);
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(wrong)?;
        let here = listener.local_addr().map_err(wrong)?;
        let weather = watch::Sender::new(Weather {
            mode: Mode::Carry,
            deaf_below: 0,
            dead_below: 0,
        });
        let far = Arc::new(Mutex::new(far));
        let (next, open) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let carrier = Carrier {
            weather: weather.subscribe(),
            far: Arc::clone(&far),
            next: Arc::clone(&next),
            open: Arc::clone(&open),
        };
        let carrying = tokio::spawn(carrier.accept(listener));
        Ok(Self {
            here,
            weather,
            far,
            next,
            open,
            carrying,
        })
    }

    pub(crate) fn port(&self) -> u16 {
        self.here.port()
    }

    /// Leads new connections elsewhere.
    pub(crate) fn lead(&self, far: Far) {
        *self.far.lock().unwrap_or_else(PoisonError::into_inner) = far;
    }

    /// Treats everything so from now on.
    pub(crate) fn set(&self, mode: Mode) {
        self.weather.send_modify(|weather| weather.mode = mode);
    }

    /// Silences the current connections; new ones carry data.
    pub(crate) fn deafen(&self) {
        let next = self.next.load(Ordering::SeqCst);
        self.weather
            .send_modify(|weather| weather.deaf_below = next);
    }

    /// Resets the connections of now; new ones carry.
    pub(crate) fn reset(&self) {
        let next = self.next.load(Ordering::SeqCst);
        self.weather
            .send_modify(|weather| weather.dead_below = next);
    }

    /// Connections that are open now.
    pub(crate) fn open(&self) -> u64 {
        self.open.load(Ordering::SeqCst)
    }

    /// Connections that there have been.
    pub(crate) fn seen(&self) -> u64 {
        self.next.load(Ordering::SeqCst)
    }
}

struct Carrier {
    weather: watch::Receiver<Weather>,
    far: Arc<Mutex<Far>>,
    next: Arc<AtomicU64>,
    open: Arc<AtomicU64>,
}

impl Carrier {
    async fn accept(self, listener: TcpListener) {
        loop {
            let Ok((near, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            };
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            let far = {
                let far = self.far.lock().unwrap_or_else(PoisonError::into_inner);
                far.clone()
            };
            let (weather, open) = (self.weather.clone(), Arc::clone(&self.open));
            tokio::spawn(async move {
                open.fetch_add(1, Ordering::SeqCst);
                carry(near, far, number, weather).await;
                open.fetch_sub(1, Ordering::SeqCst);
            });
        }
    }
}

async fn carry(mut near: TcpStream, far: Far, number: u64, mut weather: watch::Receiver<Weather>) {
    // A connection that comes about while the line is silent leads nowhere yet.
    if !allowed(number, &mut weather).await {
        hang_up(&near);
        return;
    }
    match far {
        Far::Port(port) => match TcpStream::connect(("127.0.0.1", port)).await {
            Ok(mut far) => {
                let _ = far.set_nodelay(true);
                let (from, to) = far.split();
                if !both_ways(&mut near, from, to, number, &weather).await {
                    hang_up(&far);
                    hang_up(&near);
                }
            }
            Err(_) => hang_up(&near),
        },
        Far::Socket(path) => match UnixStream::connect(path).await {
            Ok(mut far) => {
                let (from, to) = far.split();
                if !both_ways(&mut near, from, to, number, &weather).await {
                    hang_up(&near);
                }
            }
            Err(_) => hang_up(&near),
        },
    }
}

/// The other side sees a reset when this end is dropped.
fn hang_up(stream: &TcpStream) {
    // A connection that is over needs no reset.
    let _ = stream.set_zero_linger();
}

/// Whether both directions ended by themselves.
async fn both_ways<R, W>(
    near: &mut TcpStream,
    far_from: R,
    far_to: W,
    number: u64,
    weather: &watch::Receiver<Weather>,
) -> bool
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let _ = near.set_nodelay(true);
    let (near_from, near_to) = near.split();
    let there = pump(near_from, far_to, number, weather.clone());
    let back = pump(far_from, near_to, number, weather.clone());
    tokio::pin!(there, back);
    // A line that is reset ends both ways, whatever the other one still waits for.
    tokio::select! {
        is_whole = &mut there => is_whole && back.await,
        is_whole = &mut back => is_whole && there.await,
    }
}

/// Carries one direction; `false` when it was reset.
async fn pump<R, W>(
    mut from: R,
    mut to: W,
    number: u64,
    mut weather: watch::Receiver<Weather>,
) -> bool
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut piece = vec![0; CHUNK];
    loop {
        if !allowed(number, &mut weather).await {
            return false;
        }
        let length = tokio::select! {
            read = from.read(&mut piece) => match read {
                Ok(length) => length,
                Err(_) => return false,
            },
            _ = weather.changed() => continue,
        };
        // What came in as the line fell silent stays in it, the end of a connection too.
        if !allowed(number, &mut weather).await {
            return false;
        }
        let mode = weather.borrow().mode;
        if let Mode::Slow(wait) = mode {
            tokio::time::sleep(wait).await;
        }
        if length == 0 {
            return to.shutdown().await.is_ok();
        }
        tokio::select! {
            written = to.write_all(&piece[..length]) => if written.is_err() {
                return false;
            },
            () = reset(number, weather.clone()) => return false,
        }
    }
}

/// Returns when the connection may carry, or `false` when it is to be reset.
async fn allowed(number: u64, weather: &mut watch::Receiver<Weather>) -> bool {
    loop {
        let now = *weather.borrow_and_update();
        if now.mode == Mode::Cut || number < now.dead_below {
            return false;
        }
        if now.mode != Mode::Silent && number >= now.deaf_below {
            return true;
        }
        if weather.changed().await.is_err() {
            return false;
        }
    }
}

/// Returns when the connection is to be reset.
async fn reset(number: u64, mut weather: watch::Receiver<Weather>) {
    let is_dead = |now: &Weather| now.mode == Mode::Cut || number < now.dead_below;
    if weather.wait_for(is_dead).await.is_err() {
        std::future::pending::<()>().await;
    }
}
