-- rolling: yes

-- The refund that the void of a label waits for, so that a refund that is declined keeps the label. NULL if it waits for none, or not anymore.
ALTER TABLE shipments ADD COLUMN void_waits_for uuid;
