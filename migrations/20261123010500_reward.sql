-- The wheel's seeds and the nightly figures of invited players. Grants are events; their view is in
-- the views.

-- A spin's outcome is fixed by a seed that the house has committed to, and knowing the seed reveals the
-- outcome in advance. It is stored here, encrypted with a key outside the database, before the ledger
-- commits to it. The journal holds its digest, and the seed itself once it is not drawn from any more.
-- Only the ledger says which seed is in use: a row that it never named has no effect.
create table wheel_seed (
    seed_id uuid primary key,
    wallet_id uuid not null,
    -- AES-256-GCM: nonce, ciphertext and tag.
    sealed bytea not null check (octet_length(sealed) = 60),
    created_at timestamptz not null
);

select grant_app('select, insert', 'wheel_seed');

-- Each night, an invited player's figures of the day before are requested once. Finished invitees are
-- kept, so that an interrupted run continues where it stopped, and taken on a lease, so that two
-- gateways do not request the same ones. The journal's claims ensure that a day earns once.
create table invite_figure (
    day date not null,
    invitee uuid not null,
    taken_until timestamptz not null,
    done_at timestamptz,
    primary key (day, invitee)
);

-- Days that are finished.
create table invite_day (
    day date primary key,
    done_at timestamptz not null
);

-- Invited players who had an account with a provider, and since when: nobody else can have lost
-- anything.
create view invitee as
    select member.id, member.inviter_id, member.inviter_mac, played.since
    from member
    join lateral (select min(created_at) as since from game_credential
                  where wallet_id = member.id) as played on played.since is not null
    where member.inviter_id is not null
        and not share_a_device(member.id, member.inviter_id);

select grant_app('select, insert, update, delete', 'invite_figure');
select grant_app('select, insert, delete', 'invite_day');
select grant_app('select', 'invitee');
