-- rolling: yes
-- A label that was found after its purchase had been given up: the carrier's name of it and its number, until the carrier has taken it back.
-- That may take weeks, and a carrier that thinks about it does not show the purchase any more.
ALTER TABLE purchase_attempts ADD COLUMN orphan jsonb;
