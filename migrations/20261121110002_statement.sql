-- The view behind the statement: one line for each deposit, transfer and withdrawal, one more
-- where set-aside money came back, each with the main wallet's balance right after it.
create table statement_line (
    wallet_id uuid not null,
    kind text not null check (kind in ('deposit', 'transfer', 'withdraw')),
    operation_id uuid not null,
    is_return boolean not null,
    status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
    direction text not null check (direction in ('in', 'out', 'none')),
    from_place text not null,
    to_place text not null,
    currency text not null,
    amount numeric(20, 2) not null check (amount > 0),
    balance numeric(20, 2) check (balance >= 0),
    started_at timestamptz not null,
    created_at timestamptz not null,
    position bigint not null,
    reference text,
    deposit_account text,
    bank_account uuid,
    reason text,
    primary key (wallet_id, kind, operation_id, is_return),
    check ((direction = 'none') = (balance is null))
);

-- A page is read along this index, whatever its depth.
create unique index on statement_line (wallet_id, kind, position desc);
-- The parts of a day at the edges of a date filter are counted along this one.
create index on statement_line (wallet_id, created_at);

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
