//! Processor time of processes, as Linux accounts for it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The processor time that processes have used so far.
#[derive(Debug, Clone, Copy)]
pub struct ProcessorTime(Duration);

impl ProcessorTime {
    /// Of this process with all its threads.
    #[must_use]
    pub fn of_this_process() -> Self {
        Self(of_process(Path::new("/proc/self")))
    }

    /// Of a process that runs.
    #[must_use]
    pub fn of_process(process: u32) -> Self {
        Self(of_process(&Path::new("/proc").join(process.to_string())))
    }

    /// Of a process and all those that it has started and that run.
    #[must_use]
    pub fn of_family(process: u32) -> Self {
        let mut family = HashSet::from([process]);
        let mut all: Vec<(u32, u32)> = processes();
        // Children have higher numbers, unless the numbers start from 1 again.
        while let Some(index) = all.iter().position(|(_, parent)| family.contains(parent)) {
            family.insert(all.swap_remove(index).0);
        }
        let times = family
            .iter()
            .map(|process| of_process(&Path::new("/proc").join(process.to_string())));
        Self(times.sum())
    }

    /// What was used since an earlier time.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// Nanoseconds on a processor, the first number of `schedstat`, over all threads.
fn of_process(folder: &Path) -> Duration {
    let Ok(threads) = fs::read_dir(folder.join("task")) else {
        return Duration::ZERO;
    };
    let spent = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(spent.sum())
}

/// All processes, each with its parent.
fn processes() -> Vec<(u32, u32)> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let process = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name before may hold spaces and brackets.
            let (_, behind) = stat.rsplit_once(") ")?;
            Some((process, behind.split(' ').nth(1)?.parse().ok()?))
        })
        .collect()
}
