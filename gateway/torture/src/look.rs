//! The story of a run, or of one member of it, as the journal has it.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde_json::Value;

use crate::trouble::Trouble;

/// Prints the lines about a member, with what was done to the product in between.
pub(crate) fn look(out: &Path, member: Option<u32>) -> Result<(), Trouble> {
    let path = out.join("journal.jsonl");
    let file = File::open(&path).map_err(Trouble::file(&path))?;
    let mut printed = std::io::stdout().lock();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(Trouble::file(&path))?;
        let Ok(entry) = serde_json::from_str::<Value>(&line) else {
            // The last line of a run that was killed.
            continue;
        };
        let is_theirs = match (member, &entry["member"]) {
            (None, _) | (_, Value::Null) => true,
            (Some(wanted), describe) => describe.as_u64() == Some(u64::from(wanted)),
        };
        if is_theirs {
            // The reader may stop reading.
            if writeln!(printed, "{}", describe(&entry)).is_err() {
                break;
            }
        }
    }
    Ok(())
}

fn describe(entry: &Value) -> String {
    let millis = entry["t"].as_u64().unwrap_or_default();
    let mut rest = entry.clone();
    if let Some(fields) = rest.as_object_mut() {
        fields.remove("t");
    }
    format!("{:>6}.{:03}  {rest}", millis / 1_000, millis % 1_000)
}
