//! What a run is asked for on the command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::trouble::Trouble;

/// How the program is called.
pub(crate) const USAGE: &str =
    "usage: torture [run] [options] | torture look [--out FOLDER] [MEMBER]
  --seed N        the plan of faults and each member's commands (1)
  --minutes N     runs for so long; without it, one round of the short plan
  --clients N     members that send commands at once (6)
  --standby       a synchronous standby, and faults that promote it
  --ha            three databases that replace each other, three gateways, and faults of these
                  (by scripts/torture, which gives the run a network)
  --only KIND     only faults whose name contains KIND
  --out FOLDER    where journal.jsonl, report.json and the logs go (target/torture, TORTURE_OUT)
  --programs FOLDER
                  where the programs gateway and sandbox are (default: this program's folder)";

/// What a run is asked for.
#[derive(Debug, Clone)]
pub(crate) struct RunOptions {
    /// Of the plan and of each member.
    pub(crate) seed: u64,
    /// How long faults continue; `None`: one round of the short plan.
    pub(crate) length: Option<Duration>,
    /// Members that send commands at once.
    pub(crate) clients: u32,
    /// Whether there is a synchronous standby.
    pub(crate) has_standby: bool,
    /// Whether three machines replace each other by themselves.
    pub(crate) has_machines: bool,
    /// Only faults whose name contains this.
    pub(crate) only: Option<String>,
    /// Where the run's records go.
    pub(crate) out: PathBuf,
    /// Where the product's programs are.
    pub(crate) programs: PathBuf,
}

/// One of the things that the program does.
#[derive(Debug)]
pub(crate) enum Command {
    Run(RunOptions),
    /// For itself: with a library that moves clocks, whether it does.
    TryClock {
        file: PathBuf,
    },
    /// A look at a run that is over: all of it, or one member's story.
    Look {
        out: PathBuf,
        member: Option<u32>,
    },
}

fn number<T: std::str::FromStr>(name: &str, text: Option<&String>) -> Result<T, Trouble> {
    let parsed = text.and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| Trouble::RunOptions(format!("{name} wants a number")))
}

fn text(name: &str, given: Option<&String>) -> Result<String, Trouble> {
    let given = given.cloned();
    given.ok_or_else(|| Trouble::RunOptions(format!("{name} wants a value")))
}

impl RunOptions {
    /// How many gateways work on one database.
    pub(crate) const fn gateways(&self) -> usize {
        if self.has_machines { 3 } else { 2 }
    }
}

impl Command {
    /// Reads the command line.
    pub(crate) fn parse(words: &[String]) -> Result<Self, Trouble> {
        let out = std::env::var_os("TORTURE_OUT");
        let mut options = RunOptions {
            seed: 1,
            length: None,
            clients: 6,
            has_standby: false,
            has_machines: false,
            only: None,
            out: out.map_or_else(|| PathBuf::from("target/torture"), PathBuf::from),
            programs: own_folder(),
        };
        let (mut is_look, mut member) = (false, None);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "run" => {}
                "look" => is_look = true,
                "clock" => {
                    let file = text(word, words.next())?.into();
                    return Ok(Self::TryClock { file });
                }
                "--seed" => options.seed = number(word, words.next())?,
                "--minutes" => {
                    options.length = Some(Duration::from_mins(number(word, words.next())?));
                }
                "--clients" => options.clients = number(word, words.next())?,
                "--standby" => options.has_standby = true,
                "--ha" => options.has_machines = true,
                "--only" => options.only = Some(text(word, words.next())?),
                "--out" => options.out = text(word, words.next())?.into(),
                "--programs" => {
                    let folder = PathBuf::from(text(word, words.next())?);
                    // The programs work in separate folders.
                    options.programs =
                        std::path::absolute(&folder).map_err(Trouble::file(&folder))?;
                }
                other if is_look => member = Some(number("look", Some(&other.to_owned()))?),
                other => return Err(Trouble::RunOptions(format!("{other} is unknown\n{USAGE}"))),
            }
        }
        if options.clients == 0 {
            return Err(Trouble::RunOptions(
                "--clients wants one at least".to_owned(),
            ));
        }
        if options.has_machines && options.has_standby {
            let text = "--ha has standbys, and promotes them itself: leave --standby out";
            return Err(Trouble::RunOptions(text.to_owned()));
        }
        let out = options.out.clone();
        Ok(if is_look {
            Self::Look { out, member }
        } else {
            Self::Run(options)
        })
    }
}

/// The folder of this program, where cargo puts the others as well.
fn own_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map(PathBuf::from).unwrap_or_default()
}
