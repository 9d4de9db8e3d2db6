//! What reads all of the journal, once each: the verification, views from the first event, and the
//! audit of the views.

use std::time::{Duration, Instant};

use ledger::JournalKey;
use ledger::proof::verify::{VerifyOptions, verify_database};
use projections::audit::{self, AuditOptions};
use projections::{View, rebuild};

use crate::layout::Layout;
use crate::settings::Settings;

const VERIFICATION: &str = "verification of everything";
const AUDIT: &str = "audit of every view";

/// What it took on each layout.
pub(crate) struct Whole {
    pub(crate) name: String,
    pub(crate) times: Vec<Duration>,
    /// The most memory that this program had, in kB.
    pub(crate) memory: Vec<u64>,
}

impl Whole {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            times: Vec::new(),
            memory: Vec::new(),
        }
    }

    async fn take<T>(&mut self, work: impl Future<Output = T>) -> T {
        forget_peak();
        let started = Instant::now();
        let done = work.await;
        self.times.push(started.elapsed());
        self.memory.push(peak());
        done
    }

    fn noted(self, settings: &Settings) -> Self {
        let Self {
            name,
            times,
            memory,
        } = &self;
        settings.note(&format!("{name}: {times:?}, {memory:?} kB"));
        self
    }
}

pub(crate) async fn measure(layouts: &[Layout], settings: &Settings) -> Vec<Whole> {
    let mut all = Vec::new();
    if settings.plan.wants(VERIFICATION) {
        all.push(verify(layouts, settings).await);
    }
    for view in &settings.views {
        let name = format!("rebuild of the view `{view}`");
        if !settings.plan.wants(&name) {
            continue;
        }
        let mut whole = Whole::new(&name);
        for layout in layouts {
            let key = JournalKey::default();
            let rebuilding = rebuild::run(&layout.pool, &key, *view, |_| {});
            let rebuilt = whole.take(rebuilding).await;
            assert!(rebuilt.expect("the events can be folded") > 0);
        }
        all.push(whole.noted(settings));
    }
    // Of a view that was not rebuilt there is nothing to audit.
    if settings.views.len() == View::ALL.len() && settings.plan.wants(AUDIT) {
        all.push(audit(layouts, settings).await);
    }
    all
}

async fn verify(layouts: &[Layout], settings: &Settings) -> Whole {
    let mut whole = Whole::new(VERIFICATION);
    for layout in layouts {
        let options = VerifyOptions::default();
        let verifying = verify_database(&layout.pool, &options, |_| {});
        let report = whole.take(verifying).await.expect("the server answers");
        assert_eq!(report.problems, []);
        assert!(report.events >= settings.events.cast_signed());
    }
    whole.noted(settings)
}

async fn audit(layouts: &[Layout], settings: &Settings) -> Whole {
    let mut whole = Whole::new(AUDIT);
    for layout in layouts {
        let auditing = audit::run(&layout.pool, AuditOptions::default(), |_| {});
        let report = whole.take(auditing).await.expect("the server answers");
        assert_eq!(report.findings, []);
        assert!(report.events >= settings.events.cast_signed());
    }
    whole.noted(settings)
}

/// The most memory that this program has had since it was asked to forget, in kB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|text| text.split_whitespace().next()?.parse().ok());
    peak.unwrap_or(0)
}

fn forget_peak() {
    // A kernel that does not know it keeps the peak.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
