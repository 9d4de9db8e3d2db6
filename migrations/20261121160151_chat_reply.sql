-- Why: what staff answers again and again is written once and shared by all of them. The shortcut is
-- how an agent finds it while writing. A picture is one of the chat's files, marked as shared.
create table chat_reply (
    id uuid primary key,
    title text not null check (title <> ''),
    shortcut text not null check (shortcut ~ '^[a-z0-9_-]{1,32}$'),
    message_type text not null,
    payload jsonb not null,
    file_id uuid references chat_file (id),
    changed_by uuid not null references staff (id),
    changed_at timestamptz not null,
    constraint chat_reply_shortcut_key unique (shortcut)
);

create index chat_reply_file_idx on chat_reply (file_id) where file_id is not null;

select grant_app('select, insert, update, delete', 'chat_reply');
