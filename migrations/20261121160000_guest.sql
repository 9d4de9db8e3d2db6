-- Why: whoever chats without an account gets an identity from us: a public id, which is no secret,
-- and a secret, of which only the SHA-256 is stored. A guest who registers takes the conversation
-- along; from then on the secret opens nothing.
create table guest (
    id uuid primary key,
    secret_hash bytea not null check (octet_length(secret_hash) = 32),
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    revoked_at timestamptz,
    -- The member that the guest became.
    linked_to uuid references member (id) on delete cascade,
    check (linked_to is null or revoked_at is not null)
);

create index guest_linked_idx on guest (linked_to) where linked_to is not null;
create index guest_last_seen_idx on guest (last_seen_at);

select grant_app('select, insert, update, delete', 'guest');
