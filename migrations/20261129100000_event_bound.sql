-- Why: one table that grows without end cannot be moved to cheaper disks in parts, and its indexes outgrow
-- memory. `event` becomes the first partition of a table that is partitioned by position. No writer stops for it:
--
-- 1. Here: a bound for the positions of the events that are there, at least a partition's width past the
--    last one. It is checked for new events only, so this takes no time.
-- 2. 20261129100100: the bound is checked for all events, while commands go in.
-- 3. 20261129100200: the tables change places. PostgreSQL trusts the checked bound and reads no event.
--
-- A statement that needs the table for itself waits behind every reader, and everybody else waits behind
-- it. So it gives up after 200 ms and tries again: no command waits longer than that.
do $$
declare
    width constant bigint := 67108864;
    behind bigint;
begin
    select ceil(position::numeric / width) * width + width + 1 into strict behind from log_head;
    loop
        begin
            set local lock_timeout = '200ms';
            execute format(
                'alter table event add constraint event_bound '
                'check (position >= 1 and position < %s) not valid', behind);
            return;
        exception
            when lock_not_available then
                perform pg_sleep(1);
        end;
    end loop;
end
$$;
