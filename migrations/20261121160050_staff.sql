-- Why: staff are other people than members, in other tables: a member's token opens nothing of
-- support's, and a staff token nothing of a member's. Accounts are made by a command beside the
-- gateway. The secret of the one-time codes is sealed with a key outside of the database, and the
-- last used step is kept so that each code opens once.
create table staff
(
    id             uuid primary key,
    username       text        not null check (username = lower(username) and username <> ''),
    name           text        not null check (name <> ''),
    role           text        not null check (role in ('agent', 'supervisor', 'auditor')),
    password_hash  text        not null,
    totp_sealed    bytea       not null,
    totp_last_step bigint      not null default 0,
    is_active      boolean     not null default true,
    created_at     timestamptz not null,
    changed_at     timestamptz not null,
    constraint staff_username_key unique (username)
);

-- As sessions of members: opaque, known by the hash of the token only.
create table staff_session
(
    id           uuid primary key,
    token_hash   bytea       not null check (octet_length(token_hash) = 32),
    staff_id     uuid        not null references staff (id),
    created_at   timestamptz not null,
    last_seen_at timestamptz not null,
    idle_seconds integer     not null check (idle_seconds > 0),
    expires_at   timestamptz not null,
    revoked_at   timestamptz,
    constraint staff_session_token_key unique (token_hash)
);

create index staff_session_staff_idx on staff_session (staff_id) where revoked_at is null;
create index staff_session_expires_idx on staff_session (expires_at);

-- Why a member of staff looks at a player: asked once, good for half an hour, and named by every
-- look that rests on it.
create table staff_look
(
    id        uuid primary key,
    staff_id  uuid        not null references staff (id),
    wallet_id uuid        not null,
    reason    text        not null check (reason <> ''),
    opened_at timestamptz not null,
    until     timestamptz not null
);

create index staff_look_staff_idx on staff_look (staff_id, wallet_id, until);

select grant_app('select, insert, update', 'staff');
select grant_app('select, insert, update, delete', 'staff_session');
select grant_app('select, insert', 'staff_look');
