//! The listeners: an accept loop with a bound on connections, on the time a request's head may
//! take, and on the time a graceful stop may take.
//!
//! `axum::serve` has no header time-out: a half-sent request would hold its connection without end.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::config::Network;

/// The address that a connection comes from.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Bits of an IPv6 address that distinguish customers' networks.
const NETWORK: u128 = !(u64::MAX as u128);

/// The address or network that limits count for an address. A customer of IPv6 has a network of
/// 2^64 addresses and may call from a new one each time; IPv4 within IPv6 counts as the IPv4
/// address.
pub fn counted_for(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & NETWORK)),
        plain @ IpAddr::V4(_) => plain,
    }
}

/// Bounds of a listener.
#[derive(Debug, Clone)]
pub struct ListenerLimits {
    /// Connections open at once; further ones wait in the system's queue.
    pub connections_max: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long requests in progress may take after a stop.
    pub drain: Duration,
    /// Connections that one address, of IPv6 one network, may hold; further ones are closed at once.
    pub per_address_max: usize,
    /// Networks whose addresses may hold as many as there are: the proxies that others come through.
    pub proxies: Vec<Network>,
}

impl Default for ListenerLimits {
    fn default() -> Self {
        Self {
            connections_max: 16_384,
            head: Duration::from_secs(20),
            drain: Duration::from_secs(25),
            per_address_max: 256,
            proxies: Vec::new(),
        }
    }
}

/// Who holds how many connections.
#[derive(Debug, Default)]
struct Holders(Mutex<HashMap<IpAddr, usize>>);

/// One connection of an address, counted until it is dropped.
#[derive(Debug)]
struct Held {
    holders: Arc<Holders>,
    peer: IpAddr,
}

impl Holders {
    /// Counts a connection, unless its address holds `most` already.
    fn hold(self: &Arc<Self>, peer: IpAddr, most: usize) -> Option<Held> {
        let peer = counted_for(peer);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(peer).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Held {
            holders: Arc::clone(self),
            peer,
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self
            .holders
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = counts.entry(self.peer) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// How a listener comes to its end.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// It is about to stop: clients get a request to reconnect, and reach another gateway.
    pub leaving: CancellationToken,
    /// It takes nothing new.
    pub stop: CancellationToken,
}

/// Serves until `stop`, then lets requests in progress end within their bound.
pub async fn serve(listener: TcpListener, router: Router, limits: ListenerLimits, ending: Ending) {
    let connections = TaskTracker::new();
    let permits = Arc::new(Semaphore::new(limits.connections_max));
    let holders = Arc::new(Holders::default());
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            break;
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ending.stop.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, or the peer has gone: a short pause lets others end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let address = peer.ip().to_canonical();
        let most = if limits.proxies.iter().any(|proxy| proxy.contains(address)) {
            usize::MAX
        } else {
            limits.per_address_max
        };
        let Some(held) = holders.hold(address, most) else {
            tracing::debug!("an address holds too many connections");
            continue;
        };
        let served = serve_connection(stream, peer, router.clone(), limits.head, ending.clone());
        connections.spawn(async move {
            served.await;
            drop((held, permit));
        });
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(limits.drain, connections.wait())
        .await
        .is_err()
    {
        tracing::warn!("connections were cut after the time for draining");
    }
}

/// Serves one connection; after `stop` it ends with the answer in progress.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    head: Duration,
    ending: Ending,
) {
    // Answers are small: waiting to fill a packet would only delay them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    let Ending { leaving, stop } = ending;
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let (router, leaving) = (router.clone(), leaving.clone());
        async move {
            let mut request = request.map(Body::new);
            request
                .extensions_mut()
                .insert(ConnectInfo(Peer(peer.ip().to_canonical())));
            let mut answer = router.oneshot(request).await?;
            if leaving.is_cancelled() {
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.as_mut().await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_of_ipv6_is_one_and_ipv4_is_itself_in_any_spelling() {
        for (one, other, are_same) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("203.0.113.9", "::ffff:203.0.113.9", true),
            ("203.0.113.9", "203.0.113.8", false),
            ("::ffff:203.0.113.9", "::ffff:203.0.113.8", false),
        ] {
            let found = counted_for(address(one)) == counted_for(address(other));
            assert_eq!(found, are_same, "{one} {other}");
        }
    }

    #[test]
    fn the_connections_of_a_network_are_counted_together() {
        let holders = Arc::new(Holders::default());
        let mut held: Vec<_> = (1..=3)
            .map(|host| holders.hold(address(&format!("2001:db8:1:2::{host}")), 3))
            .collect();
        assert!(held.iter().all(Option::is_some));
        assert!(holders.hold(address("2001:db8:1:2:9::9"), 3).is_none());
        assert!(holders.hold(address("2001:db8:1:3::1"), 3).is_some());
        held.pop();
        assert!(holders.hold(address("2001:db8:1:2:9::9"), 3).is_some());
        drop(held);
        assert!(holders.0.lock().unwrap().is_empty());
    }
}
