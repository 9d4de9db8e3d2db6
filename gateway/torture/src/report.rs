//! The outcome of a run, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use crate::equipment::Skipped;
use crate::expectation::ACKED_MIN;
use crate::fault::recovery::Recovery;
use crate::journal::{Fault, Finding, Journal};
use crate::options::RunOptions;
use crate::trouble::Trouble;

/// A recovery is to take no longer, in milliseconds. On a busy machine it may, so it fails nothing.
const GOAL: u64 = 30_000;

/// What a run came to.
pub(crate) struct Report {
    /// Faults that were carried out, by kind.
    pub(crate) struck: BTreeMap<String, u64>,
    /// Kinds of faults that were planned.
    pub(crate) planned: Vec<String>,
    /// How long each recovery took.
    pub(crate) recoveries: Vec<Recovery>,
    /// How often each program ended without having been killed.
    pub(crate) own_ends: BTreeMap<String, u32>,
    /// Faults that the machine does not allow.
    pub(crate) skipped: Vec<Skipped>,
}

impl Report {
    /// Why the run says nothing, if it does not.
    fn vacuum(&self, journal: &Journal) -> Vec<String> {
        let mut empty = Vec::new();
        let acked = journal.counts().acked;
        if acked < ACKED_MIN {
            empty.push(format!(
                "only {acked} commands had an effect, {ACKED_MIN} must"
            ));
        }
        if self.planned.is_empty() {
            empty.push("no fault was planned".to_owned());
        }
        for kind in &self.planned {
            if !self.struck.contains_key(kind) {
                empty.push(format!("{kind} was never carried out"));
            }
        }
        empty
    }

    fn slowest(&self) -> (u64, u64) {
        let mut millis: Vec<u64> = self.recoveries.iter().map(|it| it.millis).collect();
        millis.sort_unstable();
        let at = (millis.len() * 95).div_ceil(100).saturating_sub(1);
        let p95 = millis.get(at).copied().unwrap_or_default();
        (p95, millis.last().copied().unwrap_or_default())
    }

    /// Writes report.json and answers what people read, and whether the run passed.
    pub(crate) fn conclude(
        &self,
        options: &RunOptions,
        journal: &Journal,
    ) -> Result<(String, bool), Trouble> {
        let findings = journal.findings();
        let empty = self.vacuum(journal);
        let is_passed = findings.is_empty() && empty.is_empty();
        let path = options.out.join("report.json");
        let report = self.as_json(options, journal, &findings, &empty);
        fs::write(&path, format!("{report:#}\n")).map_err(Trouble::file(&path))?;
        Ok((self.as_text(options, journal, &findings, &empty), is_passed))
    }

    fn as_json(
        &self,
        options: &RunOptions,
        journal: &Journal,
        findings: &[Finding],
        empty: &[String],
    ) -> Value {
        let counts = journal.counts();
        let (p95, max) = self.slowest();
        let mut by_kind: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for it in &self.recoveries {
            by_kind.entry(&it.after).or_default().push(it.millis);
        }
        let mut silences: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for it in &self.recoveries {
            silences.entry(&it.after).or_default().push(it.silence);
        }
        let shown: Vec<Value> = findings
            .iter()
            .map(|it| json!({ "fault": it.fault.word(), "member": it.member, "seen": it.seen }))
            .collect();
        let skipped: Vec<Value> = self
            .skipped
            .iter()
            .map(|it| json!({ "faults": it.faults, "reason": it.reason }))
            .collect();
        let mut report = json!({
            "passed": findings.is_empty() && empty.is_empty(), "seed": options.seed, "clients": options.clients,
            "standby": options.has_standby, "machines": options.has_machines, "millis": journal.millis(),
            "commands": counts.commands, "sends": counts.sends, "acked": counts.acked,
            "refused": counts.refused, "returns": counts.returns, "repeats": counts.repeats,
            "putOff": counts.put_off, "unanswered": counts.unanswered,
            "answers500": counts.internal,
            "faults": self.struck, "recoveryMillis": { "p95": p95, "max": max, "each": by_kind },
            "silenceMillis": silences,
            "endedByThemselves": self.own_ends, "skipped": skipped, "saysNothing": empty, "findings": shown,
        });
        for fault in Fault::ALL {
            report[fault.word()] = json!(count(findings, fault));
        }
        report
    }

    fn as_text(
        &self,
        options: &RunOptions,
        journal: &Journal,
        findings: &[Finding],
        empty: &[String],
    ) -> String {
        let counts = journal.counts();
        let (p95, max) = self.slowest();
        let mut text = String::new();
        let faults: u64 = self.struck.values().sum();
        let _ = writeln!(
            text,
            "seed {}: {} commands in {} s, sent {} times, {} acked, {} refused, {} returns, \
             {} old keys again; {} answers were put off, {} never came, {} were 500",
            options.seed,
            counts.commands,
            journal.millis() / 1_000,
            counts.sends,
            counts.acked,
            counts.refused,
            counts.returns,
            counts.repeats,
            counts.put_off,
            counts.unanswered,
            counts.internal,
        );
        let beyond = self.recoveries.iter().filter(|it| it.millis > GOAL).count();
        let _ = writeln!(
            text,
            "{faults} faults; recovered within {p95} ms (p95), {max} ms (max), {beyond} of them \
             beyond {} s",
            GOAL / 1_000,
        );
        for (kind, count) in &self.struck {
            let slowest = self.recoveries.iter().filter(|it| it.after == *kind);
            let slowest = slowest.map(|it| it.millis).max().unwrap_or_default();
            let of_kind = self.recoveries.iter().filter(|it| it.after == *kind);
            let silence = of_kind.map(|it| it.silence).max().unwrap_or_default();
            let _ = writeln!(
                text,
                "  {count:4} × {kind}, slowest recovery {slowest} ms, longest silence {silence} ms"
            );
        }
        for (name, count) in self.own_ends.iter().filter(|(_, count)| **count > 0) {
            let _ = writeln!(
                text,
                "{name} ended {count} times without having been killed"
            );
        }
        for Skipped { faults, reason } in &self.skipped {
            let _ = writeln!(text, "skipped: {faults}: {reason}");
        }
        let words = Fault::ALL.map(|it| format!("{} {}", it.word(), count(findings, it)));
        let _ = writeln!(text, "{}", words.join(", "));
        for finding in findings.iter().take(40) {
            let member = finding.member.map(|it| format!(" member {it}"));
            let (word, member) = (finding.fault.word(), member.unwrap_or_default());
            let _ = writeln!(text, "  {word}{member}: {}", finding.seen);
        }
        for reason in empty {
            let _ = writeln!(text, "this run says nothing: {reason}");
        }
        text
    }
}

fn count(findings: &[Finding], fault: Fault) -> usize {
    findings.iter().filter(|it| it.fault == fault).count()
}
