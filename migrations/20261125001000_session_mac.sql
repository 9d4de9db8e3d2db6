-- Why: whoever holds the application's role can insert a row with the SHA-256 of a token of their
-- own, or give a row to somebody else, and so become any member and any two supervisors. Each row
-- carries an HMAC over itself, under a key that stands outside the database; without a right one it
-- opens nothing. Sessions and tickets from before cannot have one: they end here.
delete from socket_ticket;
delete from session;
delete from staff_session;

alter table session add column mac bytea not null check (octet_length(mac) = 32);
alter table staff_session add column mac bytea not null check (octet_length(mac) = 32);
alter table socket_ticket add column mac bytea not null check (octet_length(mac) = 32);
