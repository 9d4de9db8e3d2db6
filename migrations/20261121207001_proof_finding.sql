-- Why: what the background check has found wrong must not be forgotten with a restart, nor because
-- whoever changed it has changed it back: it stays until a person has had everything verified.
create table proof_finding
(
    problem    text primary key check (problem <> ''),
    found_at   timestamptz not null,
    -- The verification by a person that found nothing.
    cleared_by uuid references operation_run (id),
    cleared_at timestamptz,
    check ((cleared_by is null) = (cleared_at is null))
);

select grant_app('select, insert, update', 'proof_finding');
