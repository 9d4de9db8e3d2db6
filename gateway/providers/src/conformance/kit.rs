//! The checks of a game provider, one after the other, about a player that they create.

use std::time::Duration;

use chrono::TimeDelta;
use ledger::wallet::NonDeliveryProof;
use ledger::{Currency, Money};
use platform::clock::{Clock, new_id};
use rust_decimal::Decimal;

use crate::answer::{CallAttempt, Outcome, Refusal};
use crate::game::{Game, GameError, Moved, Order};

/// The pause between two questions about a movement in progress.
const PAUSE: Duration = Duration::from_millis(100);

/// An address with letters that need encoding in a form, in JSON and in a query.
const RETURN_URL: &str = "https://wallet.example/กระเป๋า?ก=1&ข=2+3";

/// A password with every kind of character that a form encodes.
const PASSWORD: &str = "aB9&=+%#?/;";

/// A provider and the player that was created for the checks.
pub(super) struct Kit<'a> {
    pub(super) game: Game<'a>,
    /// Signs with another key.
    pub(super) stranger: Game<'a>,
    /// Has a clock that is ahead.
    pub(super) early: Game<'a>,
    pub(super) username: String,
    pub(super) clock: &'a Clock,
    pub(super) currency: Currency,
    /// How long a movement may be in progress.
    pub(super) patience: Duration,
}

pub(super) type Verdict = Result<(), String>;

impl Kit<'_> {
    /// Runs all checks, in an order in which each finds what it needs.
    pub(super) async fn run(&self) -> Vec<(&'static str, Verdict)> {
        vec![
            ("player", self.player().await),
            ("password", self.password().await),
            ("balance", self.nothing_at_first().await),
            ("transfer-in", self.moves(true).await),
            ("transfer-out", self.moves(false).await),
            ("repeat", self.repeat().await),
            ("conflict", self.conflict().await),
            ("refusal", self.refusal().await),
            ("lost-answer", self.lost_answer().await),
            ("not-seen", self.not_seen().await),
            ("last-word", self.last_word().await),
            ("amounts", self.amounts().await),
            ("balances", self.balances().await),
            ("list", self.list().await),
            ("play", self.play().await),
            ("session", self.session().await),
            ("signature", self.signature().await),
            ("clock", self.skew().await),
        ]
    }

    fn money(&self, units: i64, decimals: u32) -> Money {
        let decimals = decimals.min(self.currency.decimals());
        Money::try_new(Decimal::new(units, decimals), self.currency)
            .expect("a small amount with the currency's decimals")
    }

    fn order(&self, is_into_game: bool, amount: Money) -> Order {
        Order {
            request_id: new_id().to_string(),
            username: self.username.clone(),
            is_into_game,
            amount,
        }
    }

    async fn balance(&self) -> Result<Decimal, String> {
        let balance = self.game.balance(&self.username, self.currency);
        let balance = balance.await;
        let balance = balance.map_err(|error| format!("the balance: {}", of_error(&error)))?;
        Ok(balance.amount())
    }

    /// Requests a movement and waits while it is in progress.
    async fn make(&self, order: &Order) -> Outcome<Moved> {
        let give_up = self.clock.instant() + self.patience;
        let mut outcome = self.game.transfer(order, CallAttempt::First).await;
        while let Outcome::Unknown(seen) = &outcome
            && seen.ends_with("PROCESSING")
            && self.clock.instant() < give_up
        {
            tokio::time::sleep(PAUSE).await;
            outcome = self.game.status(order).await;
        }
        outcome
    }

    async fn made(&self, order: &Order) -> Result<Moved, String> {
        match self.make(order).await {
            Outcome::Done(moved) => Ok(moved),
            other => Err(format!("a transfer was not done: {other:?}")),
        }
    }

    /// Requires that the balance has changed by so much.
    async fn changed(&self, before: Decimal, change: Decimal) -> Verdict {
        let now = self.balance().await?;
        let expected = before + change;
        require(now == expected, || {
            format!("the balance is {now} and should be {expected}")
        })
    }

    async fn player(&self) -> Verdict {
        for attempt in ["", " again"] {
            let created = self
                .game
                .create_player(&self.username, "Secret12", self.currency);
            let created = created.await;
            created.map_err(|error| format!("not created{attempt}: {}", of_error(&error)))?;
        }
        Ok(())
    }

    async fn password(&self) -> Verdict {
        let set = self.game.set_password(&self.username, PASSWORD).await;
        set.map_err(|error| of_error(&error))
    }

    async fn nothing_at_first(&self) -> Verdict {
        self.changed(Decimal::ZERO, Decimal::ZERO).await
    }

    async fn moves(&self, is_into_game: bool) -> Verdict {
        let before = self.balance().await?;
        let amount = self.money(if is_into_game { 100 } else { 40 }, 0);
        let moved = self.made(&self.order(is_into_game, amount)).await?;
        require(
            moved.balance_before.is_none_or(|it| it.amount() == before),
            || "the balance before it is wrong".to_owned(),
        )?;
        let change = amount.amount();
        let change = if is_into_game { change } else { -change };
        self.changed(before, change).await
    }

    async fn repeat(&self) -> Verdict {
        let before = self.balance().await?;
        let order = self.order(true, self.money(5, 0));
        let first = self.made(&order).await?;
        match self.game.transfer(&order, CallAttempt::Again).await {
            Outcome::Done(again) if again.provider_tx == first.provider_tx => {}
            other => return Err(format!("a repeat is not answered as the first: {other:?}")),
        }
        self.changed(before, order.amount.amount()).await
    }

    async fn conflict(&self) -> Verdict {
        let before = self.balance().await?;
        let order = self.order(true, self.money(5, 0));
        self.made(&order).await?;
        let other = Order {
            amount: self.money(6, 0),
            ..order.clone()
        };
        let answer = self.game.transfer(&other, CallAttempt::Again).await;
        let is_open = matches!(answer, Outcome::Unknown(_) | Outcome::Contradiction(_));
        require(is_open, || {
            format!("the id was used with another amount, and that was answered: {answer:?}")
        })?;
        self.changed(before, order.amount.amount()).await
    }

    async fn refusal(&self) -> Verdict {
        let before = self.balance().await?;
        let missing = self.money(50, 0);
        let too_much = Money::try_new(before + missing.amount(), missing.currency());
        let order = self.order(false, too_much.map_err(|error| error.to_string())?);
        let answer = self.make(&order).await;
        require(matches!(answer, Outcome::Refused(_)), || {
            format!("more than the balance was taken out: {answer:?}")
        })?;
        // The money is there now, and the refusal must stay.
        self.made(&self.order(true, missing)).await?;
        let again = self.game.transfer(&order, CallAttempt::Again).await;
        require(!matches!(again, Outcome::Done(_)), || {
            "a refused transfer was done when it was repeated".to_owned()
        })?;
        let status = self.game.status(&order).await;
        // A provider may note no refusal, if it can be made to refuse the id for good.
        let is_refused = is_for_ever(&status)
            || (status == Outcome::NotSeen && is_for_ever(&self.game.resolve(&order).await));
        require(is_refused, || {
            format!("a refused transfer is not reported as refused: {status:?}")
        })?;
        self.changed(before, missing.amount()).await
    }

    async fn lost_answer(&self) -> Verdict {
        let order = self.order(true, self.money(7, 0));
        let moved = self.made(&order).await?;
        match self.game.status(&order).await {
            Outcome::Done(found) if found.provider_tx == moved.provider_tx => Ok(()),
            other => Err(format!("a transfer is not found by its id: {other:?}")),
        }
    }

    async fn not_seen(&self) -> Verdict {
        let order = self.order(true, self.money(1, 0));
        let status = self.game.status(&order).await;
        require(status == Outcome::NotSeen, || {
            format!("an id that nobody used is answered: {status:?}")
        })
    }

    /// What decides about a request whose answers were all lost: it holds for the request itself,
    /// which may arrive after it.
    async fn last_word(&self) -> Verdict {
        let before = self.balance().await?;
        let order = self.order(true, self.money(3, 0));
        let word = self.game.resolve(&order).await;
        let late = self.game.transfer(&order, CallAttempt::Again).await;
        match (&word, &late) {
            (Outcome::Done(word), Outcome::Done(late)) if word.provider_tx == late.provider_tx => {
                self.changed(before, order.amount.amount()).await
            }
            _ if is_for_ever(&word) && is_for_ever(&late) => {
                self.changed(before, Decimal::ZERO).await
            }
            _ => Err(format!(
                "decided: {word:?}; and when the request arrives: {late:?}"
            )),
        }?;
        self.last_word_about_what_was_done().await
    }

    /// A request that was done stays done, whatever became of its answer.
    async fn last_word_about_what_was_done(&self) -> Verdict {
        let before = self.balance().await?;
        let order = self.order(true, self.money(4, 0));
        let moved = self.made(&order).await?;
        match self.game.resolve(&order).await {
            Outcome::Done(word) if word.provider_tx == moved.provider_tx => {}
            other => return Err(format!("a transfer that was done is decided as {other:?}")),
        }
        self.changed(before, order.amount.amount()).await
    }

    async fn amounts(&self) -> Verdict {
        for (units, decimals) in [(1, 2), (1, 0), (999_999, 2), (1, 2)] {
            let before = self.balance().await?;
            let amount = self.money(units, decimals);
            self.made(&self.order(true, amount)).await?;
            self.changed(before, amount.amount()).await?;
        }
        Ok(())
    }

    async fn balances(&self) -> Verdict {
        let expected = vec![Some(self.balance().await?), None];
        let names = [self.username.clone(), "pr00000000".to_owned()];
        let balances = self.game.balances(&names).await;
        let mut balances = balances.map_err(|error| of_error(&error))?;
        // A wire may be finer than the wallet.
        for balance in balances.iter_mut().flatten() {
            *balance = balance.trunc_with_scale(self.currency.decimals());
        }
        require(balances == expected, || {
            format!("{balances:?}, and should be {expected:?}")
        })
    }

    async fn list(&self) -> Verdict {
        let order = self.order(false, self.money(2, 0));
        self.made(&order).await?;
        // The provider's clock may differ from ours.
        let (now, slack) = (self.clock.now(), TimeDelta::minutes(10));
        let list = self.game.movements(now - slack, now + slack).await;
        let list = list.map_err(|error| of_error(&error))?;
        let mut found = list.iter().filter(|it| it.request_id == order.request_id);
        let (Some(movement), None) = (found.next(), found.next()) else {
            return Err("a transfer is not listed exactly once".to_owned());
        };
        let is_right = !movement.is_into_game && movement.amount == order.amount.amount();
        require(is_right, || format!("listed as {movement:?}"))?;
        let earlier = self
            .game
            .movements(now - slack - slack, now - slack)
            .await
            .map_err(|error| of_error(&error))?;
        let is_outside = earlier.iter().all(|it| it.request_id != order.request_id);
        require(is_outside, || "listed in another period".to_owned())?;
        let single = self.game.movement(&order.request_id).await;
        let is_same = single
            .as_ref()
            .is_ok_and(|it| it.as_ref() == Some(movement));
        require(is_same, || {
            format!("by its id it is {single:?}, and in the list {movement:?}")
        })
    }

    async fn play(&self) -> Verdict {
        let play = self.game.play(&self.username, (None, None)).await;
        let play = play.map_err(|error| of_error(&error))?;
        let is_nothing = play.turnover.is_zero() && play.win_loss.is_zero();
        require(is_nothing, || format!("a new player has {play:?}"))
    }

    async fn session(&self) -> Verdict {
        let session = self.game.open_session(&self.username, "th", RETURN_URL);
        session.await.map(drop).map_err(|error| of_error(&error))
    }

    async fn signature(&self) -> Verdict {
        self.turned_away(&self.stranger, "SIGNATURE_INVALID").await
    }

    async fn skew(&self) -> Verdict {
        self.turned_away(&self.early, "TIMESTAMP_SKEW").await
    }

    /// Requires that a client's transfer is refused with a code, and changes nothing.
    async fn turned_away(&self, client: &Game<'_>, expected: &str) -> Verdict {
        let before = self.balance().await?;
        let order = self.order(true, self.money(1, 0));
        match client.transfer(&order, CallAttempt::First).await {
            Outcome::Refused(Refusal { code, .. }) if code == expected => {}
            other => return Err(format!("not refused with {expected}: {other:?}")),
        }
        let status = self.game.status(&order).await;
        require(status == Outcome::NotSeen, || {
            format!("what was turned away is known: {status:?}")
        })?;
        self.changed(before, Decimal::ZERO).await
    }
}

fn require(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

/// Whether an outcome proves that nothing under its id will ever move money.
fn is_for_ever(outcome: &Outcome<Moved>) -> bool {
    matches!(
        outcome,
        Outcome::Refused(Refusal {
            grounds: NonDeliveryProof::ForEver,
            ..
        })
    )
}

fn of_error(error: &GameError) -> String {
    match error {
        GameError::Refused(refusal) => refusal.code.clone(),
        GameError::Unreachable(seen) => seen.clone(),
    }
}
