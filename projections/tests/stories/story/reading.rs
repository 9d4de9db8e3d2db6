//! The statement as a player reads it.

use ledger::Money;
use projections::Projections;
use projections::statement::{self, Direction, StatementLine, StatementQuery};

use super::{Story, baht, wallet};

/// Reads the lines from the oldest on, as a player with a pencil does.
pub(crate) fn add_up(lines: &[StatementLine]) -> Money {
    let mut held = baht("0");
    for line in lines.iter().rev() {
        held = match line.direction {
            Direction::In => held.checked_add(line.amount).unwrap(),
            Direction::Out => held.checked_sub(line.amount).unwrap(),
            Direction::None => held,
        };
        match line.direction {
            Direction::None => assert_eq!(line.balance, None, "{line:?}"),
            _ => assert_eq!(line.balance, Some(held), "{line:?}"),
        }
    }
    held
}

impl Story {
    /// The whole statement of a player, newest first.
    pub(crate) async fn all_lines(&self, player: u128) -> Vec<StatementLine> {
        let mut query = StatementQuery {
            limit: 100,
            ..StatementQuery::default()
        };
        let mut lines = Vec::new();
        loop {
            let page = statement::page(&self.database.pool(), wallet(player), &query)
                .await
                .unwrap();
            lines.extend(page.lines);
            if page.next_cursor.is_none() {
                assert_eq!(page.total, i64::try_from(lines.len()).unwrap());
                return lines;
            }
            query.cursor = page.next_cursor;
        }
    }

    /// The player's statement adds up to what the home screen shows.
    pub(crate) async fn check_statement(&self, running: &Projections, player: u128) {
        self.catch_up(running).await;
        let shown = projections::wallet::find(&self.database.pool(), wallet(player))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(add_up(&self.all_lines(player).await), shown.main);
    }
}
