-- Why: a player's page names the people behind a freeze. The decisions about one player's freezes are looked
-- up with every such page, so not by reading all.
create index staff_decision_freeze_idx on staff_decision (subject_id) where subject_kind = 'freeze';
