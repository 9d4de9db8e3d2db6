//! `verify`: everything that is stored is checked, here or in a dump.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ledger::proof::verify::{Report, VerifyError, VerifyOptions, verify_dump};

use super::{AuditReport, OperatorError};
use crate::backoffice::verification::report::{self, Folder};
use crate::platform::database;

/// Said where the data folder is not the gateway's own.
pub(super) const NO_KEY: &str = "REMARK: no secret.key in the data folder: the vouchers of staff's \
    decisions and the MACs of sessions and bank accounts were not checked";

/// What is to be checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyArgs {
    /// A dump instead of the database.
    pub dump: Option<PathBuf>,
    /// Files with checkpoints that were kept elsewhere.
    pub checkpoints: Vec<PathBuf>,
    /// Not more events a second than this.
    pub per_second: Option<u32>,
    /// The files of slips and chats are not looked at.
    pub without_files: bool,
}

impl VerifyArgs {
    /// Reads the words behind `verify`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        let mut wish = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--without-files" && !wish.without_files {
                wish.without_files = true;
                continue;
            }
            let value = words.next()?;
            match *word {
                "--dump" if wish.dump.is_none() => wish.dump = Some(value.into()),
                "--checkpoint" => wish.checkpoints.push(value.into()),
                "--rate" if wish.per_second.is_none() => {
                    let rate = value.parse().ok().filter(|rate| *rate > 0)?;
                    wish.per_second = Some(rate);
                }
                _ => return None,
            }
        }
        Some(wish)
    }

    async fn read(&self) -> Result<VerifyOptions, OperatorError> {
        let mut exported = Vec::with_capacity(self.checkpoints.len());
        for path in &self.checkpoints {
            let name = path.display().to_string();
            let note = tokio::fs::read_to_string(path).await;
            let note = note.map_err(|cause| OperatorError::File {
                name: name.clone(),
                cause,
            })?;
            exported.push((name, note));
        }
        Ok(VerifyOptions {
            exported,
            per_second: self.per_second,
        })
    }
}

/// Checks a dump, which needs no database.
pub async fn verify_file(wish: &VerifyArgs) -> Result<AuditReport, OperatorError> {
    let Some(dump) = &wish.dump else {
        return Err(OperatorError::NoDump);
    };
    let report = verify_dump(dump, &wish.read().await?, |_| {}).await;
    let report = report.map_err(|error| OperatorError::Verify(Box::new(error)))?;
    let problems = report::journal_problems(&report);
    Ok(tell(journal(&report), &problems))
}

/// Checks the database: the journal and all beside it, every view, and staff's acts; that the log is
/// the one that a key in the data folder has signed, where there is one; and that the files there
/// are what was stored.
pub async fn verify(
    database_url: &str,
    data_dir: &Path,
    wish: &VerifyArgs,
) -> Result<AuditReport, OperatorError> {
    let folder = Folder {
        path: data_dir,
        is_with_files: !wish.without_files,
    };
    let wish = wish.read().await?;
    let pool = database::working_pool(database_url).await?;
    let found = report::verify(&pool, Some(folder), wish, |_| {}).await;
    pool.close().await;
    let found = found?;
    let mut text = journal(&found.journal);
    let line = "a text takes a line";
    for view in &found.report.views {
        let (rows, position) = (view.rows, view.position);
        writeln!(text, "{}: {rows} rows at {position}", view.view).expect(line);
    }
    let (acts, hash) = (found.acts.acts, hex::encode(&found.acts.last_hash));
    writeln!(text, "{acts} staff acts, the last {hash}").expect(line);
    writeln!(text, "{} files", found.files.count).expect(line);
    if !found.has_key {
        writeln!(text, "{NO_KEY}").expect(line);
    }
    Ok(tell(text, &found.problems()))
}

fn journal(report: &Report) -> String {
    let (events, wallets, sealed) = (report.events, report.wallets, report.sealed);
    let (checkpoints, tiles) = (report.checkpoints, report.tiles);
    let (claims, keys, snapshots) = (report.claims, report.keys, report.snapshots);
    let mut text = format!(
        "{events} events of {wallets} wallets, {sealed} of them sealed\n\
         {tiles} tiles, {checkpoints} checkpoints\n\
         {claims} claims, {keys} names of commands, {snapshots} snapshots\n"
    );
    for remark in &report.remarks {
        writeln!(text, "REMARK: {remark}").expect("a text takes a line");
    }
    text
}

fn tell(mut text: String, problems: &[String]) -> AuditReport {
    for problem in problems {
        writeln!(text, "WRONG: {problem}").expect("a text takes a line");
    }
    let is_clean = problems.is_empty();
    text.push_str(if is_clean { "clean" } else { "not clean" });
    AuditReport { is_clean, text }
}

impl From<report::VerificationError> for OperatorError {
    fn from(error: report::VerificationError) -> Self {
        use report::VerificationError as E;
        match error {
            E::Journal(VerifyError::Database(error)) | E::Acts(error) => Self::Sql(error),
            E::Journal(error) => Self::Verify(Box::new(error)),
            E::Orders(error) => Self::Ledger(error.into()),
            E::View(error) => Self::View(error),
            E::Key(error) => error.into(),
            E::Secret(cause) => Self::File {
                name: "secret.key".to_owned(),
                cause,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wish_names_a_dump_checkpoints_and_a_rate() {
        assert_eq!(VerifyArgs::parse(&[]), Some(VerifyArgs::default()));
        let words = [
            "--dump",
            "a.dump",
            "--checkpoint",
            "1",
            "--checkpoint",
            "2",
            "--rate",
            "9",
            "--without-files",
        ];
        let wish = VerifyArgs::parse(&words).unwrap();
        assert_eq!(wish.dump, Some("a.dump".into()));
        assert_eq!(wish.checkpoints.len(), 2);
        assert_eq!(wish.per_second, Some(9));
        assert!(wish.without_files);
        for words in [
            &["--dump"][..],
            &["--rate", "0"],
            &["--rate", "fast"],
            &["--dump", "a", "--dump", "b"],
            &["now", "a"],
        ] {
            assert_eq!(VerifyArgs::parse(words), None, "{words:?}");
        }
    }
}
