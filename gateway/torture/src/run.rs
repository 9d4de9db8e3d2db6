//! A run from its start to its report.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_local};

use crate::equipment::{Equipment, Skipped};
use crate::expectation::ACKED_MIN;
use crate::fault::hand::Hand;
use crate::fault::plan::{Planned, Scope, round};
use crate::fault::recovery::Probes;
use crate::journal::{Fault, Journal};
use crate::member::{Member, Phase, Shared};
use crate::options::RunOptions;
use crate::oracle::Oracle;
use crate::report::Report;
use crate::stack::Stack;
use crate::trouble::{PATIENCE, Trouble, eventually};
use crate::world::World;

/// Members that talk to one gateway each have numbers from here.
const FIRST_PROBE: u32 = 900;

type Living = JoinHandle<Result<Member, Trouble>>;

/// Carries a run out; what people read of it, and whether the product passed.
pub(crate) async fn run(options: &RunOptions) -> Result<(String, bool), Trouble> {
    // What an earlier run has left would be taken for this one's.
    for name in ["journal.jsonl", "report.json", "log"] {
        let old = options.out.join(name);
        let removed = if old.is_dir() {
            fs::remove_dir_all(&old)
        } else if old.exists() {
            fs::remove_file(&old)
        } else {
            Ok(())
        };
        removed.map_err(Trouble::file(&old))?;
    }
    fs::create_dir_all(&options.out).map_err(Trouble::file(&options.out))?;
    let journal = Journal::begin(&options.out)?;
    let folder = data_folder()?;
    let equipment = Equipment::find(scope_of(options, &[]), folder.path());
    let stack = Stack::start(options, &journal, folder.path(), equipment).await?;
    let stack = Arc::new(stack);
    let ended = under_fire(options, &journal, &stack).await;
    let report = ended?;
    if !stack.end().await? {
        let seen = "a gateway that was asked to end did not end in order";
        journal.find(Fault::Inconsistent, None, seen);
    }
    report.conclude(options, &journal)
}

fn scope_of<'a>(options: &'a RunOptions, missing: &'a [&'a str]) -> Scope<'a> {
    Scope {
        is_short: options.length.is_none(),
        has_standby: options.has_standby,
        has_machines: options.has_machines,
        gateways: options.gateways(),
        only: options.only.as_deref(),
        missing,
    }
}

/// A folder that is gone afterwards, in memory where there is room: a flush to memory costs nothing,
/// and what a killed process has written stays there as on a disk.
fn data_folder() -> Result<tempfile::TempDir, Trouble> {
    let chosen = std::env::var_os("TORTURE_DATA").map(PathBuf::from);
    let memory = Some(PathBuf::from("/dev/shm")).filter(|path| path.is_dir());
    // A folder that was made for the run needs no long name below it.
    let is_ours = chosen.is_some();
    let parent = chosen.or(memory).unwrap_or_else(std::env::temp_dir);
    let folder = tempfile::Builder::new()
        .prefix(if is_ours { "r" } else { "wallet-torture." })
        .tempdir_in(&parent);
    folder.map_err(Trouble::file(&parent))
}

async fn under_fire(
    options: &RunOptions,
    journal: &Journal,
    stack: &Arc<Stack>,
) -> Result<Report, Trouble> {
    let (phase, seen_phase) = watch::channel(Phase::Work);
    let shared = Shared {
        seed: options.seed,
        gateways: (0..options.gateways())
            .map(|number| stack.url(number))
            .collect(),
        world: World::at(stack.world_url())?,
        journal: journal.clone(),
        phase: seen_phase,
        progress: Arc::new(AtomicU64::new(0)),
    };
    let probes = probes(&shared, stack).await?;
    let joining = (1..=options.clients).map(|number| Member::join(&shared, number));
    let members = try_join_all(joining).await?;
    let living: Vec<Living> = members.into_iter().map(start_living).collect();
    let tending = tend(Arc::downgrade(stack));
    let mut skipped = stack.equipment.skipped.clone();
    skipped.extend(stack.clock_obstacle().await?);
    let mut storm = Storm {
        options,
        hand: Hand {
            stack: Arc::clone(stack),
            journal: journal.clone(),
            hit: Mutex::default(),
        },
        probes,
        progress: Arc::clone(&shared.progress),
        planned: Vec::new(),
        struck: BTreeMap::new(),
        skipped,
        own_ends: BTreeMap::new(),
    };
    let outcome = storm.rage().await;
    phase.send_replace(Phase::Finish);
    outcome?;
    let mut members = finished(living, &phase).await?;
    members.append(&mut storm.probes.members);
    let oracle = Oracle {
        stack: Arc::clone(stack),
        world: shared.world.clone(),
        journal: journal.clone(),
    };
    oracle.judge(members).await?;
    tending.abort();
    storm.judge_ends(None).await;
    let mut own_ends = storm.own_ends;
    own_ends.insert(stack.world.name().to_owned(), stack.world.own_ends());
    Ok(Report {
        struck: storm.struck,
        planned: storm.planned,
        recoveries: storm.probes.seen,
        own_ends,
        skipped: storm.skipped,
    })
}

async fn probes(shared: &Shared, stack: &Arc<Stack>) -> Result<Probes, Trouble> {
    let mut members = Vec::new();
    for (at, gateway) in shared.gateways.iter().enumerate() {
        let alone = Shared {
            gateways: vec![gateway.clone()],
            ..shared.clone()
        };
        let number = FIRST_PROBE + u32::try_from(at).unwrap_or_default();
        let mut member = Member::join(&alone, number).await?;
        member.deposit().await?;
        members.push(member);
    }
    Ok(Probes {
        members,
        seen: Vec::new(),
        stack: Arc::clone(stack),
        journal: shared.journal.clone(),
    })
}

fn start_living(mut member: Member) -> Living {
    spawn_local(async move {
        member.live().await?;
        Ok(member)
    })
}

/// Starts again what ends by itself, as an operator's supervisor does.
fn tend(stack: Weak<Stack>) -> JoinHandle<()> {
    tokio::spawn(async move {
        // It must not keep alive what a run that ends badly leaves.
        while let Some(stack) = stack.upgrade() {
            // A program that cannot be started is noticed by those who wait for it.
            let _ = stack.tend();
            drop(stack);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
}

/// Waits for members to end what they have started; what has no end in time is given up.
async fn finished(
    living: Vec<Living>,
    phase: &watch::Sender<Phase>,
) -> Result<Vec<Member>, Trouble> {
    let waited = eventually("every member has ended what it began", async || {
        let open = living.iter().filter(|it| !it.is_finished()).count();
        if open == 0 { Ok(()) } else { Err(open) }
    });
    if waited.await.is_err() {
        phase.send_replace(Phase::GiveUp);
    }
    let mut members = Vec::new();
    for one in living {
        let ended = one.await;
        members.push(ended.map_err(|error| Trouble::program("a member", error))??);
    }
    Ok(members)
}

/// The faults of a run, one after the other.
struct Storm<'a> {
    options: &'a RunOptions,
    hand: Hand,
    probes: Probes,
    progress: Arc<AtomicU64>,
    planned: Vec<String>,
    struck: BTreeMap<String, u64>,
    skipped: Vec<Skipped>,
    /// How often each program ended by itself until now.
    own_ends: BTreeMap<String, u32>,
}

impl Storm<'_> {
    async fn rage(&mut self) -> Result<(), Trouble> {
        let (began, options) = (Instant::now(), self.options);
        let mut dice = StdRng::seed_from_u64(options.seed);
        let skipped = self.skipped.clone();
        let missing: Vec<&str> = skipped.iter().map(|it| it.faults.as_str()).collect();
        let scope = scope_of(options, &missing);
        let is_over = || options.length.is_none_or(|it| began.elapsed() > it);
        // At least one round, so that every kind was there.
        let first = round(&mut dice, scope);
        self.planned = first.iter().map(Planned::name).collect();
        let mut left = first;
        while !self.planned.is_empty() {
            for fault in left {
                let is_tried = self.planned.iter().all(|it| self.struck.contains_key(it));
                if is_tried && is_over() {
                    break;
                }
                if !self.one(&fault).await? {
                    return Ok(());
                }
            }
            if is_over() {
                break;
            }
            left = round(&mut dice, scope);
        }
        self.breathe().await?;
        self.enough().await
    }

    /// A fault, its end, and the way back; `false` when there was none.
    async fn one(&mut self, fault: &Planned) -> Result<bool, Trouble> {
        self.breathe().await?;
        // What came before is not the fault's.
        self.hand.journal.silence();
        self.hand.strike(fault).await?;
        self.hand.heal(fault).await?;
        let name = fault.name();
        *self.struck.entry(name.clone()).or_default() += 1;
        let is_recovered = self.probes.recovered(&name).await?;
        self.hand.stack.database.await_whole().await?;
        self.judge_ends(Some(fault)).await;
        Ok(is_recovered)
    }

    /// Programs of the product never end by themselves, but a database may when its disk is full.
    async fn judge_ends(&mut self, during: Option<&Planned>) {
        for (name, count) in self.hand.stack.own_ends().await {
            let before = self.own_ends.insert(name.clone(), count);
            let more = count.saturating_sub(before.unwrap_or_default());
            let is_excused = during.is_some_and(|it| it.excuses_end_of(&name));
            if more > 0 && !is_excused {
                let fault = during.map_or_else(|| "the last fault".to_owned(), Planned::name);
                let seen = format!("{name} ended {more} times by itself, last after {fault}");
                self.hand.journal.find(Fault::Ended, None, seen);
            }
        }
    }

    /// Waits until so much was done that the outcome says something.
    async fn enough(&self) -> Result<(), Trouble> {
        let wait = eventually("members have done enough", async || {
            let acked = self.hand.journal.counts().acked;
            if acked >= ACKED_MIN {
                Ok(())
            } else {
                Err(acked)
            }
        });
        match wait.await {
            // The report says how many there were.
            Ok(()) | Err(Trouble::Patience { .. }) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Lets members get something done in between.
    async fn breathe(&self) -> Result<(), Trouble> {
        let wanted = self.progress.load(Ordering::SeqCst) + 2 * u64::from(self.options.clients);
        let progress = eventually("members continue", async || {
            let now = self.progress.load(Ordering::SeqCst);
            if now >= wanted { Ok(()) } else { Err(now) }
        });
        match progress.await {
            Ok(()) => Ok(()),
            Err(Trouble::Patience { seen, .. }) => {
                let seen = format!(
                    "members are not served for {} s: {seen} answers of {wanted}",
                    PATIENCE.as_secs()
                );
                self.hand.journal.find(Fault::Stuck, None, seen);
                Ok(())
            }
            Err(trouble) => Err(trouble),
        }
    }
}
