-- Why: two processes that write to one wallet overtook each other. The one that had written before was
-- always faster, because it knew the wallet's end, and the other's commands were turned away in the end.
-- So a process that has met another one at a wallet asks for its turn first, and reads what is new.
--
-- It is only about who is next: what is written is still compared with the head. So a process that does
-- not get its turn in time writes without: the one that has it may have fallen silent, in a session that
-- lives on.
create function journal_take_turns(wallets uuid[]) returns void
    language plpgsql
as
$$
declare
    wallet uuid;
begin
    perform set_config('lock_timeout', '250ms', true);
    foreach wallet in array wallets
        loop
            perform pg_advisory_lock(hashtextextended(wallet::text, 7));
        end loop;
exception
    when lock_not_available then
        null;
end
$$;
