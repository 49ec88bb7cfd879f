-- rolling: yes

-- The newest change that was read, by the store's clock. Processes of the previous version do not set it.
ALTER TABLE order_sources ADD COLUMN newest_change timestamptz;
