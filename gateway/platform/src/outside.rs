//! The HTTP client for calls of others: banks, payment services, games. Each call is counted.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use ledger::trace::TRACES;
use tracing::Span;
use tracing::field::Empty;

use super::metrics::{CallLabels, OutsideCalls};

/// An outside service. The operator's configuration names all of them, so they are few.
#[derive(Debug, Clone, Copy)]
pub enum Service<'a> {
    /// The bank that pays withdrawals.
    Bank,
    /// Says whether a slip is genuine.
    SlipChecker,
    /// The mobile wallet of gift links.
    Gift,
    /// The service that sends text messages.
    Sms,
    /// A payment service, by its bank code.
    Psp(&'a str),
    /// A game provider, by its code.
    Game(&'a str),
    /// A witness of the proof log, by its name.
    Witness(&'a str),
}

impl fmt::Display for Service<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bank => f.write_str("bank"),
            Self::SlipChecker => f.write_str("slip_checker"),
            Self::Gift => f.write_str("gift"),
            Self::Sms => f.write_str("sms"),
            Self::Psp(code) => write!(f, "psp:{code}"),
            Self::Game(code) => write!(f, "game:{code}"),
            Self::Witness(name) => write!(f, "witness:{name}"),
        }
    }
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// There is an answer, which may be a refusal.
    Answered,
    /// The answer has a status of 500 or above.
    Failed,
    /// Nothing was sent.
    NotConnected,
    /// No answer, or half of one: it may have been carried out.
    Lost,
}

impl CallOutcome {
    /// Of an answer that was read to its end.
    pub const fn of_status(status: u16) -> Self {
        if status >= 500 {
            Self::Failed
        } else {
            Self::Answered
        }
    }

    /// The word of the metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Failed => "failed",
            Self::NotConnected => "not_connected",
            Self::Lost => "lost",
        }
    }
}

/// The client; cheap to clone.
#[derive(Debug, Clone)]
pub struct OutsideClient {
    http: reqwest::Client,
    calls: Arc<OutsideCalls>,
}

impl Deref for OutsideClient {
    type Target = reqwest::Client;

    fn deref(&self) -> &reqwest::Client {
        &self.http
    }
}

impl OutsideClient {
    /// A client whose calls are counted in `calls`.
    pub const fn new(http: reqwest::Client, calls: Arc<OutsideCalls>) -> Self {
        Self { http, calls }
    }

    /// Starts the time of a call. Dropping it without an outcome counts as giving up.
    ///
    /// No header with the trace's id goes along: it would show others how we are built and which
    /// of our calls belong together, and they send no spans to our collector.
    pub fn begin(&self, service: Service<'_>) -> CallUnderWay {
        CallUnderWay {
            span: tracing::info_span!(
                target: TRACES,
                "outside call",
                otel.kind = "client",
                otel.status_code = Empty,
                wallet.service = %service,
                wallet.outcome = Empty,
            ),
            calls: Arc::clone(&self.calls),
            service: service.to_string(),
            since: Instant::now(),
            outcome: CallOutcome::Lost,
        }
    }
}

/// A call; it is counted when it is dropped.
#[must_use]
#[derive(Debug)]
pub struct CallUnderWay {
    calls: Arc<OutsideCalls>,
    service: String,
    since: Instant,
    outcome: CallOutcome,
    span: Span,
}

impl CallUnderWay {
    /// The call is over.
    pub fn end(mut self, outcome: CallOutcome) {
        self.outcome = outcome;
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        let labels = CallLabels {
            service: std::mem::take(&mut self.service),
            outcome: self.outcome.as_str(),
        };
        self.calls.note(&labels, self.since.elapsed());
        self.span.record("wallet.outcome", labels.outcome);
        if self.outcome != CallOutcome::Answered {
            self.span.record("otel.status_code", "ERROR");
        }
    }
}
