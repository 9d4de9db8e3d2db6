-- Why: a gateway with another secret.key ends sessions, pays nobody and signs what no other one believes.
-- The first start of all records which key it is, by a fingerprint that says nothing about it, and every
-- gateway compares its own.
create table secret_key
(
    is_the_only_row boolean primary key default true check (is_the_only_row),
    fingerprint     bytea not null check (octet_length(fingerprint) = 16)
);

create trigger append_only
    before update or delete or truncate
    on secret_key
    for each statement
execute function refuse_change();
alter table secret_key enable always trigger append_only;

select grant_app('select, insert', 'secret_key');
