//! A command on its way to a definite answer: sent with one key until there is one.

use futures_util::future::join;
use rand::Rng;
use serde_json::{Value, json};

use crate::caller::{Body, Call, Reply, Verdict};
use crate::expectation::{QR_KEYS_STAY, REFUSALS_STAY};
use crate::journal::Fault;
use crate::member::{Member, Phase, Sent, position};
use crate::money;
use crate::trouble::PAUSE;

/// Of a hundred commands, so many are sent twice at once.
const TWICE: u32 = 15;

/// How a command ended.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Acked(Reply),
    /// Without one, for good.
    Refused(Reply),
    /// Not at all, although everything was whole again.
    Stuck,
}

impl Member {
    /// Sends a command until its end is known.
    pub(crate) async fn settle(&mut self, key: &str, call: &Call) -> Outcome {
        let shown = match &call.body {
            Body::Json(body) => body.clone(),
            Body::Picture(bytes) => json!({ "picture": bytes.len() }),
        };
        let started = json!({ "member": self.number, "key": key, "command": call.path,
            "body": shown });
        self.journal.note(started);
        self.journal.count(|it| it.commands += 1);
        let is_twice = self.dice.random_range(0..100) < TWICE;
        let answers = self.pursue(key, call, is_twice).await;
        for answer in &answers {
            self.seen = self.seen.max(position(&answer.body["position"]));
        }
        // Where a refusal is decided again, the effect of another sending counts.
        let is_acked = |it: &&Reply| Verdict::of(it) == Verdict::Acked;
        let effective = answers.iter().find(is_acked).or(answers.first());
        let Some(reply) = effective.cloned() else {
            self.is_stuck = true;
            self.find(Fault::Stuck, format!("{key} has no definite answer"));
            return Outcome::Stuck;
        };
        self.note_progress();
        for other in &answers {
            self.compare(key, &reply, other);
        }
        let sent = Sent {
            key: key.to_owned(),
            call: call.clone(),
            answers,
        };
        self.past.push(sent);
        if Verdict::of(&reply) == Verdict::Acked {
            self.journal.count(|it| it.acked += 1);
            self.journal
                .note(json!({ "member": self.number, "key": key, "outcome": "acked" }));
            Outcome::Acked(reply)
        } else {
            self.journal.count(|it| it.refused += 1);
            self.journal
                .note(json!({ "member": self.number, "key": key, "outcome": "refused" }));
            Outcome::Refused(reply)
        }
    }

    /// Definite answers; none when the run was given up before there was one.
    async fn pursue(&mut self, key: &str, call: &Call, is_twice: bool) -> Vec<Reply> {
        let mut round = 0_u32;
        loop {
            round += 1;
            let replies = if is_twice && round == 1 {
                let other = self.elsewhere();
                let (one, two) = join(
                    self.send_noted(&self.caller, key, call),
                    self.send_noted(&other, key, call),
                )
                .await;
                vec![one, two]
            } else {
                vec![self.send_noted(&self.caller, key, call).await]
            };
            let definite: Vec<Reply> = replies
                .iter()
                .flatten()
                .filter(|it| matches!(Verdict::of(it), Verdict::Acked | Verdict::Refused))
                .cloned()
                .collect();
            if !definite.is_empty() {
                return definite;
            }
            if *self.phase.borrow() == Phase::GiveUp {
                return Vec::new();
            }
            let is_pending = replies.iter().flatten().any(|it| it.status == 202);
            if !is_pending {
                self.caller.turn();
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// As the caller, but at the other gateway.
    fn elsewhere(&self) -> crate::caller::Caller {
        let mut other = self.caller.clone();
        other.turn();
        other
    }

    async fn send_noted(
        &self,
        caller: &crate::caller::Caller,
        key: &str,
        call: &Call,
    ) -> Option<Reply> {
        let at = caller.at();
        self.journal.count(|it| it.sends += 1);
        self.journal
            .note(json!({ "member": self.number, "key": key, "sent": at }));
        match caller.send(call, Some(key)).await {
            Ok(reply) => {
                self.journal
                    .note(json!({ "member": self.number, "key": key, "from": at,
                        "status": reply.status, "answer": shortened(&reply.body) }));
                if reply.status == 500 {
                    self.note_internal(key, &reply);
                }
                if matches!(reply.status, 429 | 503) {
                    self.journal.count(|it| it.put_off += 1);
                }
                Some(reply)
            }
            Err(lost) => {
                self.journal.count(|it| it.unanswered += 1);
                self.journal
                    .note(json!({ "member": self.number, "key": key, "from": at, "lost": lost }));
                None
            }
        }
    }

    /// Sends an old command again, long after it was over: the same answer, and nothing moves.
    pub(crate) async fn repeat_old(&mut self) {
        let keeps = |sent: &&Sent| {
            let is_refused = sent
                .answers
                .iter()
                .any(|it| Verdict::of(it) == Verdict::Refused);
            let is_qr = sent.call.path.starts_with("/qrcode");
            (REFUSALS_STAY || !is_refused) && (QR_KEYS_STAY || !is_qr)
        };
        let old: Vec<&Sent> = self.past.iter().filter(keeps).collect();
        if old.is_empty() {
            return;
        }
        let chosen = old[self.dice.random_range(0..old.len())];
        let (key, call) = (chosen.key.clone(), chosen.call.clone());
        let first = chosen.answers[0].clone();
        self.journal
            .note(json!({ "member": self.number, "key": key, "again": true }));
        self.journal.count(|it| it.repeats += 1);
        if let Some(again) = self.pursue(&key, &call, false).await.first() {
            self.note_progress();
            self.compare(&key, &first, again);
        } else {
            self.is_stuck = true;
            self.find(Fault::Stuck, format!("{key}, sent again, has no answer"));
        }
    }

    fn compare(&self, key: &str, one: &Reply, other: &Reply) {
        if let Some(difference) = differ(one, other) {
            let seen = format!(
                "{key} has two answers ({difference}): {} {} and {} {}",
                one.status,
                shortened(&one.body),
                other.status,
                shortened(&other.body)
            );
            self.find(Fault::Contradicted, seen);
        }
    }
}

/// How two definite answers to one key contradict each other. The wallet's balance may have changed
/// in between, so it is not looked at.
fn differ(one: &Reply, other: &Reply) -> Option<&'static str> {
    let (first, second) = (Verdict::of(one), Verdict::of(other));
    if !REFUSALS_STAY && (first == Verdict::Refused || second == Verdict::Refused) {
        return None;
    }
    if first != second {
        return Some("outcome");
    }
    if first == Verdict::Refused {
        let is_same = one.code() == other.code() && one.body["note"] == other.body["note"];
        return (!is_same).then_some("reason");
    }
    for name in ["id", "amount"] {
        if let (Some(a), Some(b)) = (one.text(name), other.text(name))
            && a != b
        {
            return Some(name);
        }
    }
    (moved(&one.body) != moved(&other.body)).then_some("legs")
}

/// The steps that have moved money: id, from, to and satang.
pub(crate) fn moved(body: &Value) -> Vec<(String, String, String, i64)> {
    let legs = match &body["legs"] {
        Value::Null => &body["data"]["legs"],
        legs => legs,
    };
    let text = |leg: &Value, name: &str| leg[name].as_str().unwrap_or_default().to_owned();
    let mut moved: Vec<_> = legs
        .as_array()
        .into_iter()
        .flatten()
        .filter(|leg| leg["status"] == "SUCCESS")
        .map(|leg| {
            let amount = money::of(&leg["amount"]).unwrap_or_default();
            (text(leg, "id"), text(leg, "from"), text(leg, "to"), amount)
        })
        .collect();
    moved.sort();
    moved
}

/// A body without what is long and says nothing here.
fn shortened(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("qrcode");
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, body: Value) -> Reply {
        Reply { status, body }
    }

    #[test]
    fn another_outcome_id_or_amount_is_a_contradiction_and_another_balance_is_not() {
        let one = reply(200, json!({ "id": "a", "balance": "1.00" }));
        let later = reply(200, json!({ "id": "a", "balance": "2.00" }));
        assert_eq!(differ(&one, &later), None);
        let other = reply(200, json!({ "id": "b" }));
        assert_eq!(differ(&one, &other), Some("id"));
        let refused = reply(422, json!({ "message": "MONEY_NOT_ENOUGH" }));
        let otherwise = reply(409, json!({ "message": "TRANSFER_FAIL" }));
        let found = |difference| REFUSALS_STAY.then_some(difference);
        assert_eq!(differ(&one, &refused), found("outcome"));
        assert_eq!(differ(&refused, &otherwise), found("reason"));
    }

    #[test]
    fn only_steps_that_succeeded_have_moved_money() {
        let body = json!({ "legs": [
            { "id": "1", "from": "pg", "to": "WALLET", "amount": "5.00", "status": "SUCCESS" },
            { "id": "2", "from": "WALLET", "to": "joker2", "amount": "5.00", "status": "FAILED" },
        ] });
        let first = ("1".to_owned(), "pg".to_owned(), "WALLET".to_owned(), 500);
        assert_eq!(moved(&body), [first]);
    }
}
