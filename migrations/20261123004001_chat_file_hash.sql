-- Why: a backup and a check compare each file with what was stored, and the length alone does not
-- show a changed one. Files from before have no hash, nor have those that a gateway of an earlier
-- release stores during an upgrade: of them the length is compared.
alter table chat_file add column sha256 bytea
    constraint chat_file_sha256_length check (octet_length(sha256) = 32);
