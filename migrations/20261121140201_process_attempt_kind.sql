-- Why: QR orders and gift links are carried by processes of their own, whose pauses must be kept
-- across restarts like everybody's.
alter table process_attempt drop constraint process_attempt_process_check;
alter table process_attempt add constraint process_attempt_process_check
    check (process in ('transfer', 'withdrawal', 'slip', 'qr', 'gift'));
