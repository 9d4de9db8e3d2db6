-- Why: a player sets another password with a code of a decision of staff, and is not logged in yet. The
-- decisions about one player's password are looked up by everybody's request, so not by reading all.
create index staff_decision_password_idx on staff_decision (subject_id, asked_at)
    where subject_kind = 'password';
