//! Asks the witnesses to sign the newest checkpoint, by C2SP's tlog-witness.
//!
//! Sealing never waits for them: a witness that does not answer is asked again with the next checkpoint. One
//! that has signed a larger log than ours stops the sealing, since what we would sign next would be a fork.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use ledger::proof::{self, ProofError, StoredCheckpoint, WitnessVerifier};
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use sha2::{Digest as _, Sha256};
use tokio::time::MissedTickBehavior;

use super::sealer::Sealing;
use platform::core::Core;
use platform::outside::{CallOutcome, Service};

/// Larger than any answer: a note with a few signatures.
const ANSWER_MAX: usize = 65_536;

/// What goes wrong with one witness.
#[derive(Debug, thiserror::Error)]
enum WitnessError {
    #[error("it does not answer: {0}")]
    Silent(#[from] reqwest::Error),
    #[error("it answers {0}")]
    Refused(StatusCode),
    #[error("its answer is not a signature of the checkpoint")]
    Unsigned,
    #[error("it has signed {0} events, the log has {1}")]
    Ahead(i64, i64),
    #[error("{0}")]
    Log(#[from] ProofError),
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
}

/// A witness, as it is asked.
struct Asked<'a> {
    core: &'a Core,
    url: &'a str,
    key: WitnessVerifier,
}

/// An answer that was read to its end.
struct Answer {
    status: StatusCode,
    is_size: bool,
    text: String,
}

/// Asks the witnesses until the gateway stops, where there are any.
pub(super) fn start(core: &Core, sealing: &Arc<Sealing>) {
    let rules = &core.config.proof;
    if !rules.is_on || rules.witnesses.list.is_empty() {
        return;
    }
    let (state, sealing) = (core.clone(), Arc::clone(sealing));
    core.spawn(async move { run(&state, &sealing).await });
}

async fn run(core: &Core, sealing: &Sealing) {
    let rules = &core.config.proof.witnesses;
    let mut ticks = tokio::time::interval(Duration::from_millis(rules.every_ms));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // What went wrong last with each: it is logged once and not every minute.
    let mut troubles: Vec<Option<String>> = vec![None; rules.list.len()];
    // How far each has signed, as this process knows; one that was asked by another says so.
    let mut sizes = vec![0; rules.list.len()];
    // The largest log that a witness has shown to be ours.
    let mut largest = 0;
    loop {
        ticks.tick().await;
        let asking = rules
            .list
            .iter()
            .zip(&mut sizes)
            .map(|(entry, size)| async {
                let key = WitnessVerifier::new(&entry.key).map_err(|_| WitnessError::Unsigned)?;
                let url = entry.url.as_str();
                *size = Asked { core, url, key }.follow(*size).await?;
                Ok(())
            });
        let outcomes: Vec<Result<(), WitnessError>> = join_all(asking).await;
        for outcome in &outcomes {
            if let Err(WitnessError::Ahead(size, _)) = outcome {
                largest = largest.max(*size);
            }
        }
        // It stays so also where the witness is silent from now on.
        if let Ok(size) = proof::read::sealed_size(&core.pool).await {
            sealing.note_witnesses(largest > size);
        }
        for ((outcome, trouble), entry) in outcomes.into_iter().zip(&mut troubles).zip(&rules.list)
        {
            let message = outcome.err().map(|error| error.to_string());
            if message != *trouble
                && let Some(error) = &message
            {
                tracing::error!(
                    error,
                    witness = entry.url.as_str(),
                    "a witness has not signed"
                );
            }
            *trouble = message;
        }
    }
}

impl Asked<'_> {
    /// Has the newest checkpoint signed, unless this witness has signed it already: returns its size.
    async fn follow(&self, known: i64) -> Result<i64, WitnessError> {
        let Some(newest) = proof::latest(&self.core.pool).await? else {
            return self.compare().await;
        };
        if known > newest.size {
            return self.compare().await;
        }
        if known == newest.size {
            return Ok(known);
        }
        let answer = self.ask(known, &newest).await?;
        if answer.status != StatusCode::CONFLICT {
            return self.keep(&newest, &answer).await;
        }
        // It has signed what we do not know of: another gateway asked, or this database is an older one.
        let size = answer.text.trim_end().parse::<i64>().ok();
        let signed = size
            .filter(|_| answer.is_size)
            .ok_or(WitnessError::Unsigned)?;
        if signed > newest.size {
            return self.compare().await;
        }
        let answer = self.ask(signed, &newest).await?;
        self.keep(&newest, &answer).await
    }

    async fn ask(&self, old: i64, newest: &StoredCheckpoint) -> Result<Answer, WitnessError> {
        let path = proof::consistency(&self.core.pool, old, newest.size).await?;
        let body = proof::signing_request(old, &path, &newest.note);
        let url = format!("{}/add-checkpoint", self.url);
        self.send(self.core.http.post(url).body(body)).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Answer, WitnessError> {
        let call = self.core.http.begin(Service::Witness(self.key.name()));
        let mut response = match request.send().await {
            Ok(response) => response,
            Err(error) => {
                call.end(if error.is_connect() {
                    CallOutcome::NotConnected
                } else {
                    CallOutcome::Lost
                });
                return Err(error.into());
            }
        };
        let status = response.status();
        let kind = response.headers().get(CONTENT_TYPE);
        let is_size = kind.is_some_and(|kind| kind.as_bytes() == b"text/x.tlog.size");
        let mut bytes = Vec::new();
        while let Some(part) = response.chunk().await? {
            bytes.extend(part);
            if bytes.len() > ANSWER_MAX {
                return Err(WitnessError::Unsigned);
            }
        }
        call.end(CallOutcome::of_status(status.as_u16()));
        Ok(Answer {
            status,
            is_size,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }

    async fn keep(&self, newest: &StoredCheckpoint, answer: &Answer) -> Result<i64, WitnessError> {
        if answer.status != StatusCode::OK {
            return Err(WitnessError::Refused(answer.status));
        }
        let signed = self.key.find(&newest.note, &answer.text);
        let signed = signed.ok_or(WitnessError::Unsigned)?;
        proof::keep_cosignature(&self.core.pool, newest.size, &self.key, &signed).await?;
        Ok(newest.size)
    }

    /// Whether a witness has signed a larger log than ours. What it says counts for nothing; a checkpoint of our
    /// own key does, if it is larger than the log is by now.
    async fn compare(&self) -> Result<i64, WitnessError> {
        let origin = &self.core.config.proof.origin;
        let log = hex::encode(Sha256::digest(origin.as_bytes()));
        let url = format!("{}/{log}/checkpoint", self.url);
        let answer = self.send(self.core.http.get(url)).await?;
        if answer.status == StatusCode::NOT_FOUND {
            return Ok(0);
        }
        let keys = proof::keys(&self.core.pool).await?;
        let verifiers: Vec<String> = keys.into_iter().map(|key| key.verifier).collect();
        let shown = proof::open_note(&answer.text, &verifiers);
        let shown = shown.map_err(|_| WitnessError::Refused(StatusCode::CONFLICT))?;
        let size = proof::read::sealed_size(&self.core.pool).await?;
        if shown.size > size {
            return Err(WitnessError::Ahead(shown.size, size));
        }
        Ok(shown.size)
    }
}
