-- Why: a chat record also has the name that a guest gives and the token of the device it was written on.
-- Both are personal data, and are erased with the text.
alter table chat_message
    add column guest_name text check (char_length(guest_name) between 1 and 60),
    add column device_token text check (char_length(device_token) between 1 and 512),
    add constraint chat_message_writer_check
        check (erased_at is null or num_nonnulls(guest_name, device_token) = 0);
