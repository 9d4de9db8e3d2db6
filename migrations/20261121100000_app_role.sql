-- Why: the application must not be able to change history even when its code is wrong, so it works
-- as a role that owns nothing and gets each table's grants by name. The owner migrates; the
-- gateway's connections `set role wallet_app`.
--
-- A role belongs to the whole cluster: several databases may migrate at once (tests do), and
-- advisory locks do not reach across databases. Hence "try, and accept that another was first".
do $$
begin
    if not exists (select from pg_roles where rolname = 'wallet_app') then
        create role wallet_app nologin;
    end if;
exception
    when duplicate_object or unique_violation then
        null;
    when insufficient_privilege then
        raise notice 'role wallet_app is missing and % may not create it: '
            'create it (create role wallet_app nologin), grant it to % and migrate again, '
            'or the application works with the rights of its log-in', current_user, current_user;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app')
        and not pg_has_role(current_user, 'wallet_app', 'member')
    then
        execute format('grant wallet_app to %I', current_user);
    end if;
exception
    when insufficient_privilege then
        raise notice '% is no member of wallet_app and may not grant it', current_user;
end
$$;

-- Grants to the application's role, or does nothing where the role could not be created.
create function grant_app(privileges text, on_table regclass) returns void
    language plpgsql
as
$$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        execute format('grant %s on table %s to wallet_app', privileges, on_table);
    end if;
end
$$;

-- Nothing is granted by default: each migration names what the application may do with its tables.
-- Sequences carry no facts, so they are open.
do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        alter default privileges grant usage, select on sequences to wallet_app;
    end if;
end
$$;
