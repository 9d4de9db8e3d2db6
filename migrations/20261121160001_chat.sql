-- Why: one conversation for each member or guest, whose messages are numbered without gaps: a client
-- resumes by the last number that it has seen, and a gap would be a loss. The number is taken under
-- the lock of the conversation's row, so that it is also the order of the commits.
create table chat_conversation (
    id uuid primary key,
    member_id uuid references member (id) on delete cascade,
    guest_id uuid references guest (id) on delete cascade,
    -- The member's conversation that a guest's one has become part of.
    merged_into uuid references chat_conversation (id) on delete cascade,
    -- Changes after silence, or when staff have ended the conversation.
    session_id uuid not null,
    is_session_over boolean not null default false,
    last_sequence bigint not null default 0 check (last_sequence >= 0),
    last_message_at timestamptz,
    read_by_customer bigint not null default 0,
    read_by_agent bigint not null default 0,
    -- Since when a visitor waits for an answer.
    waiting_since timestamptz,
    -- The member of staff who looks after it.
    assigned_to uuid,
    created_at timestamptz not null,
    constraint chat_conversation_member_key unique (member_id),
    constraint chat_conversation_guest_key unique (guest_id),
    check (num_nonnulls(member_id, guest_id) = 1),
    check (merged_into is null or guest_id is not null)
);

create index chat_conversation_waiting_idx on chat_conversation (waiting_since)
    where waiting_since is not null;
create index chat_conversation_last_idx on chat_conversation (last_message_at desc);

-- A file stands below the data folder under a random name. It is shown to whoever has uploaded it,
-- to staff, and to the visitor in whose conversation it was sent.
create table chat_file (
    id uuid primary key,
    owner_kind text not null check (owner_kind in ('member', 'guest', 'staff')),
    owner_id uuid not null,
    file_name text not null unique,
    shown_name text not null,
    media_type text not null
        check (media_type in ('image/jpeg', 'image/png', 'video/mp4', 'video/quicktime')),
    byte_count integer not null check (byte_count > 0),
    uploaded_at timestamptz not null,
    -- Erased: the row goes once the file is gone from the disk.
    deleted_at timestamptz
);

create index chat_file_owner_idx on chat_file (owner_id);
create index chat_file_deleted_idx on chat_file (deleted_at) where deleted_at is not null;
create index chat_file_uploaded_idx on chat_file (uploaded_at);

create table chat_message (
    id uuid primary key,
    conversation_id uuid not null references chat_conversation (id) on delete cascade,
    sequence bigint not null check (sequence > 0),
    session_id uuid not null,
    sender text not null check (sender in ('customer', 'agent')),
    -- A member, a guest or a member of staff.
    author_id uuid not null,
    -- What the visitor reads of staff.
    staff_name text,
    -- The sender's own id: the same one again is the same message.
    client_id text,
    fingerprint bytea,
    message_type text not null,
    payload jsonb,
    file_id uuid references chat_file (id),
    created_at timestamptz not null,
    -- The text is gone; number and time stay.
    erased_at timestamptz,
    -- For the other processes: everything that is not yet visible in a snapshot is of a transaction
    -- at or after its `xmin`. The time bounds how far back that has to be looked for.
    xact bigint not null default (pg_current_xact_id()::text::bigint),
    stored_at timestamptz not null default now(),
    constraint chat_message_sequence_key unique (conversation_id, sequence),
    constraint chat_message_client_key unique (author_id, client_id),
    check (erased_at is null or num_nonnulls(payload, file_id, fingerprint) = 0),
    check (erased_at is not null or payload is not null)
);

create index chat_message_stored_idx on chat_message (stored_at);
create index chat_message_file_idx on chat_message (file_id) where file_id is not null;
create index chat_message_unread_idx on chat_message (conversation_id, sequence)
    where sender = 'customer';

select grant_app('select, insert, update', 'chat_conversation');
select grant_app('select, insert, update', 'chat_message');
select grant_app('select, insert, update, delete', 'chat_file');
