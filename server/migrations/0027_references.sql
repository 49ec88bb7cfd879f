-- rolling: yes
-- What the label shows besides the addresses, such as an order number. Null for shipments of earlier versions, whose labels
-- showed the notes.
ALTER TABLE shipments ADD COLUMN reference text;
