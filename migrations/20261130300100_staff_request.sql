-- Accounts of staff that one supervisor asks for and another one agrees to: a new account, another
-- role, an account opened again, a new password and authenticator. The row's MAC, under a key outside
-- the database, covers everything that was asked for, by whom and until when.
create table staff_request
(
    id            uuid primary key,
    kind          text        not null check (kind in ('add', 'role', 'enable', 'reset')),
    -- The account; of a new one, the id that it will have.
    staff_id      uuid        not null,
    username      text        not null,
    name          text        not null,
    role          text        not null check (role in ('agent', 'supervisor', 'auditor')),
    -- Of the password that the asker hands over; the authenticator comes from who agrees.
    password_hash text,
    reason        text        not null check (reason <> ''),
    asked_by      uuid        not null references staff (id),
    asked_at      timestamptz not null,
    expires_at    timestamptz not null,
    status        text        not null check (status in ('PENDING', 'DONE', 'REFUSED', 'EXPIRED')),
    decided_by    uuid references staff (id),
    decided_at    timestamptz,
    mac           bytea       not null check (octet_length(mac) = 32),
    check ((kind in ('add', 'reset')) = (password_hash is not null)),
    check ((decided_by is null) = (decided_at is null))
);

-- One open question about an account at a time.
create unique index staff_request_open_key on staff_request (username) where status = 'PENDING';

select grant_app('select, insert, update', 'staff_request');
