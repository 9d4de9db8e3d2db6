-- Why: what staff decides about money is kept from the moment it is asked for: a call that is
-- repeated finds its answer here, a decision that needs a second person waits here, and one that
-- was cut off is carried out again under the same id, which the ledger takes once.
create table staff_decision
(
    id             uuid primary key,
    asked_by       uuid        not null references staff (id),
    asked_at       timestamptz not null,
    -- A second person may agree until then.
    expires_at     timestamptz not null,
    subject_kind   text        not null,
    subject_id     uuid        not null,
    wallet_id      uuid        not null,
    -- What it is about, where it moves money.
    currency       text,
    amount         numeric(20, 2),
    decision       jsonb       not null,
    reason         text        not null check (reason <> ''),
    needs_second   boolean     not null,
    status         text        not null
        check (status in ('PENDING', 'AGREED', 'DONE', 'REFUSED', 'EXPIRED', 'FAILED')),
    decided_by     uuid references staff (id),
    decided_at     timestamptz,
    decided_reason text,
    -- The event's position, or the code that it failed with.
    position       bigint,
    code           text,
    check ((currency is null) = (amount is null)),
    -- Nobody agrees to what they have asked for.
    check (not needs_second or decided_by is null or decided_by <> asked_by),
    check (needs_second or status <> 'PENDING'),
    check ((status = 'DONE') = (position is not null)),
    check ((status = 'FAILED') = (code is not null))
);

-- One question about a thing at a time waits for a second person.
create unique index staff_decision_waiting_key on staff_decision (subject_kind, subject_id)
    where needs_second and status in ('PENDING', 'AGREED');
create index staff_decision_waiting_idx on staff_decision (asked_at)
    where needs_second and status in ('PENDING', 'AGREED');

select grant_app('select, insert, update', 'staff_decision');
