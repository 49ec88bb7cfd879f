-- rolling: yes
-- Reads the table once, beside its traffic.
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;
