//! Serves the sandbox, and really closes a connection without a reply where a fault asks for it.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::ServiceExt;

use crate::sandbox::Sandbox;
use crate::trouble::Unsent;
use crate::{bank, control, game, psp, slipok, sms, truemoney, witness};

const HEADER_WAIT: Duration = Duration::from_secs(15);
const STOP_WAIT: Duration = Duration::from_secs(3);

/// Ends a connection without a reply: hyper closes it when its service fails.
#[derive(Debug, thiserror::Error)]
#[error("the reply is not sent on purpose")]
struct NotSent;

/// The whole outside world as one router.
///
/// Served by other means than [`serve`], the faults that close connections answer 500 instead, the
/// calls for this machine only are refused, and no callback is sent.
pub fn router(sandbox: Sandbox) -> Router {
    Router::new()
        .merge(control::pages())
        .nest("/slipok", slipok::routes(&sandbox))
        .nest("/bank", bank::routes(&sandbox))
        .nest("/psp", psp::routes(&sandbox))
        .nest("/sms", sms::routes(&sandbox))
        .nest("/truemoney", truemoney::routes(&sandbox))
        .nest("/games/{provider}", game::routes(&sandbox))
        .nest("/witness", witness::routes(&sandbox))
        .nest("/__sandbox", control::routes())
        .fallback(async || crate::refusal::Refusal::NotFound)
        .with_state(sandbox)
}

/// Serves until `stop` is done; then open calls get a few seconds to end.
pub async fn serve(
    listener: TcpListener,
    sandbox: Sandbox,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let callbacks = tokio::spawn(psp::send_callbacks(sandbox.clone()));
    let router = router(sandbox);
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "accept");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let router = router.clone();
            // A caller that gives up must not stop what it asked for: the real world does not stop either.
            let work = tokio::spawn(router.oneshot(request));
            async move {
                match work.await {
                    Ok(Ok(response)) if response.extensions().get::<Unsent>().is_none() => {
                        Ok(response)
                    }
                    _ => Err(NotSent),
                }
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_WAIT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection");
            }
        });
    }
    drop(listener);
    // What was not delivered is written down: the next start continues with it.
    callbacks.abort();
    // A fault may hang for a minute; nobody waits for that.
    let _ended = tokio::time::timeout(STOP_WAIT, graceful.shutdown()).await;
    Ok(())
}
