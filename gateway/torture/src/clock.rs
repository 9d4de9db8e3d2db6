//! Clocks that jump: each program's own, by a library that answers its questions for the time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use crate::trouble::Trouble;

/// What the jump is tried with, in seconds.
const TRIED: i64 = 3_600;

/// What the library leaves in shared memory, followed by the number of the process.
const TRACES: [&str; 2] = ["faketime_shm_", "sem.faketime_sem_"];

/// How a program asks for the time, which decides which of the two libraries it gets.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asking {
    /// On many threads at once, which the simple library mixes up.
    Threads,
    /// Also in a signal's handler, where the library with a lock may wait forever.
    Signals,
}

/// The clocks of a run.
pub(crate) struct Clocks {
    libraries: PathBuf,
    /// Where each clock's file lies.
    folder: PathBuf,
}

impl Drop for Clocks {
    fn drop(&mut self) {
        // A process that was killed could not tidy up. What belongs to a living one stays.
        for entry in fs::read_dir("/dev/shm").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let pid = TRACES.iter().find_map(|trace| name.strip_prefix(trace));
            if pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Clocks {
    /// Finds the library and tries it: what says the time must move, what measures it must not.
    pub(crate) fn find(folder: &Path) -> Result<Self, Trouble> {
        let machine = format!("/usr/lib/{}-linux-gnu/faketime", std::env::consts::ARCH);
        let places = [&machine, "/usr/lib64/faketime", "/usr/lib/faketime"];
        let mut places = places.into_iter().map(PathBuf::from);
        let libraries = places
            .find(|it| it.join(library(Asking::Threads)).exists())
            .ok_or_else(|| Trouble::RunOptions("libfaketime is not installed".to_owned()))?;
        let clocks = Self {
            libraries,
            folder: folder.to_owned(),
        };
        for asking in [Asking::Threads, Asking::Signals] {
            clocks.try_out(asking)?;
        }
        Ok(clocks)
    }

    fn try_out(&self, asking: Asking) -> Result<(), Trouble> {
        let variables = self.variables("trial")?;
        let own = std::env::current_exe().map_err(Trouble::file(Path::new("torture")))?;
        let tried = Command::new(own)
            .arg("clock")
            .arg(self.file("trial"))
            .env("LD_PRELOAD", self.library(asking))
            .envs(variables)
            .status()
            .map_err(|cause| Trouble::program("torture clock", cause))?;
        if tried.success() {
            return Ok(());
        }
        let seen = "does not move a clock as it should";
        Err(Trouble::program(library(asking), seen))
    }

    /// The library to be loaded by a program that asks so.
    pub(crate) fn library(&self, asking: Asking) -> String {
        self.libraries.join(library(asking)).display().to_string()
    }

    /// The environment of a program with a clock of this name, which is right.
    pub(crate) fn variables(&self, name: &str) -> Result<Vec<(String, String)>, Trouble> {
        self.set(name, 0)?;
        let file = self.file(name).display().to_string();
        let variables = [
            ("FAKETIME_TIMESTAMP_FILE", file.as_str()),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            ("DONT_FAKE_MONOTONIC", "1"),
            // A jump does not change when files were written.
            ("NO_FAKE_STAT", "1"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(variables.into())
    }

    /// Sets a clock so many seconds off.
    pub(crate) fn set(&self, name: &str, seconds: i64) -> Result<(), Trouble> {
        set(&self.file(name), seconds)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.clock"))
    }
}

const fn library(asking: Asking) -> &'static str {
    match asking {
        Asking::Threads => "libfaketimeMT.so.1",
        Asking::Signals => "libfaketime.so.1",
    }
}

/// A reader finds the old file or the new one, never half of one.
fn set(file: &Path, seconds: i64) -> Result<(), Trouble> {
    let fresh = file.with_extension("fresh");
    fs::write(&fresh, format!("{seconds:+}\n")).map_err(Trouble::file(&fresh))?;
    fs::rename(&fresh, file).map_err(Trouble::file(file))
}

/// Whether this process, which runs with the library, sees the time jump and measures none of it.
pub(crate) fn is_moved(file: &Path) -> Result<bool, Trouble> {
    let tried = Duration::from_secs(TRIED.unsigned_abs());
    let (said, measured) = (SystemTime::now(), Instant::now());
    // A measure that went back has none.
    let is_steady = || {
        let passed = Instant::now().checked_duration_since(measured);
        passed.is_some_and(|passed| passed < tried / 2)
    };
    set(file, TRIED)?;
    let is_ahead = SystemTime::now() >= said + tried && is_steady();
    set(file, -TRIED)?;
    let is_back = SystemTime::now() < said && is_steady();
    Ok(is_ahead && is_back)
}
