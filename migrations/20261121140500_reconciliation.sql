-- Why: what a comparison of our books with an outside party's own records found. A report is
-- written once and never mends anything; staff reads it and decides.
create table reconciliation_run (
    run_id uuid primary key,
    -- Whose records: 'game:pg', 'payout', 'psp:KBANK', 'bank:scb-1'.
    source text not null,
    from_at timestamptz not null,
    to_at timestamptz not null check (to_at > from_at),
    ran_at timestamptz not null,
    -- Records that were held against each other.
    compared bigint not null check (compared >= 0),
    -- Work under way here that may explain a record there.
    open bigint not null check (open >= 0),
    -- Payments that nobody has claimed with a slip so far.
    unclaimed bigint not null check (unclaimed >= 0),
    differences bigint not null check (differences >= 0),
    -- Why the source could not be compared; a run with a problem proves nothing.
    problem text
);

create index on reconciliation_run (source, ran_at desc);

create table reconciliation_difference (
    run_id uuid not null references reconciliation_run,
    ordinal bigint not null,
    kind text not null check (kind in ('missing_outside', 'missing_here', 'amount', 'balance')),
    -- The movement's id, or the player's name with the provider.
    subject text not null,
    ours text,
    theirs text,
    primary key (run_id, ordinal)
);

-- The nights: a source of a day is taken on a lease, so that one who dies with it loses it, and is
-- done once it was compared.
create table reconciliation_day (
    day date not null,
    source text not null,
    taken_until timestamptz not null,
    done_at timestamptz,
    primary key (day, source)
);

select grant_app('select, insert', 'reconciliation_run');
select grant_app('select, insert', 'reconciliation_difference');
select grant_app('select, insert, update', 'reconciliation_day');
