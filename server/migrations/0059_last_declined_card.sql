-- rolling: yes
-- When the last card was declined for the payment. Earlier versions do not store it.
ALTER TABLE payments ADD COLUMN last_declined_at timestamptz;
