-- Why: a payout goes to the number in this table, and whoever holds the application's role can change
-- it. Each row carries an HMAC over its member and its particulars, under a key that stands outside
-- the database, and the event that sets the account carries the same one: nothing is paid to
-- particulars that differ. The salt goes with the person when a member is erased, so that nobody,
-- not even with the key, can find the number again by trying all.
--
-- The rows that are here already get theirs at the first start.
alter table bank_account
    add column salt bytea check (octet_length(salt) = 16),
    add column mac bytea check (octet_length(mac) = 32),
    add constraint bank_account_signed_check check ((salt is null) = (mac is null));
