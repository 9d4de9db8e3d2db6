-- Why: while a new release is rolled out, and on the way back, gateways of the release before it work on
-- the new tables. Whether they can is known only to who writes the migration, so it is written down here:
-- a release works on these tables if it knows this migration. A migration that the release before it
-- cannot work with raises the number to its own version.
create table schema_floor
(
    is_the_only_row boolean primary key default true check (is_the_only_row),
    migration       bigint not null
);
insert into schema_floor (migration) values (20261127100000);

select grant_app('select', 'schema_floor');
-- Whether the tables are those of this release is looked up with the application's rights.
select grant_app('select', record)
from to_regclass('_sqlx_migrations') as record
where record is not null;
