-- Why: sessions are opaque, so that ending one is one row here. Only a token's SHA-256 is stored: a
-- copy of this table opens nothing.
create table session (
    id uuid primary key,
    token_hash bytea not null,
    member_id uuid not null references member (id) on delete cascade,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_seconds integer not null check (idle_seconds > 0),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    constraint session_token_key unique (token_hash)
);

create index session_member_idx on session (member_id) where revoked_at is null;
create index session_expires_idx on session (expires_at);

-- A ticket opens the socket once and for seconds, because a browser cannot send a header there.
create table socket_ticket (
    ticket_hash bytea primary key,
    session_id uuid not null references session (id) on delete cascade,
    expires_at timestamptz not null
);

create index socket_ticket_expires_idx on socket_ticket (expires_at);

select grant_app('select, insert, update, delete', 'session');
select grant_app('select, insert, delete', 'socket_ticket');
