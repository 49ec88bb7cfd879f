-- rolling: yes
-- The client asked to send the number again, even if the store may already have it.
ALTER TABLE order_reports ADD COLUMN sends_unproven boolean NOT NULL DEFAULT false;
