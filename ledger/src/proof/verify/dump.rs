//! A dump as a source: the `COPY` blocks of `pg_dump`'s plain form, or of its custom form through
//! `pg_restore`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use memchr::memmem;
use tokio::sync::mpsc::Sender;

use super::copy::{Feed, Layout, Table};

/// Bytes read at once.
const CHUNK: usize = 256 * 1024;

/// What a custom dump begins with.
const CUSTOM: &[u8] = b"PGDMP";

/// Why a dump cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// The file.
    #[error("the dump cannot be read: {0}")]
    File(#[from] io::Error),
    /// The program that reads custom dumps.
    #[error("pg_restore cannot be run: {0}")]
    Restore(io::Error),
    /// The program that reads custom dumps has failed.
    #[error("pg_restore has failed: {0}")]
    RestoreFailed(String),
    /// The dump's columns, or its end in the midst of a table.
    #[error("the dump is not whole: {0}")]
    Broken(String),
}

/// Hands on the rows of the wanted tables.
pub(super) fn feed(path: &Path, wanted: &[Table], to: &Sender<Feed>) -> Result<(), DumpError> {
    let mut file = File::open(path)?;
    let mut begin = [0; 5];
    let is_custom = file.read_exact(&mut begin).is_ok() && begin == CUSTOM;
    drop(file);
    if !is_custom {
        return feed_plain(File::open(path)?, wanted, to);
    }
    let mut command = Command::new("pg_restore");
    command.args(["--file=-", "--data-only"]);
    for name in tables_of(path, wanted)? {
        command.arg(format!("--table={name}"));
    }
    let mut running = command
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(DumpError::Restore)?;
    let output = running
        .stdout
        .take()
        .ok_or_else(|| DumpError::RestoreFailed("its output is not there".to_owned()))?;
    let fed = feed_plain(output, wanted, to);
    finish(running, fed)
}

/// The names that these tables, or their partitions, have in a custom dump.
fn tables_of(path: &Path, wanted: &[Table]) -> Result<Vec<String>, DumpError> {
    let mut command = Command::new("pg_restore");
    command.arg("--list").arg(path).stdin(Stdio::null());
    let ended = command.output().map_err(DumpError::Restore)?;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
        return Err(DumpError::RestoreFailed(said));
    }
    let list = String::from_utf8_lossy(&ended.stdout);
    let names = list.lines().filter_map(|line| {
        let (_, what) = line.split_once(" TABLE DATA ")?;
        what.split(' ').nth(1)
    });
    let wanted = names.filter(|it| Table::by_name(it).is_some_and(|it| wanted.contains(&it)));
    Ok(wanted.map(str::to_owned).collect())
}

fn finish(mut running: Child, fed: Result<(), DumpError>) -> Result<(), DumpError> {
    if fed.is_err() {
        // It may be waiting for somebody to read on.
        let _ = running.kill();
    }
    let ended = running.wait_with_output().map_err(DumpError::Restore)?;
    fed?;
    if ended.status.success() {
        Ok(())
    } else {
        let said = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
        Err(DumpError::RestoreFailed(said))
    }
}

fn feed_plain(source: impl Read, wanted: &[Table], to: &Sender<Feed>) -> Result<(), DumpError> {
    let mut source = BufReader::with_capacity(CHUNK, source);
    let mut line = Vec::new();
    loop {
        line.clear();
        if source.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if !line.starts_with(b"COPY ") || !line.ends_with(b" FROM stdin;\n") {
            continue;
        }
        let header = String::from_utf8_lossy(&line).into_owned();
        let is_wanted = match Layout::of_dump(&header) {
            None => false,
            Some(Err(what)) => return Err(DumpError::Broken(what)),
            Some(Ok((table, layout))) => {
                let is_wanted = wanted.contains(&table);
                if is_wanted {
                    let _ = to.blocking_send(Feed::Table(table, layout));
                }
                is_wanted
            }
        };
        block(&mut source, is_wanted.then_some(to)).and_then(|is_whole| {
            if is_whole {
                Ok(())
            } else {
                Err(DumpError::Broken(header.trim_end().to_owned()))
            }
        })?;
    }
}

/// Hands on the lines to the block's end `\.`; false when the file ends before.
fn block(source: &mut impl BufRead, to: Option<&Sender<Feed>>) -> Result<bool, DumpError> {
    let end = memmem::Finder::new(b"\n\\.\n");
    // As if a line had ended before: the block may be empty.
    let mut held = vec![b'\n'];
    loop {
        let read = source.fill_buf()?;
        if read.is_empty() {
            return Ok(false);
        }
        let (before, count) = (held.len(), read.len());
        held.extend_from_slice(read);
        // The end may have started in the previous read.
        let from = before.saturating_sub(3);
        if let Some(at) = end.find(&held[from..]) {
            let at = from + at;
            let taken = at + 4 - before;
            source.consume(taken);
            held.truncate(at + 1);
            hand_on(held, to);
            return Ok(true);
        }
        source.consume(count);
        // Whole lines go; the last one may have to be completed, and its line end is kept.
        if let Some(last) = memchr::memrchr(b'\n', &held).filter(|last| *last > 0) {
            let rest = held.split_off(last);
            held.push(b'\n');
            hand_on(held, to);
            held = rest;
        }
    }
}

/// The first byte is the line end before the first line.
fn hand_on(mut lines: Vec<u8>, to: Option<&Sender<Feed>>) {
    if let Some(to) = to
        && lines.len() > 1
    {
        lines.remove(0);
        let _ = to.blocking_send(Feed::Lines(lines));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::channel;

    const DUMP: &str = "select 1;\nCOPY public.member (id) FROM stdin;\nCOPY public.log_head (x\n\\.\n\
        COPY public.log_head (is_only, \"position\") FROM stdin;\nt\t7\n\\.\n\
        COPY public.claim (kind, reference, wallet_id, sequence) FROM stdin;\n\\.\n\
        COPY public.proof_head (is_only, size) FROM stdin;\nt\t1\nt\t22\n\\.\n";

    fn read(source: impl Read, wanted: &[Table]) -> (Vec<(Table, String)>, Result<(), DumpError>) {
        let (send, mut feed) = channel(100);
        let ended = feed_plain(source, wanted, &send);
        drop(send);
        let mut found: Vec<(Table, String)> = Vec::new();
        while let Ok(next) = feed.try_recv() {
            match next {
                Feed::Table(table, _) => found.push((table, String::new())),
                Feed::Lines(lines) => {
                    let text = String::from_utf8(lines).unwrap();
                    found.last_mut().unwrap().1.push_str(&text);
                }
            }
        }
        (found, ended)
    }

    /// A source that gives a few bytes at a time, so that every border falls somewhere.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(self.1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn the_wanted_blocks_are_read_wherever_the_reads_break_off() {
        let wanted = [Table::LogHead, Table::Head, Table::Claim];
        let expected = vec![
            (Table::LogHead, "t\t7\n".to_owned()),
            (Table::Claim, String::new()),
            (Table::Head, "t\t1\nt\t22\n".to_owned()),
        ];
        for step in 1..DUMP.len() {
            let (found, ended) = read(Slow(DUMP.as_bytes(), step), &wanted);
            ended.unwrap();
            assert_eq!(found, expected, "{step}");
        }
        let (found, _) = read(DUMP.as_bytes(), &[Table::Head]);
        assert_eq!(found, expected[2..]);
    }

    #[test]
    fn a_dump_that_ends_in_a_table_is_not_whole() {
        let cut = &DUMP.as_bytes()[..DUMP.len() - 3];
        let (_, ended) = read(cut, &[Table::Head]);
        assert!(matches!(ended, Err(DumpError::Broken(_))), "{ended:?}");
    }
}
