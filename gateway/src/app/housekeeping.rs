//! Background work: notices to sockets, ends of sessions, and deletion of expired rows.

use std::time::Duration;

use projections::View;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use crate::api::sockets::desk;
use crate::api::state::AppState;
use backoffice::review::work_claim;
use backoffice::settings;
use backoffice::staff;
use members::{notice, otp, session, throttle};
use payments::gift::work as gift;
use platform::database::within;
use platform::files::abandoned;
use platform::revocation;

/// The view's name in notices about open work, of which members see only QR orders.
const QR: &str = "qr";
const SWEEP_EVERY: Duration = Duration::from_mins(10);
const SWEEP_FILES_EVERY: Duration = Duration::from_hours(24);

/// How long each of these may take; a longer one is on a silent connection.
const WATCH_TAKES_MAX: Duration = Duration::from_secs(5);
const SWEEP_TAKES_MAX: Duration = Duration::from_mins(5);

/// Starts all of it, until the gateway stops.
pub(crate) async fn start(state: &AppState) {
    settings::start(state, &state.settings).await;
    state.spawn(pass_notices(state.clone()));
    state.spawn(watch_sessions(state.clone()));
    state.spawn(sweep(state.clone()));
    state.spawn(sweep_files(state.clone()));
    state.spawn(desk::notify_staff(state.clone()));
}

/// Notifies sockets of changes in the views that screens show.
async fn pass_notices(state: AppState) {
    let mut notices = state.projections.subscribe();
    loop {
        match notices.recv().await {
            Ok(notice) => {
                let view = match notice.view {
                    View::Wallet | View::Statement | View::Slip | View::Reward => {
                        notice.view.name()
                    }
                    // An order that is made, paid or over: every screen that shows it reloads.
                    View::OpenWork if notice.is_about_qr => QR,
                    View::TrialBalance | View::OpenWork => continue,
                };
                state
                    .live
                    .notify_changed(notice.wallet_id, view, notice.position);
            }
            // The missed notices are unknown, so every client reads again.
            Err(RecvError::Lagged(_)) => {
                for view in [View::Wallet, View::Statement, View::Slip, View::Reward] {
                    let as_of = state.projections.as_of(view);
                    state.live.notify_all_changed(view.name(), as_of);
                }
                let as_of = state.projections.as_of(View::OpenWork);
                state.live.notify_all_changed(QR, as_of);
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Closes the sockets of sessions that have ended: by time, by another process, or because the
/// member was deactivated.
async fn watch_sessions(state: AppState) {
    loop {
        tokio::time::sleep(state.config.paces.watch).await;
        watch_guests(&state).await;
        watch_staff(&state).await;
        let open = state.live.sessions();
        if open.is_empty() {
            continue;
        }
        match within(WATCH_TAKES_MAX, session::ended_among(&state, &open)).await {
            Ok(ended) => {
                for session_id in ended {
                    state.live.end_session(session_id);
                }
            }
            Err(error) => tracing::warn!(%error, "sessions cannot be watched"),
        }
    }
}

/// Like sessions: a guest who has become a member on another gateway is no longer a guest.
async fn watch_guests(state: &AppState) {
    let open = state.live.guests();
    if open.is_empty() {
        return;
    }
    match within(WATCH_TAKES_MAX, chat::guest::ended_among(state, &open)).await {
        Ok(ended) => {
            for guest in ended {
                state.live.end_session(guest);
            }
        }
        Err(error) => tracing::warn!(%error, "guests cannot be watched"),
    }
}

/// Like sessions of members: the socket of a disabled staff member closes.
async fn watch_staff(state: &AppState) {
    let open = state.live.staff_sessions();
    if open.is_empty() {
        return;
    }
    match within(WATCH_TAKES_MAX, staff::session::ended_among(state, &open)).await {
        Ok(ended) => {
            for session_id in ended {
                state.live.end_session(session_id);
            }
        }
        Err(error) => tracing::warn!(%error, "sessions of staff cannot be watched"),
    }
}

async fn sweep(state: AppState) {
    loop {
        if timeout(SWEEP_TAKES_MAX, sweep_once(&state)).await.is_err() {
            tracing::warn!("old rows stay: forgetting them took too long");
        }
        tokio::time::sleep(SWEEP_EVERY).await;
    }
}

async fn sweep_once(state: &AppState) {
    let now = state.clock.now();
    for swept in [
        session::sweep(&state.pool, now).await,
        staff::session::sweep(&state.pool, now).await,
        staff::place::sweep(&state.pool, now).await,
        staff::refusal::record_past(state).await,
        work_claim::sweep(&state.pool, now).await,
        otp::sweep(&state.pool, now).await,
        revocation::sweep(&state.pool).await,
        throttle::sweep(&state.pool, now).await,
        notice::sweep(&state.pool, now).await,
        gift::sweep(&state.payments).await,
        chat::guest::sweep(&state.pool, now, state.config.chat.guest_days).await,
        chat::file::sweep(state, now, state.config.chat.file_days).await,
    ] {
        if let Err(error) = swept {
            tracing::warn!(%error, "old rows stay");
        }
    }
}

/// Reports at once if the store of files does not answer. Transfers and withdrawals work without
/// it, so the gateway starts anyway.
pub(super) fn check_files(state: &AppState) {
    let files = state.files.clone();
    state.spawn(async move {
        if let Err(error) = files.check().await {
            tracing::error!(%error, "the store of files does not answer");
        }
    });
}

/// Each file is looked at, so this is done rarely, and not soon after a start:
/// an operator who restored a wrong copy of the database must notice before a file is deleted.
async fn sweep_files(state: AppState) {
    loop {
        tokio::time::sleep(SWEEP_FILES_EVERY).await;
        match within(
            SWEEP_TAKES_MAX,
            abandoned::sweep(&state.pool, &state.files, state.clock.now()),
        )
        .await
        {
            Ok(0) => {}
            Ok(gone) => tracing::info!(gone, "files that no row names were removed"),
            Err(error) => tracing::warn!(%error, "abandoned files stay"),
        }
    }
}
