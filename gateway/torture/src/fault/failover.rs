//! What is done to three machines that replace each other, and how it is known to have tried something.

use std::sync::PoisonError;
use std::time::Duration;

use crate::fault::hand::Hand;
use crate::machines::{MACHINES, Machine, Machines, Program};
use crate::trouble::{Trouble, eventually};

/// A fault of three machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Failover {
    /// The primary's machine loses its power.
    PrimaryDies,
    /// A standby's machine loses its power.
    StandbyDies,
    /// Both standbys' machines lose their power: nothing may be answered until one is back.
    StandbysDie,
    /// The primary's database is killed, and its Patroni lives.
    PostgresDies,
    /// The primary's Patroni stops, and its database lives.
    PatroniHangs,
    /// A planned change of the primary.
    Switchover,
    /// The primary's machine is off the network.
    Partitioned,
    /// The primary's machine reaches no other one, but those who use its database.
    Alone,
    /// The primary's machine stops, and continues when another one is the primary.
    PrimaryFreezes,
    /// A standby's machine stops.
    StandbyFreezes,
    /// Every etcd stops.
    EtcdAway,
    /// The proxy in front of them is killed, and started again.
    ProxyRestarts,
}

impl Failover {
    /// All of them.
    pub(crate) const ALL: [Self; 12] = [
        Self::PrimaryDies,
        Self::StandbyDies,
        Self::StandbysDie,
        Self::PostgresDies,
        Self::PatroniHangs,
        Self::Switchover,
        Self::Partitioned,
        Self::Alone,
        Self::PrimaryFreezes,
        Self::StandbyFreezes,
        Self::EtcdAway,
        Self::ProxyRestarts,
    ];

    /// As reports name it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::PrimaryDies => "primary's machine dies",
            Self::StandbyDies => "standby's machine dies",
            Self::StandbysDie => "both standbys' machines die",
            Self::PostgresDies => "primary's PostgreSQL dies",
            Self::PatroniHangs => "primary's Patroni hangs",
            Self::Switchover => "switchover",
            Self::Partitioned => "primary is partitioned",
            Self::Alone => "primary reaches only its clients",
            Self::PrimaryFreezes => "primary's machine freezes",
            Self::StandbyFreezes => "standby's machine freezes",
            Self::EtcdAway => "etcd is away",
            Self::ProxyRestarts => "proxy restarts",
        }
    }

    /// What must be seen while it lasts.
    const fn effect(self) -> Effect {
        match self {
            Self::PrimaryDies
            | Self::PatroniHangs
            | Self::Partitioned
            | Self::Alone
            | Self::PrimaryFreezes => Effect::OtherPrimary,
            Self::StandbysDie => Effect::NothingAnswered,
            // Where no other machine can take over at once, Patroni starts the same database again.
            Self::PostgresDies | Self::StandbyDies | Self::StandbyFreezes | Self::EtcdAway => {
                Effect::Answers
            }
            // Both are over when they have been done.
            Self::Switchover | Self::ProxyRestarts => Effect::Done,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Another machine takes over.
    OtherPrimary,
    /// Commands wait, because nobody else has what they did.
    NothingAnswered,
    /// Commands are answered while it lasts.
    Answers,
    /// No more than that it was done.
    Done,
}

/// Commands that wait for a standby are those in this state.
const WAITING: &str = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";

/// So many commands have to end well meanwhile.
const ANSWERS: u64 = 20;

/// Etcd is gone for longer than Patroni tries to reach it (`retry_timeout`, `ttl`).
const ETCD_AWAY: Duration = Duration::from_secs(25);

impl Hand {
    fn machines(&self) -> Result<&Machines, Trouble> {
        let machines = self.stack.database.machines();
        machines.ok_or_else(|| Trouble::RunOptions("there are no three machines".to_owned()))
    }

    /// The machines that the fault has hit.
    fn hit(&self) -> Result<Vec<&Machine>, Trouble> {
        let hit = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        let all = &self.machines()?.all;
        Ok(hit.iter().map(|number| &all[*number]).collect())
    }

    /// Brings it about, and returns when it has had its effect.
    pub(super) async fn begin_failover(&self, fault: Failover, millis: u64) -> Result<(), Trouble> {
        let machines = self.machines()?;
        let primary = machines.await_primary().await?;
        // The dice of the plan are used up: the time decides which standby.
        let standby = (primary + 1 + usize::from(millis % 2 == 1)) % MACHINES;
        let others = (0..MACHINES).filter(|number| *number != primary);
        let hit = match fault {
            Failover::StandbyDies | Failover::StandbyFreezes => vec![standby],
            Failover::StandbysDie => others.collect(),
            Failover::EtcdAway => (0..MACHINES).collect(),
            Failover::Switchover | Failover::ProxyRestarts => Vec::new(),
            _ => vec![primary],
        };
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner) = hit;
        let acked = self.journal.counts().acked;
        for machine in self.hit()? {
            match fault {
                Failover::PrimaryDies | Failover::StandbyDies | Failover::StandbysDie => {
                    machine.lose_power().await?;
                }
                Failover::PostgresDies => machine.signal(Some(Program::Postgres), "KILL")?,
                Failover::PatroniHangs => machine.signal(Some(Program::Patroni), "STOP")?,
                Failover::Partitioned => machine.set_connected(false)?,
                Failover::Alone => machine.set_alone(true)?,
                Failover::PrimaryFreezes | Failover::StandbyFreezes => {
                    machine.signal(None, "STOP")?;
                }
                Failover::EtcdAway => machine.signal(Some(Program::Etcd), "STOP")?,
                Failover::Switchover | Failover::ProxyRestarts => {}
            }
        }
        match fault {
            Failover::Switchover => machines.switch_over().await?,
            Failover::ProxyRestarts => {
                machines.proxy.kill()?;
                tokio::time::sleep(Duration::from_millis(millis)).await;
                machines.proxy.restart()?;
            }
            Failover::EtcdAway => tokio::time::sleep(ETCD_AWAY).await,
            _ => tokio::time::sleep(Duration::from_millis(millis)).await,
        }
        match fault.effect() {
            Effect::OtherPrimary => machines.await_other_primary(primary).await,
            Effect::NothingAnswered => self.await_waiting().await,
            Effect::Answers => self.await_answers(fault, acked).await,
            Effect::Done => Ok(()),
        }
    }

    async fn await_waiting(&self) -> Result<(), Trouble> {
        let machines = self.machines()?;
        eventually("a command waits for a standby", async || {
            match machines.number(WAITING).await {
                Ok(1..) => Ok(()),
                Ok(_) => Err("none does".to_owned()),
                Err(trouble) => Err(trouble.to_string()),
            }
        })
        .await
    }

    async fn await_answers(&self, fault: Failover, before: u64) -> Result<(), Trouble> {
        let what = format!("commands end well although: {}", fault.name());
        eventually(&what, async || {
            let now = self.journal.counts().acked;
            if now >= before + ANSWERS {
                Ok(())
            } else {
                Err(format!("{} did", now - before))
            }
        })
        .await
    }

    /// Undoes it.
    pub(super) fn heal_failover(&self, fault: Failover) -> Result<(), Trouble> {
        for machine in self.hit()? {
            match fault {
                Failover::PrimaryDies | Failover::StandbyDies | Failover::StandbysDie => {
                    machine.start_again()?;
                }
                Failover::PatroniHangs => machine.signal(Some(Program::Patroni), "CONT")?,
                Failover::Partitioned => machine.set_connected(true)?,
                Failover::Alone => machine.set_alone(false)?,
                Failover::PrimaryFreezes | Failover::StandbyFreezes => {
                    machine.signal(None, "CONT")?;
                }
                Failover::EtcdAway => machine.signal(Some(Program::Etcd), "CONT")?,
                // Patroni starts its database again.
                Failover::PostgresDies | Failover::Switchover | Failover::ProxyRestarts => {}
            }
        }
        Ok(())
    }
}
