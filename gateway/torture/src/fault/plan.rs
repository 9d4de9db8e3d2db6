//! Which faults come in which order: a matter of the seed alone.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::expectation::{SURVIVES_CUT_WAITS, SURVIVES_DEAF_DATABASE};
use crate::fault::failover::Failover;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// kill -9.
    Kill,
    /// SIGSTOP, and SIGCONT in the end.
    Freeze,
    /// Every connection is reset, and no other comes about.
    Cut,
    /// Nothing comes through, and nothing says so; in the end all is reset.
    HalfOpen,
    /// The current connections stay silent, and new ones work.
    Deafen,
    /// The connections of now are reset, and new ones work.
    Reset,
    /// Each piece takes its time.
    Slow,
    /// The disk below its data has no room.
    Fill,
    /// Its clock jumps, and in the end back to right. What measures time is not touched.
    Step,
    /// The primary is killed, and the standby takes its place.
    Promote,
    /// As before, after commands' waits for the standby were cut.
    PromoteCut,
    /// One of those that three machines are made for.
    Failover(Failover),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Gateway(usize),
    Postgres,
    Sandbox,
    /// Machines that replace each other.
    Machines,
    /// From clients to a gateway.
    ClientLine(usize),
    /// From a gateway to the database.
    DatabaseLine(usize),
    /// From a gateway to the outside world.
    WorldLine(usize),
}

/// A fault to come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planned {
    pub(crate) kind: Kind,
    pub(crate) target: Target,
    /// For how long, in milliseconds.
    pub(crate) millis: u64,
    /// How far a clock jumps, in seconds: ahead, or back when negative.
    pub(crate) seconds: i64,
}

impl Planned {
    /// The kind of fault, as reports count it.
    pub(crate) fn name(&self) -> String {
        let target = match self.target {
            Target::Gateway(_) => "gateway",
            Target::Postgres => "postgres",
            Target::Sandbox => "sandbox",
            Target::Machines => "machines",
            Target::ClientLine(_) => "client line",
            Target::DatabaseLine(_) => "database line",
            Target::WorldLine(_) => "world line",
        };
        let kind = match self.kind {
            Kind::Kill => "kill",
            Kind::Freeze => "freeze",
            Kind::Cut => "cut",
            Kind::HalfOpen => "half-open",
            Kind::Deafen => "deafen",
            Kind::Reset => "reset",
            Kind::Slow => "slow",
            Kind::Fill => "fill",
            Kind::Step => "step",
            Kind::Promote => return "promote standby".to_owned(),
            Kind::PromoteCut => return "promote standby after cut waits".to_owned(),
            Kind::Failover(fault) => return fault.name().to_owned(),
        };
        format!("{kind} {target}")
    }

    /// Whether a program may end by itself under it: `PostgreSQL` does when it cannot write its log.
    pub(crate) fn excuses_end_of(&self, program: &str) -> bool {
        self.kind == Kind::Fill
            && self.target == Target::Postgres
            && program.starts_with("postgres")
    }
}

type Choice = (Kind, fn(usize) -> Target);

/// One of each that the gate has time for.
const SHORT: &[Choice] = &[
    (Kind::Kill, Target::Gateway),
    (Kind::Cut, Target::WorldLine),
    (Kind::Reset, Target::DatabaseLine),
    (Kind::Kill, |_| Target::Postgres),
    (Kind::HalfOpen, Target::ClientLine),
    (Kind::Kill, |_| Target::Sandbox),
    (Kind::Freeze, Target::Gateway),
    (Kind::HalfOpen, Target::WorldLine),
];

/// All there are, without those that need a standby.
const ALL: &[Choice] = &[
    (Kind::Kill, Target::Gateway),
    (Kind::Kill, |_| Target::Postgres),
    (Kind::Kill, |_| Target::Sandbox),
    (Kind::Freeze, Target::Gateway),
    (Kind::Freeze, |_| Target::Postgres),
    (Kind::Freeze, |_| Target::Sandbox),
    (Kind::Cut, Target::ClientLine),
    (Kind::Cut, Target::DatabaseLine),
    (Kind::Cut, Target::WorldLine),
    (Kind::HalfOpen, Target::ClientLine),
    (Kind::HalfOpen, Target::DatabaseLine),
    (Kind::HalfOpen, Target::WorldLine),
    (Kind::Deafen, Target::ClientLine),
    (Kind::Deafen, Target::WorldLine),
    (Kind::Reset, Target::ClientLine),
    (Kind::Reset, Target::DatabaseLine),
    (Kind::Reset, Target::WorldLine),
    (Kind::Slow, Target::ClientLine),
    (Kind::Slow, Target::DatabaseLine),
    (Kind::Slow, Target::WorldLine),
    (Kind::Fill, Target::Gateway),
    (Kind::Fill, |_| Target::Postgres),
    (Kind::Step, Target::Gateway),
    (Kind::Step, |_| Target::Postgres),
];

/// What is tried with three machines: their own faults, and those of the gateways in front of them.
fn machines_choices() -> Vec<Choice> {
    let own =
        Failover::ALL.map(|fault| -> Choice { (Kind::Failover(fault), |_| Target::Machines) });
    let gateways: [Choice; 3] = [
        (Kind::Kill, Target::Gateway),
        (Kind::Freeze, Target::Gateway),
        (Kind::HalfOpen, Target::DatabaseLine),
    ];
    own.into_iter().chain(gateways).collect()
}

/// How far clocks jump at most, in seconds. Game providers refuse what is dated five minutes off, which
/// is right of them and says nothing about the product.
const STEP_MAX: i64 = 280;

/// What a plan is made for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// The gate's short plan.
    pub(crate) is_short: bool,
    /// Whether there is a standby to promote.
    pub(crate) has_standby: bool,
    /// Whether there are three machines, which have other faults.
    pub(crate) has_machines: bool,
    /// How many gateways there are.
    pub(crate) gateways: usize,
    /// Only kinds whose name contains this.
    pub(crate) only: Option<&'a str>,
    /// What this machine cannot bring about: kinds whose name contains one of these.
    pub(crate) missing: &'a [&'a str],
}

impl Scope<'_> {
    /// Whether rounds have this kind of fault.
    pub(crate) fn has(self, kind: Kind) -> bool {
        // Each round has the same kinds, whatever the dice.
        let planned = round(&mut StdRng::seed_from_u64(0), self);
        planned.iter().any(|fault| fault.kind == kind)
    }
}

/// One round: every kind of fault once, each at a gateway of the dice's choice.
pub(crate) fn round(dice: &mut StdRng, scope: Scope<'_>) -> Vec<Planned> {
    let is_short = scope.is_short && scope.only.is_none();
    let mut choices = match (scope.has_machines, is_short) {
        (true, _) => machines_choices(),
        (false, true) => SHORT.to_vec(),
        (false, false) => ALL.to_vec(),
    };
    let is_asked_for = |name: &str| scope.only.is_some_and(|only| name.contains(only));
    if scope.has_machines {
        // Nothing is left to add.
    } else if SURVIVES_DEAF_DATABASE || is_asked_for("deafen database line") {
        choices.push((Kind::Deafen, Target::DatabaseLine));
    }
    if scope.has_standby {
        choices.push((Kind::Promote, |_| Target::Postgres));
        if SURVIVES_CUT_WAITS || is_asked_for("promote standby after cut waits") {
            choices.push((Kind::PromoteCut, |_| Target::Postgres));
        }
    }
    choices.shuffle(dice);
    let mut planned = Vec::new();
    for (kind, target) in choices {
        let millis = if is_short {
            dice.random_range(400..800)
        } else {
            dice.random_range(300..6_000)
        };
        let target = target(dice.random_range(0..scope.gateways));
        let seconds = dice.random_range(2..=STEP_MAX);
        let fault = Planned {
            kind,
            target,
            millis,
            seconds: if dice.random() { seconds } else { -seconds },
        };
        let name = fault.name();
        let is_missing = scope.missing.iter().any(|it| name.contains(it));
        if scope.only.is_none_or(|only| name.contains(only)) && !is_missing {
            planned.push(fault);
        }
    }
    planned
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Scope<'_> = Scope {
        is_short: false,
        has_standby: true,
        has_machines: false,
        gateways: 2,
        only: None,
        missing: &[],
    };

    fn names(seed: u64, scope: Scope<'_>) -> Vec<String> {
        let round = round(&mut StdRng::seed_from_u64(seed), scope);
        round.iter().map(Planned::name).collect()
    }

    #[test]
    fn one_seed_is_one_plan_and_a_round_has_every_kind_once() {
        assert_eq!(names(7, FULL), names(7, FULL));
        assert_ne!(names(7, FULL), names(8, FULL));
        let mut kinds = names(7, FULL);
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds.len(), names(7, FULL).len());
        assert!(kinds.len() > ALL.len());
    }

    #[test]
    fn disks_and_clocks_belong_to_the_full_plan_and_are_chosen_by_name() {
        let short = Scope {
            is_short: true,
            ..FULL
        };
        for (kind, name) in [(Kind::Fill, "fill"), (Kind::Step, "step")] {
            assert!(FULL.has(kind));
            assert!(!short.has(kind));
            let chosen = Scope {
                only: Some(name),
                ..short
            };
            let mut chosen = names(7, chosen);
            chosen.sort();
            assert_eq!(
                chosen,
                [format!("{name} gateway"), format!("{name} postgres")]
            );
        }
    }

    #[test]
    fn three_machines_have_twelve_faults_and_those_of_their_gateways() {
        let scope = Scope {
            has_standby: false,
            has_machines: true,
            gateways: 3,
            ..FULL
        };
        let kinds = names(7, scope);
        for fault in Failover::ALL {
            assert!(kinds.contains(&fault.name().to_owned()), "{fault:?}");
        }
        assert_eq!(kinds.len(), Failover::ALL.len() + 3);
        let all = (0..50).flat_map(|seed| round(&mut StdRng::seed_from_u64(seed), scope));
        let at_last = all.filter(|fault| fault.target == Target::Gateway(2));
        assert!(at_last.count() > 0);
    }

    #[test]
    fn what_the_machine_cannot_do_is_left_out() {
        let scope = Scope {
            missing: &["fill", "step postgres"],
            ..FULL
        };
        assert!(!scope.has(Kind::Fill));
        assert!(scope.has(Kind::Step));
        assert_eq!(names(7, scope).len() + 3, names(7, FULL).len());
    }

    #[test]
    fn clocks_jump_both_ways_and_never_beyond_what_providers_take() {
        let mut dice = StdRng::seed_from_u64(7);
        let steps: Vec<i64> = (0..50)
            .flat_map(|_| round(&mut dice, FULL))
            .filter(|fault| fault.kind == Kind::Step)
            .map(|fault| fault.seconds)
            .collect();
        assert!(steps.iter().all(|it| (2..300).contains(&it.abs())));
        assert!(steps.iter().any(|it| *it > 0) && steps.iter().any(|it| *it < 0));
    }
}
