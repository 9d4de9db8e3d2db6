//! A disk that can be full: a bounded file system in memory, mounted on a folder of the run.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::trouble::Trouble;

/// How large it may become while it is not full: what the system gives to such a file system anyway.
const ROOMY: &str = "size=50%";

/// Room that is left when it is bounded, for the file that takes the rest.
const SLACK: u64 = 1 << 20;

/// How often it is bounded again while others write to it.
const TRIES_MAX: u32 = 50;

/// A folder with a file system below it, which ends with this.
pub(crate) struct Disk {
    folder: PathBuf,
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Whatever still works in it keeps it until it has ended. Nobody can do more when this fails.
        let _ = run("umount", &["--lazy"], &self.folder);
    }
}

impl Disk {
    /// Why there can be none on this machine, if so.
    pub(crate) fn obstacle(parent: &Path) -> Option<String> {
        let folder = parent.join("disk");
        let tried = Self::mount(&folder).and_then(|disk| disk.fill().and_then(|()| disk.free()));
        tried.err().map(|trouble| trouble.to_string())
    }

    /// Puts one below a folder, which is made when it is not there.
    pub(crate) fn mount(folder: &Path) -> Result<Self, Trouble> {
        fs::create_dir_all(folder).map_err(Trouble::file(folder))?;
        let options = format!("mode=755,{ROOMY}");
        run("mount", &["-t", "tmpfs", "-o", &options, "torture"], folder)?;
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Makes it full: its size shrinks to what is used, and a file takes the rest, so that it costs no
    /// memory.
    pub(crate) fn fill(&self) -> Result<(), Trouble> {
        let mut tries = 0;
        loop {
            tries += 1;
            let size = format!("remount,size={}", self.used()? + SLACK);
            let bounded = run("mount", &["-o", &size], &self.folder);
            // It fails when somebody has written more in between.
            if bounded.is_ok() || tries >= TRIES_MAX {
                bounded?;
                break;
            }
        }
        self.take_rest()
    }

    /// Takes what is free, as long as it is full: somebody may have given room back.
    pub(crate) fn take_rest(&self) -> Result<(), Trouble> {
        let path = self.ballast();
        let wrong = || Trouble::file(&path);
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(wrong())?;
        loop {
            match file.write(&[0; 4_096]) {
                Ok(1..) => {}
                Ok(0) => return Ok(()),
                Err(cause) if cause.kind() == ErrorKind::StorageFull => return Ok(()),
                Err(cause) => return Err(wrong()(cause)),
            }
        }
    }

    /// Gives the room back.
    pub(crate) fn free(&self) -> Result<(), Trouble> {
        let path = self.ballast();
        fs::remove_file(&path).map_err(Trouble::file(&path))?;
        run("mount", &["-o", &format!("remount,{ROOMY}")], &self.folder)?;
        Ok(())
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    fn used(&self) -> Result<u64, Trouble> {
        let said = run("df", &["--output=used", "--block-size=1"], &self.folder)?;
        let used = said.lines().last().and_then(|it| it.trim().parse().ok());
        used.ok_or_else(|| Trouble::program("df", said))
    }
}

/// Runs a program of the system on a folder; what it says.
fn run(program: &str, words: &[&str], folder: &Path) -> Result<String, Trouble> {
    let output = Command::new(program).args(words).arg(folder).output();
    let output = output.map_err(|cause| Trouble::program(program, cause))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Trouble::program(program, said.trim()))
}
