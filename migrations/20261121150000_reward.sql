-- Why: players read what they were given, earned and won; each row is what folding the events of
-- its wallet makes. Indexes carry the names that PostgreSQL gives: a rebuild makes the tables anew
-- and would lose any other name.

-- What the next event of a wallet needs to know of the ones before. Made by its first reward.
create table reward_head (
    wallet_id uuid primary key,
    active_grant uuid,
    pending_refund timestamptz,
    refunds bigint not null check (refunds >= 0),
    invites bigint not null check (invites >= 0),
    spins bigint not null check (spins >= 0),
    coins bigint not null check (coins >= 0)
) with (fillfactor = 70);

-- Money that was given, from a bonus to a coupon. MET: its terms were met in the moment of the
-- grant, it never was active.
create table reward_grant (
    wallet_id uuid not null,
    grant_id uuid not null,
    kind text not null check (kind in ('bonus', 'promotion', 'refund', 'invite', 'coupon')),
    reference text not null,
    status text not null
        check (status in ('ACTIVE', 'MET', 'SUCCESS', 'FAIL', 'EXPIRED', 'EXCLUDED')),
    currency text not null,
    amount numeric(20, 2) not null check (amount > 0),
    base numeric(20, 2) not null check (base >= 0),
    deposit_amount numeric(20, 2),
    success_percent bigint not null,
    fail_percent bigint not null,
    turnover_times bigint not null,
    max_withdraw numeric(20, 2),
    expires_at timestamptz,
    takes_back boolean not null,
    quota_no bigint,
    coupon uuid,
    started_at timestamptz not null,
    ended_at timestamptz,
    total_at_end numeric(20, 2),
    turnover_at_end numeric(20, 2),
    taken numeric(20, 2),
    position bigint not null,
    primary key (wallet_id, grant_id),
    check ((ended_at is null) = (status in ('ACTIVE', 'MET'))),
    check ((ended_at is null) = (taken is null))
) with (fillfactor = 90);

create unique index on reward_grant (wallet_id, kind, position desc);
-- The next of a limited number.
create index on reward_grant (kind, reference, quota_no) where quota_no is not null;

create table reward_refund (
    wallet_id uuid not null,
    period_from timestamptz not null,
    period_to timestamptz not null,
    status text not null check (status in ('RECEIVED', 'ADDED')),
    currency text not null,
    net_loss numeric(20, 2) not null,
    amount numeric(20, 2) not null check (amount > 0),
    keep_until timestamptz not null,
    grant_id uuid,
    created_at timestamptz not null,
    position bigint not null,
    primary key (wallet_id, period_from),
    check ((grant_id is not null) = (status = 'ADDED'))
);

create unique index on reward_refund (wallet_id, position desc);

-- `wallet_id` is the inviter's.
create table reward_invite (
    wallet_id uuid not null,
    invitee uuid not null,
    period_from timestamptz not null,
    period_to timestamptz not null,
    currency text not null,
    net_loss numeric(20, 2) not null,
    amount numeric(20, 2) not null check (amount > 0),
    created_at timestamptz not null,
    position bigint not null,
    primary key (wallet_id, invitee, period_from)
);

create unique index on reward_invite (wallet_id, position desc);

-- `seed` is null until it is revealed: the secret itself is not known here before.
create table reward_seed (
    wallet_id uuid not null,
    seed_id uuid not null,
    commit_hash text not null,
    client_seed text not null,
    seed text,
    spins bigint not null check (spins >= 0),
    committed_at timestamptz not null,
    revealed_at timestamptz,
    position bigint not null,
    primary key (wallet_id, seed_id),
    check ((seed is null) = (revealed_at is null))
) with (fillfactor = 90);

create unique index on reward_seed (wallet_id, position desc);

create table reward_spin (
    wallet_id uuid not null,
    spin_id uuid not null,
    seed_id uuid not null,
    client_seed text not null,
    nonce bigint not null,
    wheel text not null,
    ticket bigint not null,
    slice text not null,
    prize text not null check (prize in ('nothing', 'coins', 'coupon', 'gift')),
    prize_coins bigint,
    currency text,
    worth numeric(20, 2),
    valid_days bigint,
    expires_at timestamptz,
    coins_after bigint not null check (coins_after >= 0),
    grant_id uuid,
    created_at timestamptz not null,
    position bigint not null,
    primary key (wallet_id, spin_id),
    check ((prize_coins is not null) = (prize = 'coins')),
    check ((worth is not null) = (prize = 'coupon')),
    check ((currency is null) = (worth is null))
) with (fillfactor = 90);

create unique index on reward_spin (wallet_id, position desc);
-- What can be claimed, and what staff hands out.
create index on reward_spin (wallet_id, slice, position)
    where grant_id is null and prize in ('coupon', 'gift');

-- Each version of the wheel that was ever spun: its slices in the order of the draw.
create table reward_wheel (
    wheel text primary key,
    slices jsonb not null,
    position bigint not null
);

select grant_app('select, insert, update, delete', 'reward_head');
select grant_app('select, insert, update, delete', 'reward_grant');
select grant_app('select, insert, update, delete', 'reward_refund');
select grant_app('select, insert, update, delete', 'reward_invite');
select grant_app('select, insert, update, delete', 'reward_seed');
select grant_app('select, insert, update, delete', 'reward_spin');
select grant_app('select, insert, update, delete', 'reward_wheel');

-- A running database need not read its whole journal for this view: before the first reward it
-- shows nothing. Positions are given out in the order of commits, so nothing can still come in
-- before the end that is seen here.
insert into projection_checkpoint (view, position)
select 'reward', coalesce(
    (select min(position) - 1 from event
     where event_type in ('GrantActivated', 'GrantEnded', 'RefundReceived', 'InviteEarned',
                          'CoinsEarned', 'WheelSeedCommitted', 'WheelSeedRevealed', 'WheelSpun')),
    (select position from log_head));
