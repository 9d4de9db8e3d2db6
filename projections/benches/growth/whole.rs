//! What reads all of the journal, once each: the verification, and views from the first event.

use std::time::{Duration, Instant};

use ledger::JournalKey;
use ledger::proof::verify::{VerifyOptions, verify_database};
use projections::rebuild;

use crate::layout::Layout;
use crate::settings::Settings;

const VERIFICATION: &str = "verification of everything";

/// How long something took on each layout.
pub(crate) struct Whole {
    pub(crate) name: String,
    pub(crate) times: Vec<Duration>,
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
        let mut times = Vec::new();
        for layout in layouts {
            let started = Instant::now();
            let rebuilt = rebuild::run(&layout.pool, &JournalKey::default(), *view, |_| {}).await;
            assert!(rebuilt.expect("the events can be folded") > 0);
            times.push(started.elapsed());
        }
        settings.note(&format!("{name}: {times:?}"));
        all.push(Whole { name, times });
    }
    all
}

async fn verify(layouts: &[Layout], settings: &Settings) -> Whole {
    let mut times = Vec::new();
    for layout in layouts {
        let started = Instant::now();
        let report = verify_database(&layout.pool, &VerifyOptions::default(), |_| {}).await;
        let report = report.expect("the server answers");
        assert_eq!(report.problems, []);
        assert!(report.events >= settings.events.cast_signed());
        times.push(started.elapsed());
    }
    let name = VERIFICATION.to_owned();
    settings.note(&format!("{name}: {times:?}"));
    Whole { name, times }
}
