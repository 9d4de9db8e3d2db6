//! Turns at wallets that other processes write to as well.
//!
//! Without turns the process that has written last knows the wallet's end and is always faster: the
//! others decide again and again, and turn commands away in the end. Turns say who is next, and
//! nothing else: what may be written is still compared with the head, turn or not.
//!
//! They are advisory locks of the writer's session, so that they end with it. No batch waits for one
//! while it holds a row, and all take them in ascending order of the wallets.

use std::collections::HashMap;

use sqlx::PgConnection;
use uuid::Uuid;

use super::line::within;
use crate::id::WalletId;

/// A wallet where nobody else was met so many times in a row is this process's alone.
const ALONE_AFTER: u32 = 64;

/// The wallets at which other processes were met lately.
#[derive(Default)]
pub(super) struct Turns {
    /// How often nobody else may yet be met there.
    shared: HashMap<WalletId, u32>,
    are_taken: bool,
}

impl Turns {
    /// Another process has written to the wallet.
    pub(super) fn note_other(&mut self, wallet_id: WalletId) {
        self.shared.insert(wallet_id, ALONE_AFTER);
    }

    /// Nobody else has written to the wallet meanwhile.
    pub(super) fn note_alone(&mut self, wallet_id: WalletId) {
        if let Some(left) = self.shared.get_mut(&wallet_id) {
            *left -= 1;
            if *left == 0 {
                self.shared.remove(&wallet_id);
            }
        }
    }

    /// Whether it takes a turn to write to the wallet.
    pub(super) fn is_shared(&self, wallet_id: WalletId) -> bool {
        self.shared.contains_key(&wallet_id)
    }

    /// Waits for the turns at those of the wallets that take one; they are in ascending order.
    pub(super) async fn take(
        &mut self,
        connection: &mut PgConnection,
        wallets: &[WalletId],
    ) -> Result<(), sqlx::Error> {
        let shared = wallets.iter().filter(|it| self.is_shared(**it));
        let shared: Vec<Uuid> = shared.map(|it| it.0).collect();
        if shared.is_empty() {
            return Ok(());
        }
        self.are_taken = true;
        within(sqlx::query!("select journal_take_turns($1)", &shared).fetch_one(&mut *connection))
            .await?;
        Ok(())
    }

    /// Gives all of them back.
    pub(super) async fn give_back(
        &mut self,
        connection: &mut PgConnection,
    ) -> Result<(), sqlx::Error> {
        self.are_taken = false;
        let given = sqlx::query!("select pg_advisory_unlock_all()").fetch_one(connection);
        within(given).await?;
        Ok(())
    }

    /// Whether there are turns to give back.
    pub(super) fn are_taken(&self) -> bool {
        self.are_taken
    }
}
