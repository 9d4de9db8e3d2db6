-- Why: the role keeps the application from changing history; the owner could still do it by a slip
-- of the hand. `enable always`: also when a session plays replica.
create function refuse_change() returns trigger
    language plpgsql
as
$$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only
    before update or delete or truncate
    on event
    for each statement
execute function refuse_change();
alter table event enable always trigger append_only;

create trigger append_only
    before update or delete or truncate
    on claim
    for each statement
execute function refuse_change();
alter table claim enable always trigger append_only;

create trigger append_only
    before update or delete or truncate
    on idempotency
    for each statement
execute function refuse_change();
alter table idempotency enable always trigger append_only;
