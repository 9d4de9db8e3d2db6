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

-- A wallet's currency, which the events of a slip without money do not carry, and the number of
-- its slips.
create table slip_head (
    wallet_id uuid primary key,
    currency text not null,
    slips bigint not null check (slips >= 0)
) with (fillfactor = 70);
