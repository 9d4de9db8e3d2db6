//! A check's findings, as text for people and as JSON for programs.

use std::fmt::{Display, Write};

use projections::audit::ViewReport;
use serde_json::{Value, json};

use backoffice::staff::audit::Verified;

/// The result of `audit` or `verify`.
#[derive(Debug)]
pub struct CheckReport {
    /// Whether nothing is wrong.
    pub is_clean: bool,
    /// For people: one line each for counts, `REMARK: …` and `WRONG: …`; the last is `clean` or
    /// `not clean`.
    pub text: String,
    /// For programs: `{"clean": bool, "problems": [text], "remarks": [text], "counts": {name:
    /// number}, "views": {name: {"rows": number, "position": number}}, "last_audit_hash": hex}`.
    pub json: Value,
}

/// A report that is being written.
pub(super) struct CheckReportBuilder {
    text: String,
    json: Value,
}

impl CheckReportBuilder {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            json: json!({ "clean": false, "problems": [], "remarks": [], "counts": {}, "views": {} }),
        }
    }

    fn line(&mut self, line: &dyn Display) {
        writeln!(self.text, "{line}").expect("a text takes a line");
    }

    pub(super) fn count(&mut self, name: &str, count: impl Display + Into<Value>) {
        self.line(&format_args!("{count} {name}"));
        self.json["counts"][name.replace(' ', "_")] = count.into();
    }

    pub(super) fn views(&mut self, views: &[ViewReport]) {
        for ViewReport {
            view,
            position,
            rows,
        } in views
        {
            self.line(&format_args!("{view}: {rows} rows at {position}"));
            self.json["views"][view.name()] = json!({ "rows": rows, "position": position });
        }
    }

    pub(super) fn audit_log(&mut self, verified: &Verified) {
        let hash = hex::encode(&verified.last_hash);
        self.count("entries in the audit log", verified.acts);
        self.line(&format_args!("last audit hash {hash}"));
        self.json["last_audit_hash"] = hash.into();
    }

    pub(super) fn remarks(&mut self, remarks: impl IntoIterator<Item = impl Display>) {
        for remark in remarks {
            self.line(&format_args!("REMARK: {remark}"));
            push(&mut self.json["remarks"], &remark);
        }
    }

    pub(super) fn finish(mut self, problems: &[String]) -> CheckReport {
        for problem in problems {
            self.line(&format_args!("WRONG: {problem}"));
            push(&mut self.json["problems"], problem);
        }
        let is_clean = problems.is_empty();
        self.text
            .push_str(if is_clean { "clean" } else { "not clean" });
        self.json["clean"] = is_clean.into();
        CheckReport {
            is_clean,
            text: self.text,
            json: self.json,
        }
    }
}

fn push(list: &mut Value, text: &impl Display) {
    let list = list.as_array_mut().expect("made as a list");
    list.push(text.to_string().into());
}
