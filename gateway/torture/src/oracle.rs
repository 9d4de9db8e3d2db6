//! What must be true in the end, by everyone who knows something: the members' own counts,
//! the statement, the wallet, the outside world's records, the journal, and the operator's commands.

mod books;
mod outside;
mod statement;

use std::sync::Arc;

use serde_json::Value;

use crate::journal::{Fault, Journal};
use crate::member::{GAMES, Member};
use crate::money;
use crate::stack::Stack;
use crate::trouble::Trouble;
use crate::world::World;

pub(crate) use statement::Line;

/// A member in the end, with all that the product shows to it.
pub(crate) struct MemberView {
    pub(crate) member: Member,
    pub(crate) wallet: Value,
    /// The whole statement, the oldest line first.
    pub(crate) lines: Vec<Line>,
}

/// Holds everything against everything.
pub(crate) struct Oracle {
    pub(crate) stack: Arc<Stack>,
    pub(crate) world: World,
    pub(crate) journal: Journal,
}

impl Oracle {
    /// Looks at everything. What is wrong is in the journal afterwards.
    pub(crate) async fn judge(&self, members: Vec<Member>) -> Result<Vec<MemberView>, Trouble> {
        let mut views = Vec::new();
        for mut member in members {
            member.seen = self.head().await?;
            for game in 0..GAMES.len() {
                member.refresh(game).await;
            }
            let Some((wallet, _)) = member.settled().await else {
                member.is_stuck = true;
                member.find(Fault::Stuck, "the wallet does not come to rest");
                continue;
            };
            let Some(lines) = statement::read_all(&mut member).await else {
                member.find(Fault::Stuck, "the statement cannot be read");
                continue;
            };
            let one = MemberView {
                member,
                wallet,
                lines,
            };
            statement::audit(&one);
            self.compare_holdings(&one).await?;
            views.push(one);
        }
        self.compare_outside(&views).await?;
        self.compare_books(&views).await?;
        self.repeat_keys(&mut views).await?;
        self.run_checks().await?;
        Ok(views)
    }

    /// What the wallet shows, what the games hold, and what the member has counted.
    async fn compare_holdings(&self, view: &MemberView) -> Result<(), Trouble> {
        let member = &view.member;
        let shown = money::of(&view.wallet["wallet"]["amount"]).unwrap_or(-1);
        let last = view.lines.iter().rev().find_map(|line| line.balance);
        if shown != last.unwrap_or(0) {
            let seen = format!(
                "the wallet shows {} and the statement ends with {}",
                money::show(shown),
                money::show(last.unwrap_or(0))
            );
            member.find(Fault::Inconsistent, seen);
        }
        if !member.is_stuck {
            compare(member, "the main wallet", shown, member.purse.main);
        }
        for (game, name) in GAMES.iter().enumerate() {
            let standing = self.world.standing(name, &member.usernames[game]).await?;
            let slots = view.wallet["slots"].as_array().into_iter().flatten();
            let slot = slots.into_iter().find(|slot| slot["code"] == *name);
            let slot = slot.and_then(|slot| money::of(&slot["amount"]));
            if slot != Some(standing.balance) {
                let seen = format!(
                    "{name} holds {} and the wallet shows {slot:?}",
                    money::show(standing.balance)
                );
                member.find(Fault::Inconsistent, seen);
            }
            if !member.is_stuck {
                compare(member, name, standing.balance, member.purse.games[game]);
            }
        }
        Ok(())
    }

    /// A member's old keys, all over again: the same answers, and not one event.
    async fn repeat_keys(&self, views: &mut [MemberView]) -> Result<(), Trouble> {
        let before = self.head().await?;
        for one in views.iter_mut().filter(|one| !one.member.is_stuck) {
            for _ in 0..5 {
                one.member.repeat_old().await;
            }
        }
        let after = self.head().await?;
        if after != before {
            let seen = format!("old keys sent again made events {before} to {after}");
            self.journal.find(Fault::Doubled, None, seen);
        }
        Ok(())
    }

    async fn head(&self) -> Result<i64, Trouble> {
        let query = "select position from log_head";
        self.stack.database.number(query).await
    }

    /// The operator's own checks.
    async fn run_checks(&self) -> Result<(), Trouble> {
        for words in [&["verify"][..], &["audit"], &["reconcile", "24"]] {
            let (is_clean, said) = self.stack.operate(words).await?;
            if !is_clean {
                let said: String = said.chars().take(2_000).collect();
                let seen = format!("gateway {}: {said}", words.join(" "));
                self.journal.find(Fault::Inconsistent, None, seen);
            }
        }
        Ok(())
    }
}

fn compare(member: &Member, what: &str, shown: i64, counted: i64) {
    if shown != counted {
        let fault = if shown < counted {
            Fault::Lost
        } else {
            Fault::Invented
        };
        let (shown, counted) = (money::show(shown), money::show(counted));
        let seen = format!("{what} holds {shown}, by the answers it must be {counted}");
        member.find(fault, seen);
    }
}
