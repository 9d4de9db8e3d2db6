-- Why: what one member of staff has learnt about a player helps the next one. An entry is never changed: a flag is
-- cleared by a later entry. Only the erasure of the player deletes them, because they are words about a person.
create table player_note
(
    id        bigint generated always as identity primary key,
    member_id uuid        not null references member (id),
    staff_id  uuid        not null references staff (id),
    at        timestamptz not null,
    text      text        not null check (text <> ''),
    -- The flag that the entry sets or clears; null for a note alone.
    flag      text check (flag in ('VIP', 'SUSPECTED_FRAUD', 'DISPUTE', 'VULNERABLE')),
    clears    boolean     not null default false,
    check (flag is not null or not clears)
);

create index player_note_member_idx on player_note (member_id, id);

-- An entry about a member who is being erased waits for that, and is refused.
create trigger refuse_erased
    after insert on player_note
    for each row
execute function refuse_erased('member_id');

select grant_app('select, insert, delete', 'player_note');
