//! The hand that does it, and undoes it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::disk::Disk;
use crate::fault::plan::{Kind, Planned, Target};
use crate::journal::Journal;
use crate::line::{Line, Mode};
use crate::service::Service;
use crate::stack::Stack;
use crate::trouble::{PAUSE, Trouble, eventually};

/// The wait before each piece on a slow line.
const SLOWNESS: Duration = Duration::from_millis(40);

/// Commands that wait for a standby are those in this state.
const WAITING: &str = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";

/// Continues in another file of the database's log, again and again. An unused one is not left, so
/// something is written into each.
const USE_UP_LOG: &str = "do $$ begin
    for file in 1..40 loop
        perform pg_logical_emit_message(false, 'torture', 'here');
        perform pg_switch_wal();
    end loop;
end $$";

/// Does what was planned.
pub(crate) struct Hand {
    pub(crate) stack: Arc<Stack>,
    pub(crate) journal: Journal,
    /// The machines that the present fault has hit.
    pub(crate) hit: Mutex<Vec<usize>>,
}

impl Hand {
    /// Brings a fault about and holds it for its time, and until it has tried something.
    pub(crate) async fn strike(&self, fault: &Planned) -> Result<(), Trouble> {
        let mut noted = json!({ "fault": fault.name(), "target": format!("{:?}", fault.target),
            "millis": fault.millis, "begins": true });
        if fault.kind == Kind::Step {
            noted["seconds"] = json!(fault.seconds);
        }
        self.journal.note(noted);
        let mark = self.mark(fault).await?;
        self.begin(fault).await?;
        match fault.kind {
            // It has lasted until it had its effect.
            Kind::Failover(_) => return Ok(()),
            Kind::Fill => self.keep_full(fault).await?,
            _ => tokio::time::sleep(Duration::from_millis(fault.millis)).await,
        }
        self.await_use(fault, &mark).await
    }

    async fn begin(&self, fault: &Planned) -> Result<(), Trouble> {
        match fault.kind {
            Kind::Kill => match self.process_of(fault.target) {
                Some(service) => service.kill(),
                None => self.stack.database.servers().await?.primary.service.kill(),
            },
            Kind::Freeze => match self.process_of(fault.target) {
                Some(service) => service.signal("STOP"),
                None => self
                    .stack
                    .database
                    .servers()
                    .await?
                    .primary
                    .signal_all("STOP"),
            },
            Kind::Promote => self.stack.database.servers().await?.primary.service.kill(),
            Kind::PromoteCut => self.cut_waits().await,
            Kind::Cut | Kind::HalfOpen | Kind::Slow | Kind::Deafen | Kind::Reset => {
                self.disturb(fault);
                Ok(())
            }
            Kind::Fill => self.on_disk(fault.target, Disk::fill).await,
            Kind::Step => self.set_clock(fault.target, fault.seconds).await,
            Kind::Failover(failover) => self.begin_failover(failover, fault.millis).await,
        }
    }

    fn disturb(&self, fault: &Planned) {
        let Some(line) = self.line_of(fault.target) else {
            return;
        };
        match fault.kind {
            Kind::Cut => line.set(Mode::Cut),
            Kind::HalfOpen => line.set(Mode::Silent),
            Kind::Slow => line.set(Mode::Slow(SLOWNESS)),
            Kind::Deafen => line.deafen(),
            Kind::Reset => line.reset(),
            Kind::Kill
            | Kind::Freeze
            | Kind::Promote
            | Kind::PromoteCut
            | Kind::Fill
            | Kind::Step
            | Kind::Failover(_) => {}
        }
    }

    /// The standby is frozen, commands wait for it, their sessions are ended, and then the
    /// primary dies: whatever was read back from it in between is gone.
    async fn cut_waits(&self) -> Result<(), Trouble> {
        let servers = self.stack.database.servers().await?;
        let (primary, standby) = (&servers.primary, servers.standby.as_ref());
        let standby =
            standby.ok_or_else(|| Trouble::RunOptions("there is no standby".to_owned()))?;
        standby.signal_all("STOP")?;
        for _ in 0..3 {
            eventually("a command waits for the standby", async || {
                match primary.number("postgres", WAITING).await {
                    Ok(1..) => Ok(()),
                    Ok(_) => Err("none does".to_owned()),
                    Err(trouble) => Err(trouble.to_string()),
                }
            })
            .await?;
            let cut = "select pg_terminate_backend(pid) from pg_stat_activity
                where wait_event = 'SyncRep'";
            primary.run(cut).await?;
            // Time to come back and to look for what was sent.
            tokio::time::sleep(Duration::from_millis(400)).await;
        }
        primary.service.kill()?;
        standby.signal_all("CONT")
    }

    /// Ends a fault: from now on everything works, or starts to.
    pub(crate) async fn heal(&self, fault: &Planned) -> Result<(), Trouble> {
        match fault.kind {
            Kind::Kill => match self.process_of(fault.target) {
                Some(service) => service.restart()?,
                None => self
                    .stack
                    .database
                    .servers()
                    .await?
                    .primary
                    .service
                    .restart()?,
            },
            Kind::Freeze => match self.process_of(fault.target) {
                Some(service) => service.signal("CONT")?,
                None => self
                    .stack
                    .database
                    .servers()
                    .await?
                    .primary
                    .signal_all("CONT")?,
            },
            Kind::Promote | Kind::PromoteCut => {
                self.stack.fail_over().await?;
                self.stack.add_standby().await?;
            }
            Kind::Cut | Kind::HalfOpen | Kind::Slow => {
                if let Some(line) = self.line_of(fault.target) {
                    if fault.kind == Kind::HalfOpen {
                        line.reset();
                    }
                    line.set(Mode::Carry);
                }
            }
            // A process that has noticed works already.
            Kind::Deafen | Kind::Reset => {}
            // A database that has ended is started again as whatever ends by itself.
            Kind::Fill => self.on_disk(fault.target, Disk::free).await?,
            Kind::Step => self.set_clock(fault.target, 0).await?,
            Kind::Failover(failover) => self.heal_failover(failover)?,
        }
        self.journal
            .note(json!({ "fault": fault.name(), "ends": true }));
        Ok(())
    }

    pub(super) async fn on_disk(
        &self,
        target: Target,
        act: impl FnOnce(&Disk) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let servers = self.stack.database.servers().await?;
        let disk = match target {
            Target::Postgres => &servers.primary.disk,
            _ => &self.stack.gateway_disk,
        };
        let missing = || Trouble::RunOptions("no disk can be filled".to_owned());
        act(disk.as_ref().ok_or_else(missing)?)
    }

    async fn set_clock(&self, target: Target, seconds: i64) -> Result<(), Trouble> {
        let missing = || Trouble::RunOptions("no clock can be set".to_owned());
        let clocks = self.stack.equipment.clocks.as_ref().ok_or_else(missing)?;
        let servers = self.stack.database.servers().await?;
        let service = self.process_of(target).unwrap_or(&servers.primary.service);
        clocks.set(service.name(), seconds)
    }

    /// Takes the room that somebody gives back. At first a database finds none for its tables; in the
    /// second half none for its log either, of which it would have some in store.
    async fn keep_full(&self, fault: &Planned) -> Result<(), Trouble> {
        let began = Instant::now();
        let length = Duration::from_millis(fault.millis);
        while began.elapsed() < length {
            self.on_disk(fault.target, Disk::take_rest).await?;
            if fault.target == Target::Postgres && began.elapsed() > length / 2 {
                self.use_up_log().await;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    pub(super) async fn use_up_log(&self) {
        let Ok(servers) = self.stack.database.servers().await else {
            return;
        };
        let using = servers.primary.run(USE_UP_LOG);
        // It fails where there is no room, which is what it is for.
        let _ = tokio::time::timeout(Duration::from_secs(1), using).await;
    }

    /// A process that is one program; the database is many.
    fn process_of(&self, target: Target) -> Option<&Service> {
        match target {
            Target::Gateway(number) => Some(&self.stack.gateways[number].service),
            Target::Sandbox => Some(&self.stack.world),
            Target::Postgres
            | Target::Machines
            | Target::ClientLine(_)
            | Target::DatabaseLine(_)
            | Target::WorldLine(_) => None,
        }
    }

    pub(super) fn line_of(&self, target: Target) -> Option<&Line> {
        let gateways = &self.stack.gateways;
        match target {
            Target::ClientLine(number) => Some(&gateways[number].client_line),
            Target::DatabaseLine(number) => Some(&gateways[number].database_line),
            Target::WorldLine(number) => Some(&gateways[number].world_line),
            Target::Gateway(_) | Target::Postgres | Target::Sandbox | Target::Machines => None,
        }
    }
}
