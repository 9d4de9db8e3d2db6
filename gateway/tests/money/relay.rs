//! A line between the gateway and the outside world that can be cut, stopped, or made to lie.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use rand::Rng;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Carries bytes to the outside world until it is stopped.
pub(crate) struct Relay {
    here: SocketAddr,
    world: Arc<Mutex<Option<String>>>,
    carrying: Option<JoinHandle<()>>,
}

impl Relay {
    /// A line that leads nowhere until it is connected.
    pub(crate) async fn lay() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap();
        let world = Arc::default();
        let carrying = Some(carry(listener, Some(Arc::clone(&world))));
        Self {
            here,
            world,
            carrying,
        }
    }

    /// Where the gateway finds it.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.here)
    }

    /// Says where it leads.
    pub(crate) fn connect(&self, world: &str) {
        *self.world.lock().unwrap() = Some(world.trim_start_matches("http://").to_owned());
    }

    /// Every connection breaks, and no other comes about.
    pub(crate) async fn cut(&mut self) {
        if let Some(carrying) = self.carrying.take() {
            carrying.abort();
            // Its connections end with it.
            assert!(carrying.await.unwrap_err().is_cancelled());
        }
    }

    /// Connections come about, and nothing ever comes back.
    pub(crate) async fn swallow(&mut self) {
        self.cut().await;
        let listener = TcpListener::bind(self.here).await.unwrap();
        self.carrying = Some(carry(listener, None));
    }

    /// As if nothing had been.
    pub(crate) async fn repair(&mut self) {
        self.cut().await;
        let listener = TcpListener::bind(self.here).await.unwrap();
        self.carrying = Some(carry(listener, Some(Arc::clone(&self.world))));
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if let Some(carrying) = &self.carrying {
            carrying.abort();
        }
    }
}

fn carry(listener: TcpListener, world: Option<Arc<Mutex<Option<String>>>>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((mut near, _)) = listener.accept().await {
            let leads_to = world.as_ref().map(|world| world.lock().unwrap().clone());
            connections.spawn(async move {
                let world = match leads_to {
                    Some(Some(world)) => world,
                    // Not connected yet: it hangs up.
                    Some(None) => return,
                    None => std::future::pending().await,
                };
                let mut far = TcpStream::connect(world).await.unwrap();
                // Either side may hang up at any time.
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    })
}

/// Passes calls on and now and then says that another amount was moved than was.
pub(crate) struct Liar {
    pub(crate) url: String,
    world: Arc<Mutex<String>>,
    /// Replies of ten thousand that lie.
    pub(crate) share: Arc<AtomicU32>,
    calls: Arc<AtomicU32>,
    serving: JoinHandle<()>,
}

impl Drop for Liar {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Liar {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let world: Arc<Mutex<String>> = Arc::default();
        let share = Arc::new(AtomicU32::new(0));
        let calls = Arc::new(AtomicU32::new(0));
        let (http, to, lies, count) = (
            reqwest::Client::new(),
            Arc::clone(&world),
            Arc::clone(&share),
            Arc::clone(&calls),
        );
        let pass = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            let (http, lies) = (http.clone(), Arc::clone(&lies));
            let url = format!("{}{uri}", to.lock().unwrap());
            count.fetch_add(1, Ordering::SeqCst);
            async move {
                let makes = |path: &str| {
                    ["/transfers", "/transfer/make"]
                        .iter()
                        .any(|end| path.ends_with(end))
                };
                let is_transfer = method == Method::POST && makes(uri.path());
                let sent = http.request(method, url).headers(headers).body(body).send();
                // What is lost beyond is lost here as well.
                let Ok(reply) = sent.await else {
                    return cut_short();
                };
                let status = reply.status();
                let Ok(bytes) = reply.bytes().await else {
                    return cut_short();
                };
                let is_lie = is_transfer
                    && rand::rng().random_range(0..10_000) < lies.load(Ordering::SeqCst);
                let bytes = if is_lie { lie(&bytes) } else { bytes.to_vec() };
                (status, bytes).into_response()
            }
        };
        let router = axum::Router::new().fallback(pass);
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        Self {
            url,
            world,
            share,
            calls,
            serving,
        }
    }

    /// How many calls have come so far.
    pub(crate) fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }

    pub(crate) fn connect(&self, world: &str) {
        world.clone_into(&mut self.world.lock().unwrap());
    }
}

/// A connection that breaks before the reply is whole.
fn cut_short() -> Response {
    let broken = stream::once(async { Err::<Bytes, _>(std::io::Error::other("lost")) });
    Body::from_stream(broken).into_response()
}

fn lie(bytes: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(mut body) if body["status"] == "SUCCESS" => {
            body["amount"] = json!("12345.67");
            body.to_string().into_bytes()
        }
        Ok(mut body) if body["code"] == 0 => {
            body["amount"] = json!(1_234_567);
            body.to_string().into_bytes()
        }
        _ => bytes.to_vec(),
    }
}
