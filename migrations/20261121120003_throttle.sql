-- Why: limits must survive a restart, else a restart is a way around them.
create table throttle (
    -- What is limited (`login:account`, `otp:address`).
    scope text not null,
    -- Whom: an HMAC, never a phone or an address.
    subject bytea not null,
    -- How often within the window that began at `since`, or in a row for growing waits.
    count integer not null,
    since timestamptz not null,
    blocked_until timestamptz,
    updated_at timestamptz not null,
    primary key (scope, subject)
);

create index throttle_updated_idx on throttle (updated_at);

select grant_app('select, insert, update, delete', 'throttle');
