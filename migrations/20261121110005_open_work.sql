-- Work that has begun and not ended, so that the processes that talk to the outside find it
-- again after a restart without reading the journal from its start.
create table open_transfer (
    wallet_id uuid not null,
    transfer_id uuid not null,
    from_place text not null,
    to_place text not null,
    currency text not null,
    amount numeric(20, 2) not null check (amount > 0),
    status text not null check (status in ('started', 'sent', 'unknown')),
    started_at timestamptz not null,
    changed_at timestamptz not null,
    opened_position bigint not null,
    position bigint not null,
    primary key (wallet_id, transfer_id)
);

create unique index on open_transfer (opened_position);

create table open_withdrawal (
    wallet_id uuid not null,
    withdrawal_id uuid not null,
    bank_account uuid not null,
    currency text not null,
    amount numeric(20, 2) not null check (amount > 0),
    status text not null check (status in ('requested', 'sent', 'unknown')),
    requested_at timestamptz not null,
    changed_at timestamptz not null,
    opened_position bigint not null,
    position bigint not null,
    primary key (wallet_id, withdrawal_id)
);

create unique index on open_withdrawal (opened_position);

create table open_slip (
    wallet_id uuid not null,
    slip_id uuid not null,
    sending_bank text,
    trans_ref text,
    status text not null check (status in ('submitted', 'referred')),
    submitted_at timestamptz not null,
    changed_at timestamptz not null,
    opened_position bigint not null,
    position bigint not null,
    primary key (wallet_id, slip_id)
);

create unique index on open_slip (status, opened_position);
