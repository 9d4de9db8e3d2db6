//! A function has one page: 60 lines. Longer functions are in a list that may only shrink, so a new
//! long function, or a growing one, has to be split into parts with names.

use std::collections::BTreeMap;

use regex::Regex;

use super::parameters::PRODUCT;
use super::{is_test_file, sources};

const LINES_MAX: usize = 60;

/// By file and name.
const LONG: [(&str, usize); 29] = [
    ("gateway/backoffice/src/staff/trail.rs read", 81),
    ("gateway/members/src/login.rs log_in", 91),
    ("gateway/members/src/pin.rs set", 70),
    ("gateway/members/src/throttle.rs state_after_try", 70),
    ("gateway/payments/src/qr/work.rs credit", 65),
    ("gateway/payments/src/slip/work.rs decide", 65),
    ("gateway/platform/src/config/chat.rs check", 77),
    (
        "gateway/src/api/player/transfer/transfer_all.rs collect",
        66,
    ),
    ("gateway/src/api/player/withdraw.rs pay_out", 68),
    ("gateway/src/app.rs start", 84),
    ("gateway/torture/src/report.rs as_text", 65),
    ("ledger/src/journal/append.rs append", 77),
    ("ledger/src/proof/read.rs receipts", 64),
    ("ledger/src/proof/verify/stored_tables.rs take", 64),
    ("ledger/src/wallet/fact.rs claims", 87),
    ("ledger/src/wallet/gift.rs decide_gift", 65),
    ("ledger/src/wallet/manual.rs decide_manual", 62),
    ("ledger/src/wallet/qr.rs decide_qr", 69),
    ("ledger/src/wallet/reward/recheck.rs command", 65),
    ("ledger/src/wallet/slip.rs decide_slip", 101),
    ("ledger/src/wallet/sweep.rs start_sweep", 75),
    ("ledger/src/wallet/transfer.rs decide_transfer", 72),
    ("ledger/src/wallet/withdrawal.rs decide_withdrawal", 100),
    ("projections/src/audit/finding.rs fmt", 71),
    ("projections/src/open_work/fold.rs fold_event", 61),
    ("projections/src/replay/why.rs known_before", 63),
    ("projections/src/replay/why.rs rule_of", 75),
    ("projections/src/statement/search.rs search", 66),
    ("projections/src/statement/summary.rs summary", 67),
];

/// The functions of a formatted file and how many lines each has, without the tests at its end.
fn lengths(text: &str) -> Vec<(String, usize)> {
    let first = r"^( *)(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*fn (\w+)";
    let first = Regex::new(first).unwrap();
    let product = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines: Vec<&str> = product.lines().collect();
    let mut lengths = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(found) = first.captures(line) else {
            continue;
        };
        let ends = |line: &&str| {
            let rest = line.strip_prefix(&found[1]).unwrap_or_default();
            rest == "}" || (!rest.starts_with(' ') && rest.ends_with([';', '}']))
        };
        let end = lines[start..].iter().position(ends);
        // A signature without a body ends with a semicolon.
        if let Some(end) = end.filter(|end| !lines[start + end].ends_with(';')) {
            lengths.push((found[2].to_owned(), end + 1));
        }
    }
    lengths
}

#[test]
fn functions_have_one_page() {
    let mut found = BTreeMap::new();
    let mut functions = 0;
    for name in PRODUCT {
        for source in sources(name)
            .into_iter()
            .filter(|it| !is_test_file(&it.path))
        {
            for (function, lines) in lengths(&source.text) {
                functions += 1;
                if lines > LINES_MAX {
                    found.insert(format!("{name}/src/{} {function}", source.path), lines);
                }
            }
        }
    }
    assert!(functions > 4000, "{functions}");
    let known: BTreeMap<String, usize> = LONG
        .iter()
        .map(|(function, lines)| ((*function).to_owned(), *lines))
        .collect();
    assert_eq!(found, known, "the list may only shrink");
}

#[test]
fn a_function_is_measured_from_its_first_line_to_its_brace() {
    let text = "impl T {\n    pub(super) async fn long(\n        &self,\n    ) {\n        x();\n    }\n\n    fn short() {}\n}\n\n#[cfg(test)]\nmod tests {\n    fn test() {\n    }\n}\n";
    let measured = [("long".to_owned(), 5), ("short".to_owned(), 1)];
    assert_eq!(lengths(text), measured);
}
