//! One program of the stack: started, killed, stopped and started again.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::journal::Journal;
use crate::trouble::{PAUSE, Trouble, eventually};

/// What ends at once, as a database does on a full disk, is started again no sooner than this after
/// its last start.
const REST: Duration = Duration::from_secs(1);

/// How a program is started: again and again in the same way.
pub(crate) struct Recipe {
    /// Its name in records.
    pub(crate) name: String,
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    pub(crate) variables: Vec<(String, String)>,
    /// Where it works, by which what is left of it is found.
    pub(crate) folder: PathBuf,
    /// Where what it says goes.
    pub(crate) log: PathBuf,
    /// The signal that the kernel sends to it when the harness is gone.
    pub(crate) obituary: &'static str,
}

/// A program that is kept running unless somebody holds it down.
pub(crate) struct Service {
    recipe: Recipe,
    journal: Journal,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    child: Option<Child>,
    /// Whether it is to stay away when it ends.
    is_held: bool,
    /// When it was started last.
    started: Option<Instant>,
    /// How often it ended without having been killed.
    own_ends: u32,
}

impl Drop for Service {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(child) = &mut state.child else {
            return;
        };
        // A database that is asked to gives back what it shares; the others have nothing to keep.
        if self.recipe.obituary == "INT" && send("INT", &[child.id()]).is_ok() {
            for _ in 0..100 {
                if matches!(child.try_wait(), Ok(Some(_))) {
                    return;
                }
                std::thread::sleep(PAUSE);
            }
        }
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Service {
    pub(crate) fn start(recipe: Recipe, journal: Journal) -> Result<Self, Trouble> {
        let service = Self {
            recipe,
            journal,
            state: Mutex::default(),
        };
        service.launch()?;
        Ok(service)
    }

    /// Its name in records.
    pub(crate) fn name(&self) -> &str {
        &self.recipe.name
    }

    /// Where what it says goes.
    pub(crate) fn log(&self) -> &Path {
        &self.recipe.log
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn launch(&self) -> Result<(), Trouble> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(&self.recipe.log);
        let log = log.map_err(Trouble::file(&self.recipe.log))?;
        let errors = log.try_clone().map_err(Trouble::file(&self.recipe.log))?;
        // In a separate group: Ctrl-C reaches the harness only, which then ends all in order. The
        // kernel signals the harness's end to the program when the thread that started it ends,
        // and all of the harness runs on one thread.
        let child = Command::new("setpriv")
            .args(["--pdeathsig", self.recipe.obituary, "--"])
            .args(&self.recipe.words)
            .envs(self.recipe.variables.iter().cloned())
            .current_dir(&self.recipe.folder)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .process_group()
            .spawn()
            .map_err(|cause| Trouble::program(self.name(), cause))?;
        self.journal
            .note(json!({ "program": self.name(), "started": child.id() }));
        let mut state = self.state();
        state.child = Some(child);
        state.started = Some(Instant::now());
        state.is_held = false;
        Ok(())
    }

    /// Looks whether it has ended, and starts it again unless it is held down.
    pub(crate) fn tend(&self) -> Result<(), Trouble> {
        let ended = {
            let mut state = self.state();
            if state.is_held || state.started.is_some_and(|at| at.elapsed() < REST) {
                return Ok(());
            }
            match &mut state.child {
                Some(child) => child.try_wait().ok().flatten(),
                None => return Ok(()),
            }
        };
        let Some(status) = ended else { return Ok(()) };
        self.state().own_ends += 1;
        self.journal
            .note(json!({ "program": self.name(), "ended": status.to_string() }));
        self.launch()
    }

    /// How often it ended without having been killed.
    pub(crate) fn own_ends(&self) -> u32 {
        self.state().own_ends
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        self.state().child.as_ref().map(Child::id)
    }

    /// Kills it at once; it stays away until it is started again.
    pub(crate) fn kill(&self) -> Result<(), Trouble> {
        let mut state = self.state();
        state.is_held = true;
        let Some(child) = &mut state.child else {
            return Err(Trouble::program(&self.recipe.name, "does not run"));
        };
        let wrong = |cause| Trouble::program(&self.recipe.name, cause);
        child.kill().map_err(wrong)?;
        child.wait().map_err(wrong)?;
        Ok(())
    }

    /// Starts it again after it was killed.
    pub(crate) fn restart(&self) -> Result<(), Trouble> {
        self.launch()
    }

    /// Sends a signal to it.
    pub(crate) fn signal(&self, signal: &str) -> Result<(), Trouble> {
        let pid = self.pid();
        let pid = pid.ok_or_else(|| Trouble::program(self.name(), "does not run"))?;
        send(signal, &[pid])
    }

    /// Asks it to end, and waits until it has.
    pub(crate) async fn end(&self, signal: &str) -> Result<ExitStatus, Trouble> {
        self.state().is_held = true;
        self.signal(signal)?;
        let what = format!("{} has ended", self.name());
        let ended = eventually(&what, async || {
            let mut state = self.state();
            let child = state.child.as_mut().ok_or("it does not run")?;
            let status = child.try_wait().ok().flatten();
            status.ok_or("it is still running")
        });
        let status = ended.await?;
        self.state().child = None;
        Ok(status)
    }
}

/// Sends a signal to processes of ours.
pub(crate) fn send(signal: &str, pids: &[u32]) -> Result<(), Trouble> {
    let status = Command::new("kill")
        .arg(format!("-{signal}"))
        .args(pids.iter().map(ToString::to_string))
        .stderr(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Trouble::program("kill", status)),
        Err(cause) => Err(Trouble::program("kill", cause)),
    }
}

/// What the standard library calls `process_group(0)`, under a name that says what it is for.
trait OwnGroup {
    fn process_group(&mut self) -> &mut Self;
}

impl OwnGroup for Command {
    fn process_group(&mut self) -> &mut Self {
        std::os::unix::process::CommandExt::process_group(self, 0)
    }
}
