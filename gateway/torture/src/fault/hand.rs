//! The hand that does it, and undoes it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::fault::plan::{Kind, Planned, Target};
use crate::journal::Journal;
use crate::line::{Line, Mode};
use crate::service::Service;
use crate::stack::Stack;
use crate::trouble::{Trouble, eventually};

/// The wait before each piece on a slow line.
const SLOWNESS: Duration = Duration::from_millis(40);

/// Commands that wait for a standby are those in this state.
const WAITING: &str = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";

/// Does what was planned.
pub(crate) struct Hand {
    pub(crate) stack: Arc<Stack>,
    pub(crate) journal: Journal,
}

impl Hand {
    /// Brings a fault about and holds it for its time.
    pub(crate) async fn strike(&self, fault: &Planned) -> Result<(), Trouble> {
        self.journal.note(
            json!({ "fault": fault.name(), "target": format!("{:?}", fault.target),
                "millis": fault.millis, "begins": true }),
        );
        let seen = self.line_of(fault.target).map(Line::seen);
        self.begin(fault).await?;
        tokio::time::sleep(Duration::from_millis(fault.millis)).await;
        // A fault on a line that nobody used has tried nothing.
        if let (Some(line), Some(seen)) = (self.line_of(fault.target), seen) {
            eventually("somebody uses the line", async || {
                let is_used = line.open() > 0 || line.seen() > seen;
                is_used.then_some(()).ok_or("nobody does")
            })
            .await?;
        }
        Ok(())
    }

    async fn begin(&self, fault: &Planned) -> Result<(), Trouble> {
        match fault.kind {
            Kind::Kill => match self.process_of(fault.target) {
                Some(service) => service.kill(),
                None => self.stack.servers.read().await.primary.service.kill(),
            },
            Kind::Freeze => match self.process_of(fault.target) {
                Some(service) => service.signal("STOP"),
                None => self.stack.servers.read().await.primary.signal_all("STOP"),
            },
            Kind::Promote => self.stack.servers.read().await.primary.service.kill(),
            Kind::PromoteCut => self.cut_waits().await,
            Kind::Cut | Kind::HalfOpen | Kind::Slow | Kind::Deafen | Kind::Reset => {
                self.disturb(fault);
                Ok(())
            }
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
            Kind::Kill | Kind::Freeze | Kind::Promote | Kind::PromoteCut => {}
        }
    }

    /// The standby is frozen, commands wait for it, their sessions are ended, and then the
    /// primary dies: whatever was read back from it in between is gone.
    async fn cut_waits(&self) -> Result<(), Trouble> {
        let servers = self.stack.servers.read().await;
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
            Kind::Kill => {
                let servers = self.stack.servers.read().await;
                let database = &servers.primary.service;
                self.process_of(fault.target)
                    .unwrap_or(database)
                    .restart()?;
            }
            Kind::Freeze => match self.process_of(fault.target) {
                Some(service) => service.signal("CONT")?,
                None => self.stack.servers.read().await.primary.signal_all("CONT")?,
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
        }
        self.journal
            .note(json!({ "fault": fault.name(), "ends": true }));
        Ok(())
    }

    /// A process that is one program; the database is many.
    fn process_of(&self, target: Target) -> Option<&Service> {
        match target {
            Target::Gateway(number) => Some(&self.stack.gateways[number].service),
            Target::Sandbox => Some(&self.stack.world),
            Target::Postgres
            | Target::ClientLine(_)
            | Target::DatabaseLine(_)
            | Target::WorldLine(_) => None,
        }
    }

    fn line_of(&self, target: Target) -> Option<&Line> {
        let gateways = &self.stack.gateways;
        match target {
            Target::ClientLine(number) => Some(&gateways[number].client_line),
            Target::DatabaseLine(number) => Some(&gateways[number].database_line),
            Target::WorldLine(number) => Some(&gateways[number].world_line),
            Target::Gateway(_) | Target::Postgres | Target::Sandbox => None,
        }
    }
}
