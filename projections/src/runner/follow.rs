//! The tasks that follow the journal: one for the common round, and one for each separate view.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::Shared;
use super::pace::{BATCH_MAX, Pace, ROUND_FIRST};
use super::round::{FollowOutcome, Party, RoundError, is_news, read_checkpoints, round};
use crate::projection::{View, ViewError};

/// Follows the journal with all views of the common round, until the runner is stopped.
pub(super) async fn follow_together(shared: Arc<Shared>) {
    let stopped = shared.stop.clone();
    tokio::select! {
        () = stopped.cancelled() => {}
        () = keep_together(shared) => {}
    }
}

async fn keep_together(shared: Arc<Shared>) {
    find_checkpoints(&shared).await;
    let mut head = shared.head.subscribe();
    let mut pace = Pace::new();
    loop {
        let views = shared.together();
        if views.is_empty() {
            // A view that rejoins wakes this task.
            let _ = head.changed().await;
            continue;
        }
        let together = Party::Together(&views);
        let outcome = round(&shared, together, pace.batch_max, pace.patience).await;
        match &outcome {
            Ok(outcome) => {
                pace = Pace::new();
                for view in &views {
                    recover(&shared, *view);
                }
                part_with_laggards(&shared, &views);
                if *outcome == FollowOutcome::Idle {
                    wait_for_news(&shared, &views, &mut head).await;
                }
            }
            // An error about one view does not stop the others.
            Err(error) if let Some(view) = error.view() => {
                tracing::debug!(%view, %error, "view goes apart");
                part_with(&shared, view);
            }
            Err(error) => {
                for view in &views {
                    note(&shared, *view, error);
                }
                sleep(pace.after(error)).await;
            }
        }
    }
}

/// Follows the journal with one view until it shows all of it, then joins the others.
async fn follow_apart(shared: Arc<Shared>, view: View) {
    let stopped = shared.stop.clone();
    tokio::select! {
        () = stopped.cancelled() => {}
        () = catch_up(&shared, view) => {
            shared.line(view).progress().is_apart = false;
            // Nothing is heard, but they wake.
            shared.head.send_modify(|_| {});
        }
    }
}

async fn catch_up(shared: &Shared, view: View) {
    let mut pace = Pace::new();
    loop {
        let apart = Party::Apart(view);
        match round(shared, apart, pace.batch_max, pace.patience).await {
            Ok(outcome) => {
                pace = Pace::new();
                recover(shared, view);
                if outcome == FollowOutcome::Idle {
                    return;
                }
            }
            Err(RoundError::View {
                error: ViewError::Fold(error),
                ..
            }) if pace.batch_max > 1 => {
                // The events before the bad one are applied; then it comes first, and stops us.
                let as_of = *shared.line(view).as_of.borrow();
                let before = usize::try_from(error.position - as_of - 1);
                pace.batch_max = before.unwrap_or(1).max(1);
            }
            Err(error) => {
                note(shared, view, &error);
                sleep(pace.after(&error)).await;
            }
        }
    }
}

/// Finds out where the views are, and tries until it succeeds.
async fn find_checkpoints(shared: &Shared) {
    let mut pace = Pace::new();
    loop {
        let read = timeout(ROUND_FIRST, read_checkpoints(shared)).await;
        let error = match read {
            Ok(Ok(())) => return,
            Ok(Err(error)) => RoundError::Database(error),
            Err(_) => RoundError::Silent { view: None },
        };
        for view in View::ALL {
            note(shared, view, &error);
        }
        sleep(pace.after(&error)).await;
    }
}

/// Waits until there may be something to apply to views that show everything.
async fn wait_for_news(shared: &Shared, views: &[View], head: &mut watch::Receiver<i64>) {
    let as_of = |view: &View| *shared.line(*view).as_of.borrow();
    loop {
        let end = *head.borrow_and_update();
        if views.iter().any(|view| as_of(view) != end) || shared.together() != views {
            return;
        }
        tokio::select! {
            _ = head.changed() => continue,
            () = sleep(shared.look_every) => {}
        }
        match timeout(ROUND_FIRST, is_news(shared, views)).await {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) => return,
            // The next look, or the next commit, finds it.
            Ok(Err(error)) => tracing::debug!(%error, "the checkpoints are not seen"),
            Err(_) => tracing::debug!("the checkpoints are not seen in time"),
        }
    }
}

/// Lets views catch up by themselves that are further behind than one round goes: the others need
/// not wait for them.
fn part_with_laggards(shared: &Arc<Shared>, views: &[View]) {
    let as_of = |view: View| *shared.line(view).as_of.borrow();
    let head = *shared.head.borrow();
    let reach = i64::try_from(BATCH_MAX).unwrap_or(i64::MAX);
    for view in views {
        if head - as_of(*view) > reach {
            part_with(shared, *view);
        }
    }
}

fn part_with(shared: &Arc<Shared>, view: View) {
    shared.line(view).progress().is_apart = true;
    shared.tasks.spawn(follow_apart(Arc::clone(shared), view));
}

/// Notes why a view does not move: it waits for the database, or it has stopped.
fn note(shared: &Shared, view: View, error: &RoundError) {
    if error.is_passing() {
        tracing::warn!(%view, %error, "view waits for the database");
        return;
    }
    let why = error.to_string();
    let mut progress = shared.line(view).progress();
    if progress.stopped.as_ref() != Some(&why) {
        tracing::error!(%view, %error, "view has stopped and is not shown up to date");
    }
    progress.stopped = Some(why);
}

fn recover(shared: &Shared, view: View) {
    if shared.line(view).progress().stopped.take().is_some() {
        tracing::info!(%view, "view continues");
    }
}
