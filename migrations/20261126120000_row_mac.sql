-- Why: somebody who holds the application's role can raise a role of staff, put the hash of a password of
-- their own into an account, and put another picture or another payment under a slip. Each of these rows
-- carries an HMAC over itself, under a key that is outside the database. An account whose row
-- differs opens nothing, and `gateway verify` names the row.
--
-- The rows that are here already get theirs at the first start. Gateways of an earlier version must not
-- run any more by then: an account that they make would have none.
alter table member
    add column credential_mac bytea check (octet_length(credential_mac) = 32);
alter table staff
    add column mac bytea check (octet_length(mac) = 32);
alter table slip_file
    add column mac bytea check (octet_length(mac) = 32);

-- For the first start only; apart from that a slip's row is only made and deleted.
select grant_app('update (mac)', 'slip_file');
