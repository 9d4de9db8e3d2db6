-- The chat with support.

-- One conversation for each member or guest. Its messages are numbered without gaps: a client resumes
-- by the last number that it has seen, and a gap would be a loss. The number is taken under the lock of
-- the conversation's row, so it is also the order of the commits.
create table chat_conversation (
    id uuid primary key,
    member_id uuid references member (id) on delete cascade,
    guest_id uuid references guest (id) on delete cascade,
    -- The member's conversation that a guest's one has become part of.
    merged_into uuid references chat_conversation (id) on delete cascade,
    -- Over id, owner and what it has become part of, under a key outside the database: nobody opens a conversation
    -- that somebody has made the own one.
    mac bytea not null check (octet_length(mac) = 32),
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
    assigned_to uuid constraint chat_conversation_assigned_fkey references staff (id),
    created_at timestamptz not null,
    constraint chat_conversation_member_key unique (member_id),
    constraint chat_conversation_guest_key unique (guest_id),
    check (num_nonnulls(member_id, guest_id) = 1),
    check (merged_into is null or guest_id is not null)
);

create index chat_conversation_assigned_idx
    on chat_conversation (assigned_to, last_message_at desc, id desc)
    where assigned_to is not null;
create index chat_conversation_waiting_idx on chat_conversation (waiting_since, id)
    where waiting_since is not null;
create index chat_conversation_last_idx on chat_conversation (last_message_at desc, id desc)
    where last_message_at is not null;

-- A file is below the data folder under a random name. It is shown to its uploader, to staff, and to
-- the visitor in whose conversation it was sent.
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
    deleted_at timestamptz,
    -- A picture of a prepared answer, shown in many conversations: erasing one must not remove it.
    is_shared boolean not null default false,
    -- Whose address, as a keyed hash: what a guest's address uploads in a day is limited.
    address_key bytea,
    -- Compared by backups and checks.
    sha256 bytea constraint chat_file_sha256_length check (octet_length(sha256) = 32),
    -- Over the owner and the stored file: one that somebody makes the own one opens to nobody.
    mac bytea not null check (octet_length(mac) = 32)
);

create index chat_file_owner_idx on chat_file (owner_id);
create index chat_file_deleted_idx on chat_file (deleted_at) where deleted_at is not null;
create index chat_file_uploaded_idx on chat_file (uploaded_at);
create index chat_file_address_idx on chat_file (address_key, uploaded_at)
    where address_key is not null;

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
    -- The name that a guest gives, and the token of the device it was written on: personal data, erased
    -- with the text.
    guest_name text check (char_length(guest_name) between 1 and 60),
    device_token text check (char_length(device_token) between 1 and 512),
    -- Over the conversation, who writes, under which name, and the content: a message without it is shown like an
    -- erased one. It goes with the content, or who has the key could find a short text by trying.
    mac bytea check (octet_length(mac) = 32),
    -- For the other processes: everything that is not yet visible in a snapshot is of a transaction
    -- at or after its `xmin`. The time bounds how far back that has to be looked for.
    xact bigint not null default (pg_current_xact_id()::text::bigint),
    stored_at timestamptz not null default now(),
    constraint chat_message_sequence_key unique (conversation_id, sequence),
    constraint chat_message_client_key unique (author_id, client_id),
    check (erased_at is null or num_nonnulls(payload, file_id, fingerprint, mac) = 0),
    check (erased_at is not null or num_nonnulls(payload, mac) = 2),
    -- A sender's own id is text of the sender's making: of an erased message only its keyed hash stays,
    -- which still finds a repeat.
    constraint chat_message_erased_client_check
        check (erased_at is null or client_id is null or client_id like 'erased-%'),
    constraint chat_message_writer_check
        check (erased_at is null or num_nonnulls(guest_name, device_token) = 0)
);

create index chat_message_stored_idx on chat_message (stored_at);
-- For a search by words, which reads from the newest message on.
create index chat_message_created_idx on chat_message (created_at, id) where payload is not null;
create index chat_message_file_idx on chat_message (file_id) where file_id is not null;
create index chat_message_unread_idx on chat_message (conversation_id, sequence)
    where sender = 'customer';

-- Whose a conversation is, and who has written a message, never changes.
select grant_app('select, insert, update (merged_into, mac, session_id, is_session_over, last_sequence,
                                         last_message_at, read_by_customer, read_by_agent,
                                         waiting_since, assigned_to)', 'chat_conversation');
select grant_app('select, insert, update (conversation_id, sequence, client_id, fingerprint, payload, file_id,
                                         erased_at, guest_name, device_token, mac, xact, stored_at)',
                 'chat_message');
select grant_app('select, insert, update (owner_kind, owner_id, mac, is_shared, deleted_at, address_key), delete',
                 'chat_file');

-- A prepared answer, shared by all staff. The shortcut finds it while writing. A picture is one of the
-- chat's files, marked as shared. `translations` has the payload by language (`th`, `la`, `en`), as
-- far as it was translated.
create table chat_reply (
    id uuid primary key,
    title text not null check (title <> ''),
    shortcut text not null check (shortcut ~ '^[a-z0-9_-]{1,32}$'),
    message_type text not null,
    payload jsonb not null,
    file_id uuid references chat_file (id),
    changed_by uuid not null references staff (id),
    changed_at timestamptz not null,
    translations jsonb not null check (jsonb_typeof(translations) = 'object'),
    constraint chat_reply_shortcut_key unique (shortcut)
);

create index chat_reply_file_idx on chat_reply (file_id) where file_id is not null;

select grant_app('select, insert, update, delete', 'chat_reply');

-- What all files of a kind hold, in one row for each kind, whose lock also serialises the uploads of
-- that kind: files of visitors take disk for as long as they are kept.
create table chat_file_total (
    owner_kind text primary key check (owner_kind in ('member', 'guest', 'staff')),
    byte_count bigint not null check (byte_count >= 0)
);

insert into chat_file_total (owner_kind, byte_count)
values ('member', 0), ('guest', 0), ('staff', 0);

create function count_chat_file() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        update chat_file_total set byte_count = byte_count - old.byte_count
        where owner_kind = old.owner_kind;
    end if;
    if tg_op <> 'DELETE' then
        update chat_file_total set byte_count = byte_count + new.byte_count
        where owner_kind = new.owner_kind;
    end if;
    return null;
end
$$;

create trigger chat_file_count
    after insert or delete or update of owner_kind, byte_count on chat_file
    for each row execute function count_chat_file();

select grant_app('select, update', 'chat_file_total');
