-- Why: the operator's long work (a view made anew, everything verified) is begun from the console
-- and seen from every gateway: how far it is, and what came of it. One of a kind at a time; one
-- whose gateway has died stops beating and is passed over.
create table operation_run
(
    id         uuid primary key,
    kind       text        not null check (kind in ('rebuild', 'verify')),
    -- Which view, of a rebuild.
    view       text,
    started_by uuid        not null references staff (id),
    started_at timestamptz not null,
    beat_at    timestamptz not null,
    -- Events gone through, of so many.
    done       bigint      not null default 0 check (done >= 0),
    total      bigint      not null default 0 check (total >= 0),
    ended_at   timestamptz,
    -- Why it did not come to its end.
    failure    text,
    -- What it found.
    result     jsonb,
    check ((kind = 'rebuild') = (view is not null)),
    check (ended_at is not null or (failure is null and result is null))
);

create unique index operation_run_running_key on operation_run (kind) where ended_at is null;
create index operation_run_latest_idx on operation_run (kind, started_at desc);

select grant_app('select, insert, update', 'operation_run');
