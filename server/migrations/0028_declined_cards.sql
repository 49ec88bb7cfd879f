-- rolling: yes
-- How many cards were declined for the payment. Earlier versions do not count them.
ALTER TABLE payments ADD COLUMN declines integer NOT NULL DEFAULT 0;
