//! How long the product takes from the end of a fault until it works as before: every gateway says
//! that it is ready, and at each one a transfer goes through the database, a process and a game.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use serde_json::json;

use crate::journal::{Fault, Journal};
use crate::member::Member;
use crate::stack::Stack;
use crate::trouble::{PATIENCE, Trouble};

/// What a fault's end was followed by.
#[derive(Debug, Clone)]
pub(crate) struct Recovery {
    /// The kind of fault.
    pub(crate) after: String,
    /// Milliseconds until everything worked.
    pub(crate) millis: u64,
    /// The longest time in which no command ended well, in milliseconds, from the fault's beginning on.
    pub(crate) silence: u64,
}

/// Members that talk to one gateway each.
pub(crate) struct Probes {
    /// By the gateway's number.
    pub(crate) members: Vec<Member>,
    /// All recoveries so far.
    pub(crate) seen: Vec<Recovery>,
    pub(crate) stack: Arc<Stack>,
    pub(crate) journal: Journal,
}

impl Probes {
    /// Waits until everything works; `false` when it does not come to that.
    pub(crate) async fn recovered(&mut self, after: &str) -> Result<bool, Trouble> {
        let began = Instant::now();
        let stack = &self.stack;
        let tries = self
            .members
            .iter_mut()
            .enumerate()
            .map(async |(at, member)| {
                stack.await_ready(at).await?;
                let pair = [("WALLET", "pg"), ("pg", "WALLET")];
                let is_in = member.purse.games[0] > 0;
                let (from, to) = pair[usize::from(is_in)];
                member.transfer(from, to, 100).await;
                Ok::<_, Trouble>(())
            });
        let all = join_all(tries);
        let is_recovered = match tokio::time::timeout(PATIENCE, all).await {
            Ok(ends) => match ends.into_iter().collect::<Result<Vec<_>, _>>() {
                Ok(_) => true,
                Err(Trouble::Patience { .. }) => false,
                Err(trouble) => return Err(trouble),
            },
            Err(_) => false,
        };
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let silence = self.journal.silence();
        self.journal.note(
            json!({ "fault": after, "recovered": is_recovered, "millis": millis,
            "silence": silence }),
        );
        if is_recovered {
            self.seen.push(Recovery {
                after: after.to_owned(),
                millis,
                silence,
            });
        } else {
            for member in &mut self.members {
                // Which of them has its answer is not known.
                member.is_stuck = true;
            }
            let seen = format!("no recovery after {after} within {} s", PATIENCE.as_secs());
            self.journal.find(Fault::Stuck, None, seen);
        }
        Ok(is_recovered)
    }
}
