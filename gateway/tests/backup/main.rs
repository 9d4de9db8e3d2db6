//! What is kept outside the running wallet, and what is removed from it: backups that are restored,
//! and members who are erased.
//!
//! A gateway, the sandbox and a separate database for each test.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

mod archive;
mod bucket;
mod copy;
mod erased;
mod forget;
mod life;
#[expect(dead_code, reason = "players are the same as in the stories of money")]
#[path = "../money/stage.rs"]
mod money;
mod partitions;
mod restored;
mod resumed;
mod script;
#[expect(dead_code, reason = "staff is the same as in the stories of support")]
#[path = "../support/stage.rs"]
mod stage;
