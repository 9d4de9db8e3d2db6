-- Why: outside calls whose outcome is not known are asked about again with growing pauses. The
-- pauses survive a restart here; a gateway that comes back does not storm a provider in trouble.
-- Nothing in this table decides about money: losing it costs patience only.
create table process_attempt (
    process text not null check (process in ('transfer', 'withdrawal', 'slip')),
    subject_id uuid not null,
    wallet_id uuid not null,
    attempts integer not null check (attempts > 0),
    first_at timestamptz not null,
    next_at timestamptz not null,
    -- What was seen last, without anybody's data.
    last_seen text not null,
    -- What contradicts itself is left alone until a person has looked at it.
    is_halted boolean not null default false,
    primary key (process, subject_id)
);

select grant_app('select, insert, update, delete', 'process_attempt');
