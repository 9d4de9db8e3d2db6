-- Why: a registration refuses an inviter's code that belongs to nobody. The code of an erased member must
-- not look like one, or the refusal would say that the member was erased: it stays, and names nobody.
alter table invite_code alter column member_id drop not null;

select grant_app('update (member_id)', 'invite_code');
do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        revoke delete on invite_code from wallet_app;
    end if;
end
$$;
