-- The views: what screens show. Each row is what folding the events of its wallet makes. The
-- application writes views and may empty them, because each can be rebuilt from the events. Their
-- indexes have the names that PostgreSQL gives: a rebuild makes the tables again and would lose any
-- other name.

-- How far each view has read the journal. A view's rows and its row here change in one
-- transaction, so a view is always the fold of exactly the events up to its checkpoint; the row
-- is also the lock by which several processes on one database apply each event once.
create table projection_checkpoint (
    view text primary key,
    position bigint not null default 0 check (position >= 0)
) with (fillfactor = 50);

insert into projection_checkpoint (view)
values ('wallet'), ('statement'), ('slip'), ('trial_balance'), ('open_work'), ('reward');

-- The view behind the home screen: what a player holds, bucket by bucket and game by game.
create table wallet_balance (
    wallet_id uuid primary key,
    currency text not null,
    main numeric(20, 2) not null check (main >= 0),
    in_transit numeric(20, 2) not null check (in_transit >= 0),
    withdrawal numeric(20, 2) not null check (withdrawal >= 0),
    last_sync timestamptz,
    position bigint not null,
    -- For the wheel; not money.
    coins bigint not null default 0 check (coins >= 0),
    -- For the lists of players: since when money is frozen, when a break was taken last, and when a
    -- deposit limit was set last. Whether a break or a limit is still in force, the wallet knows.
    frozen_at timestamptz,
    excluded_at timestamptz,
    limited_at timestamptz
) with (fillfactor = 70);

create index on wallet_balance (frozen_at, wallet_id) where frozen_at is not null;
create index on wallet_balance (excluded_at, wallet_id) where excluded_at is not null;
create index on wallet_balance (limited_at, wallet_id) where limited_at is not null;

create table game_account (
    wallet_id uuid not null,
    game text not null,
    username text not null,
    amount numeric(20, 2) not null check (amount >= 0),
    observed_at timestamptz,
    position bigint not null,
    primary key (wallet_id, game)
) with (fillfactor = 70);

-- The view behind the statement: one line for each deposit, transfer, withdrawal and correction, one
-- more where set-aside money came back, and one each for a grant's credit (bonus) and end
-- (finish_bonus), all with the main wallet's balance right after them.
create table statement_line (
    wallet_id uuid not null,
    kind text not null check (kind in
        ('deposit', 'transfer', 'withdraw', 'bonus', 'finish_bonus', 'correction')),
    operation_id uuid not null,
    is_return boolean not null,
    status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    direction text not null check (direction in ('in', 'out', 'none')),
    from_place text not null,
    to_place text not null,
    currency text not null,
    amount numeric(20, 2) not null,
    balance numeric(20, 2) check (balance >= 0),
    started_at timestamptz not null,
    created_at timestamptz not null,
    position bigint not null,
    reference text,
    deposit_account text,
    bank_account uuid,
    reason text,
    -- The way in of a deposit.
    method text check (method in ('slip', 'qr', 'gift', 'manual')),
    -- A payout may be held after a change of the bank account.
    held_until timestamptz,
    grant_kind text check (grant_kind in ('bonus', 'promotion', 'refund', 'invite', 'coupon')),
    grant_reference text,
    grant_outcome text
        check (grant_outcome in ('SUCCESS', 'FAIL', 'EXPIRED', 'EXCLUDED', 'CANCELLED')),
    -- The operation first: reconciliation finds an operation that the other side booked on another day
    -- by its id alone, and staff do.
    primary key (operation_id, wallet_id, kind, is_return),
    check ((direction = 'none') = (balance is null)),
    check ((method is not null) = (kind = 'deposit')),
    check (amount > 0 or (kind = 'finish_bonus' and amount = 0 and balance is null)),
    check ((grant_kind is not null) = (kind in ('bonus', 'finish_bonus'))),
    check ((grant_kind is null) = (grant_reference is null)),
    check ((grant_outcome is not null) = (kind = 'finish_bonus'))
);

-- A page is read along this index, whatever its depth.
create unique index on statement_line (wallet_id, kind, position desc);
-- The parts of a day at the edges of a date filter are counted along this one.
create index on statement_line (wallet_id, created_at);
-- Reconciliation and the figures of a day read a span of all wallets. Lines lie on the disk nearly in
-- the order of their times, so it is enough to know the times of each group of pages.
create index on statement_line using brin (created_at) with (pages_per_range = 16, autosummarize = on);
-- Staff search by a bank's reference or an amount.
create index on statement_line (reference) where reference is not null;
create index on statement_line (amount, position desc);

-- The main wallet's balance after the last event: what the next line's balance is made from.
create table statement_head (
    wallet_id uuid primary key,
    currency text not null,
    balance numeric(20, 2) not null check (balance >= 0)
) with (fillfactor = 70);

-- Lines a UTC day, so that the number of pages costs no count over a long history.
create table statement_count (
    wallet_id uuid not null,
    day date not null,
    kind text not null,
    lines bigint not null check (lines >= 0),
    primary key (wallet_id, day, kind)
) with (fillfactor = 70);

-- Where the money of a running sweep continues to: the event that ends a sweep does not repeat it, and
-- the line of a refused transfer needs it.
create table statement_sweep (
    wallet_id uuid not null,
    sweep_id uuid not null,
    onward uuid not null,
    to_place text not null,
    primary key (wallet_id, sweep_id)
);

-- The view behind the list of uploaded slips.
create table slip_entry (
    wallet_id uuid not null,
    slip_id uuid not null,
    status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    is_referred boolean not null,
    currency text not null,
    amount numeric(20, 2) check (amount > 0),
    reason text,
    sending_bank text,
    trans_ref text,
    deposit_account text,
    created_at timestamptz not null,
    ended_at timestamptz,
    position bigint not null,
    primary key (wallet_id, slip_id)
);

create unique index on slip_entry (wallet_id, position desc);
-- A statement line leads to its slip by the bank's reference.
create index on slip_entry (wallet_id, trans_ref);
create index on slip_entry (slip_id);
-- Staff look through the slips of all players by their status, newest first.
create index on slip_entry (status, position desc);
create index on slip_entry (trans_ref) where trans_ref is not null;
-- Staff find a slip that waits by its amount; a credited one is found by its line.
create index on slip_entry (amount) where status = 'PENDING';

-- A wallet's currency, which the events of a slip without money do not carry, and the number of
-- its slips.
create table slip_head (
    wallet_id uuid primary key,
    currency text not null,
    slips bigint not null check (slips >= 0)
) with (fillfactor = 70);

-- What all wallets and the house hold together, account by account. The amounts of one currency
-- sum to zero after every event.
create table trial_balance (
    account text not null,
    currency text not null,
    amount numeric(28, 2) not null,
    position bigint not null,
    primary key (account, currency)
) with (fillfactor = 50);

-- The movements of the trial balance by local day: what a report over days adds up. `cause` says which
-- kind of event moved the account, because a bank account does not say by which way money came in.
create table trial_balance_day (
    day date not null,
    cause text not null check (cause in
        ('slip', 'qr', 'gift', 'manual', 'withdrawal', 'transfer', 'game', 'correction', 'grant',
         'grant_end', 'coins', 'coins_given', 'spin', 'none')),
    account text not null,
    currency text not null,
    amount numeric(28, 2) not null,
    -- How many events moved it.
    events bigint not null check (events > 0),
    primary key (day, cause, account, currency)
) with (fillfactor = 50);

-- The wallets that an event of a local day moved.
create table trial_balance_player (
    day date not null,
    wallet_id uuid not null,
    primary key (day, wallet_id)
);

-- Work that has started and not ended, so that background processes find it again after a restart
-- without reading the whole journal. One table for all kinds: a process walks them in the same way.
-- `amount` is unknown for a slip, and for a gift that was not looked up yet; `detail` holds what only
-- one kind has. A QR order that was paid and referred stays, with the reason, until staff have decided.
create table open_work (
    kind text not null
        check (kind in ('transfer', 'withdrawal', 'slip', 'qr', 'gift', 'manual_deposit')),
    wallet_id uuid not null,
    work_id uuid not null,
    status text not null check (status in ('started', 'sent', 'unknown', 'referred')),
    currency text,
    amount numeric(20, 2) check (amount > 0),
    detail jsonb not null,
    begun_at timestamptz not null,
    changed_at timestamptz not null,
    opened_position bigint not null,
    position bigint not null,
    primary key (kind, wallet_id, work_id),
    check ((currency is null) = (amount is null))
);

-- The walk of a process: one stretch for each status that it goes through.
create unique index on open_work (kind, status, opened_position);
-- Staff decide about a piece of work by its id alone.
create index on open_work (work_id) where status <> 'ended';

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

-- Money that was given, from a bonus to a coupon. MET: its terms were met at the moment of the grant,
-- so it never was active.
create table reward_grant (
    wallet_id uuid not null,
    grant_id uuid not null,
    kind text not null check (kind in ('bonus', 'promotion', 'refund', 'invite', 'coupon')),
    reference text not null,
    status text not null
        check (status in ('ACTIVE', 'MET', 'SUCCESS', 'FAIL', 'EXPIRED', 'EXCLUDED', 'CANCELLED')),
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
-- What can be claimed, and what staff hand out.
create index on reward_spin (wallet_id, slice, position)
    where grant_id is null and prize in ('coupon', 'gift');

-- Each version of the wheel that was ever spun: its slices in the order of the draw.
create table reward_wheel (
    wheel text primary key,
    slices jsonb not null,
    position bigint not null
);

select grant_app('select, insert, update', 'projection_checkpoint');
select grant_app('select, insert, update, delete', 'wallet_balance');
select grant_app('select, insert, update, delete', 'game_account');
select grant_app('select, insert, update, delete', 'statement_line');
select grant_app('select, insert, update, delete', 'statement_head');
select grant_app('select, insert, update, delete', 'statement_count');
select grant_app('select, insert, update, delete', 'statement_sweep');
select grant_app('select, insert, update, delete', 'slip_entry');
select grant_app('select, insert, update, delete', 'slip_head');
select grant_app('select, insert, update, delete', 'trial_balance');
select grant_app('select, insert, update, delete', 'trial_balance_day');
select grant_app('select, insert, update, delete', 'trial_balance_player');
select grant_app('select, insert, update, delete', 'open_work');
select grant_app('select, insert, update, delete', 'reward_head');
select grant_app('select, insert, update, delete', 'reward_grant');
select grant_app('select, insert, update, delete', 'reward_refund');
select grant_app('select, insert, update, delete', 'reward_invite');
select grant_app('select, insert, update, delete', 'reward_seed');
select grant_app('select, insert, update, delete', 'reward_spin');
select grant_app('select, insert, update, delete', 'reward_wheel');
