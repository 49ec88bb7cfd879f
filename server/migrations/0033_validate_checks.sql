-- rolling: yes
-- Reads the tables once, beside their traffic.
ALTER TABLE quotes VALIDATE CONSTRAINT quotes_priced;
ALTER TABLE payments VALIDATE CONSTRAINT payments_automatic_top_up;
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;
