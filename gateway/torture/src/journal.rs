//! What was sent, what was answered and what was done to the product, one JSON object a line.
//!
//! A command is written here before it is sent, so whatever the product remembers can be traced to it.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::trouble::Trouble;

/// What a finding says about the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An answered command, or money that came in, has no effect.
    Lost,
    /// One command or fact has two effects.
    Doubled,
    /// An effect that no command explains, or of one that was refused.
    Invented,
    /// Two definite answers to one key differ.
    Contradicted,
    /// No definite answer has come although everything was whole again.
    Stuck,
    /// Two books of the product, or the product and the outside, disagree.
    Inconsistent,
    /// An answer 500, which no state of the world excuses.
    Internal,
    /// A program of the product ended by itself, and nothing excuses it.
    Ended,
}

impl Fault {
    /// As reports name it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Doubled => "doubled",
            Self::Invented => "invented",
            Self::Contradicted => "contradicted",
            Self::Stuck => "stuck",
            Self::Inconsistent => "inconsistent",
            Self::Internal => "internal",
            Self::Ended => "ended",
        }
    }

    /// All of them, in the order of a report.
    pub(crate) const ALL: [Self; 8] = [
        Self::Lost,
        Self::Doubled,
        Self::Invented,
        Self::Contradicted,
        Self::Stuck,
        Self::Inconsistent,
        Self::Internal,
        Self::Ended,
    ];
}

/// Something that the product did wrong.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) fault: Fault,
    /// Whose money, where it is a member's.
    pub(crate) member: Option<u32>,
    pub(crate) seen: String,
}

/// How much was done so far.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) commands: u64,
    /// Requests sent for them.
    pub(crate) sends: u64,
    /// Commands that ended with an effect.
    pub(crate) acked: u64,
    /// Commands that were refused for good.
    pub(crate) refused: u64,
    /// Lines that take back what a failed operation had moved.
    pub(crate) returns: u64,
    /// Old keys that were sent again.
    pub(crate) repeats: u64,
    /// Answers 503 or 429.
    pub(crate) put_off: u64,
    pub(crate) internal: u64,
    /// Requests without an answer.
    pub(crate) unanswered: u64,
}

/// The run's record. Copies write into the same one.
#[derive(Clone)]
pub(crate) struct Journal {
    began: Instant,
    kept: Arc<Mutex<Kept>>,
}

struct Kept {
    file: File,
    counts: Counts,
    findings: Vec<Finding>,
    /// When a command ended well last, and the longest time between two of them since it was asked.
    acked: Instant,
    silence: Duration,
}

impl Kept {
    /// The silence that has lasted until now counts as well.
    fn longest_silence(&self) -> Duration {
        self.silence.max(self.acked.elapsed())
    }
}

impl Journal {
    /// Begins a record in a folder.
    pub(crate) fn begin(folder: &Path) -> Result<Self, Trouble> {
        let path = folder.join("journal.jsonl");
        let file = File::create(&path).map_err(Trouble::file(&path))?;
        let kept = Kept {
            file,
            counts: Counts::default(),
            findings: Vec::new(),
            acked: Instant::now(),
            silence: Duration::ZERO,
        };
        Ok(Self {
            began: Instant::now(),
            kept: Arc::new(Mutex::new(kept)),
        })
    }

    /// Milliseconds since the run began.
    pub(crate) fn millis(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Writes a line; it is with the system before this returns.
    pub(crate) fn note(&self, mut line: Value) {
        line["t"] = json!(self.millis());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(kept.file, "{line}").expect("the journal's disk takes a line");
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.counts.acked;
        change(&mut kept.counts);
        if kept.counts.acked > before {
            kept.silence = kept.longest_silence();
            kept.acked = Instant::now();
        }
    }

    /// The longest time without a command that ended well, in milliseconds, since this was asked last.
    pub(crate) fn silence(&self) -> u64 {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = kept.longest_silence();
        kept.silence = Duration::ZERO;
        u64::try_from(longest.as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn counts(&self) -> Counts {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.counts
    }

    pub(crate) fn find(&self, fault: Fault, member: Option<u32>, seen: impl Into<String>) {
        let seen = seen.into();
        self.note(json!({ "finding": fault.word(), "member": member, "seen": seen }));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.findings.push(Finding {
            fault,
            member,
            seen,
        });
    }

    pub(crate) fn findings(&self) -> Vec<Finding> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.findings.clone()
    }
}
