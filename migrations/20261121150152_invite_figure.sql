-- Why: each night an invited player's figures of the day before are asked for once. What was looked
-- at is kept by invitee, so that a run that was cut off goes on where it stopped, and taken on a
-- lease, so that two gateways do not ask for the same ones. That a day earns once is not kept here:
-- the journal's claims see to it.
create table invite_figure (
    day date not null,
    invitee uuid not null,
    taken_until timestamptz not null,
    done_at timestamptz,
    primary key (day, invitee)
);

-- Days with nothing left to look at.
create table invite_day (
    day date primary key,
    done_at timestamptz not null
);

-- Invited players who had an account with a provider, and since when: nobody else can have lost
-- anything.
create view invitee as
    select member.id, member.inviter_id, played.since
    from member
    join lateral (select min(created_at) as since from game_credential
                  where wallet_id = member.id) as played on played.since is not null
    where member.inviter_id is not null
        and not looks_like_one_person(member.id, member.inviter_id);

select grant_app('select, insert, update, delete', 'invite_figure');
select grant_app('select, insert, delete', 'invite_day');
select grant_app('select', 'invitee');
