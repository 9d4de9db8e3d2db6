-- Why: who a player is. Personal data stands here and in bank_account and nowhere else: events hold
-- the ids only, so erasing a row here never breaks the journal.
create table member (
    id uuid primary key,
    -- The phone number in the national form, which is also the name to log in with.
    username text not null,
    name text not null,
    password_hash text not null,
    currency text not null check (currency in ('THB', 'LAK')),
    source_code text not null,
    invite_code text,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint member_username_key unique (username)
);

-- One registered account a member; two members never share one (it is how a payer is recognised).
create table bank_account (
    id uuid primary key,
    member_id uuid not null references member (id) on delete cascade,
    bank_code text not null,
    account_no text not null,
    holder text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint bank_account_member_key unique (member_id),
    constraint bank_account_number_key unique (bank_code, account_no)
);

select grant_app('select, insert, update, delete', 'member');
select grant_app('select, insert, update, delete', 'bank_account');
