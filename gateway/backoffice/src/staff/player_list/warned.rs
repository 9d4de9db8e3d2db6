//! Lists of what staff have said about a player, of what the wallet refuses, and of deposits.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::DepositLimitView;
use ledger::{Money, Wallet, WalletId};
use projections::player_list::{self, DepositBounds, Mark, MarkedWallet};
use rust_decimal::Decimal;

use super::entry::{Entry, ListCursor, ListFacts, ListReason, PAGE, Part, ROWS};
use crate::staff::player_note::Flag;
use members::login_freeze;
use platform::core::Core;
use platform::error::ApiError;

/// The marked wallets that one page asks; the next page continues behind them.
const ASKED: i64 = 60;

/// How far back deposits are looked through.
const DEPOSITS: TimeDelta = TimeDelta::hours(24);

/// So many deposits within an hour are fast.
const FAST: i64 = 5;

/// From so many tenths on a limit counts as used up.
const TENTHS: u32 = 9;

/// The players with a flag, the latest flag first.
pub(super) async fn flagged(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let rows = sqlx::query!(
        r#"select note.member_id, note.at, note.flag as "flag!" from player_note as note
           where note.flag is not null and not note.clears and (note.at, note.member_id) < ($1, $2)
             and not exists (select from player_note as later
                             where later.member_id = note.member_id and later.flag = note.flag
                               and later.id > note.id)
           order by note.at desc, note.member_id desc limit $3"#,
        after.at,
        after.id,
        ROWS,
    )
    .fetch_all(&core.pool)
    .await?;
    let entries = rows.into_iter().map(|row| Entry {
        player: row.member_id,
        reason: ListReason::Flag,
        at: row.at,
        facts: ListFacts {
            flag: Flag::parse(&row.flag),
            ..ListFacts::default()
        },
    });
    Ok(Part::of(entries.collect()))
}

/// The players whose money or log-in is frozen, the latest freeze first.
pub(super) async fn frozen(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let marked = player_list::marked(&core.pool, Mark::Frozen, after.before(), ROWS).await?;
    let mut entries: Vec<Entry> = marked
        .into_iter()
        .map(|wallet| plain(wallet, ListReason::MoneyFrozen))
        .collect();
    let rows = sqlx::query!(
        "select started.member_id, started.at from login_freeze as started
         where started.ends is null and (started.at, started.member_id) < ($1, $2)
           and not exists (select from login_freeze as ended where ended.ends = started.id)
         order by started.at desc, started.member_id desc limit $3",
        after.at,
        after.id,
        ROWS,
    )
    .fetch_all(&core.pool)
    .await?;
    let logins = rows.into_iter().map(|row| MarkedWallet {
        wallet_id: row.member_id,
        at: row.at,
    });
    entries.extend(logins.map(|login| plain(login, ListReason::LoginFrozen)));
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.at, entry.player)));
    let Part { entries, next } = Part::of(entries);
    let mut frozen = Vec::new();
    for entry in entries {
        if is_frozen(core, &entry).await? {
            frozen.push(entry);
        }
    }
    Ok(Part {
        entries: frozen,
        next,
    })
}

/// Whether the freeze is in force by the journal, or by a row that the gateway has signed.
async fn is_frozen(core: &Core, entry: &Entry) -> Result<bool, ApiError> {
    let player = WalletId(entry.player);
    if entry.reason == ListReason::LoginFrozen {
        return Ok(login_freeze::since(core, player).await?.is_some());
    }
    Ok(core.ledger.load(player).await?.freeze().is_some())
}

/// The players who take a break, the latest break first.
pub(super) async fn excluded(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let now = core.clock.now();
    confirmed(core, Mark::Excluded, after, |wallet, marked| {
        let exclusion = wallet.exclusion(now)?;
        Some(Entry {
            facts: ListFacts {
                until: exclusion.until,
                ..ListFacts::default()
            },
            ..plain(marked, ListReason::Break)
        })
    })
    .await
}

/// The players with a limit that is used up or nearly so, the latest limit first.
pub(super) async fn at_limit(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let now = core.clock.now();
    confirmed(core, Mark::Limited, after, |wallet, marked| {
        let limits = wallet.protection(now)?.limits;
        let reached = limits.iter().find(|view| is_reached(view))?;
        Some(Entry {
            facts: ListFacts {
                amount: reached.limit,
                used: Some(reached.used),
                period: Some(reached.period.to_string()),
                ..ListFacts::default()
            },
            ..plain(marked, ListReason::LimitReached)
        })
    })
    .await
}

fn is_reached(view: &DepositLimitView) -> bool {
    view.limit.is_some_and(|limit| {
        view.used.amount() * Decimal::TEN >= limit.amount() * Decimal::from(TENTHS)
    })
}

/// The marked wallets of which the wallet itself says that they belong in the list.
async fn confirmed(
    core: &Core,
    mark: Mark,
    after: ListCursor,
    entry: impl Fn(&Wallet, MarkedWallet) -> Option<Entry>,
) -> Result<Part, ApiError> {
    let marked = player_list::marked(&core.pool, mark, after.before(), ASKED).await?;
    let is_last = i64::try_from(marked.len()).unwrap_or(i64::MAX) < ASKED;
    let mut entries = Vec::new();
    let mut asked = 0;
    let mut last = None;
    for wallet in &marked {
        if entries.len() == PAGE {
            break;
        }
        let loaded = core.ledger.load(WalletId(wallet.wallet_id)).await?;
        entries.extend(entry(&loaded, *wallet));
        asked += 1;
        last = Some(ListCursor {
            at: wallet.at,
            id: wallet.wallet_id,
        });
    }
    let is_over = is_last && asked == marked.len();
    Ok(Part {
        entries,
        next: last.filter(|_| !is_over),
    })
}

fn plain(marked: MarkedWallet, reason: ListReason) -> Entry {
    Entry {
        player: marked.wallet_id,
        reason,
        at: marked.at,
        facts: ListFacts::default(),
    }
}

/// The players with large or fast deposits since yesterday, the latest deposit first. Large is
/// what staff do not credit alone.
pub(super) async fn deposits(core: &Core, after: ListCursor) -> Result<Part, ApiError> {
    let now: DateTime<Utc> = core.clock.now();
    let above = core.config.support.second_person_above.iter();
    let large = above.filter_map(|(currency, amount)| Money::try_new(*amount, *currency).ok());
    let bounds = DepositBounds {
        since: now - DEPOSITS,
        large: large.collect(),
        fast: FAST,
    };
    let found = player_list::striking_deposits(&core.pool, &bounds, after.before(), ROWS);
    let entries = found.await?.into_iter().map(|deposits| Entry {
        player: deposits.wallet_id,
        reason: if deposits.is_large {
            ListReason::LargeDeposit
        } else {
            ListReason::FastDeposits
        },
        at: deposits.last,
        facts: ListFacts {
            amount: Some(deposits.largest),
            count: Some(deposits.within_hour),
            ..ListFacts::default()
        },
    });
    Ok(Part::of(entries.collect()))
}
