-- A member may ask that nothing personal is kept. Events hold ids only and stay, so every proof stays
-- valid; one command blanks or deletes what names the person. The first transaction marks the member as
-- erased, and from then on nothing of the person comes in again: neither by a request that was under
-- way nor by staff's answer in a chat.

-- Who asked for it and why, and how far it is: files are removed after the commit, so a command
-- that died is run again.
create table erasure
(
    member_id uuid primary key references member (id),
    asked_by  text        not null check (asked_by <> ''),
    reason    text        not null check (reason <> ''),
    begun_at  timestamptz not null,
    ended_at  timestamptz,
    -- A member is erased who has such a row: what somebody marks as erased, to have it passed over by checks, is
    -- named.
    mac       bytea       not null check (octet_length(mac) = 32)
);

select grant_app('select, insert, update (ended_at)', 'erasure');

-- The row names a member in the column of the argument. The lock waits for a running erasure, and makes
-- one that starts wait for this transaction: it then sees the row.
create function refuse_erased() returns trigger
    language plpgsql
as
$$
declare
    subject uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
    since timestamptz;
begin
    select erased_at into since from member where id = subject for key share;
    if since is not null then
        raise exception 'member % is erased', subject
            using errcode = 'object_not_in_prerequisite_state';
    end if;
    return null;
end
$$;

create trigger refuse_erased
    after insert on session
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert or update of account_no, holder, holder_canonical on bank_account
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on member_device
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on member_notice
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on member_pin
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on invite_code
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on player_note
    for each row execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert on slip_file
    for each row execute function refuse_erased('wallet_id');
create trigger refuse_erased
    after insert on gift_link
    for each row execute function refuse_erased('wallet_id');
create trigger refuse_erased
    after insert or update of sealed, sealed_next on game_credential
    for each row execute function refuse_erased('wallet_id');
create trigger refuse_erased
    after insert on chat_conversation
    for each row
    when (new.member_id is not null)
execute function refuse_erased('member_id');
create trigger refuse_erased
    after insert or update of owner_id on chat_file
    for each row
    when (new.owner_kind = 'member')
execute function refuse_erased('owner_id');
create trigger refuse_erased
    after update of linked_to on guest
    for each row
    when (new.linked_to is not null)
execute function refuse_erased('linked_to');

-- A message is written under the lock of its conversation, for which the erasure of the chat waits: a
-- plain read is enough here, and spares a lock for each message.
create function refuse_erased_message() returns trigger
    language plpgsql
as
$$
begin
    if exists (select from member where id = new.member_id and erased_at is not null) then
        raise exception 'member % is erased', new.member_id
            using errcode = 'object_not_in_prerequisite_state';
    end if;
    return null;
end
$$;

create trigger refuse_erased_message
    after update of last_sequence on chat_conversation
    for each row
    when (new.member_id is not null and new.last_sequence > old.last_sequence)
execute function refuse_erased_message();

-- A name or a password that was under way does not come back, and nobody is un-erased by a command.
create function refuse_erased_member() returns trigger
    language plpgsql
as
$$
begin
    raise exception 'member % is erased', old.id
        using errcode = 'object_not_in_prerequisite_state';
end
$$;

create trigger refuse_erased_member
    before update on member
    for each row
    when (old.erased_at is not null)
execute function refuse_erased_member();

-- Whether a wallet is at rest is asked before a member is erased, and a request under way could still
-- start something: a payout to an account that is nobody's any more. What only the player starts waits
-- for a running erasure and is then refused. What others start or end (a late payment, a game's answer)
-- is money, and is always recorded.
create trigger refuse_erased
    after insert on event
    for each row
    when (new.event_type in ('WithdrawalRequested', 'SlipSubmitted', 'QrOrdered', 'GiftSubmitted',
                             'ManualDepositRequested', 'TransferStarted'))
execute function refuse_erased('wallet_id');
