-- rolling: yes
-- Reads the tables once, beside their traffic.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account_check;
ALTER TABLE shipment_labels VALIDATE CONSTRAINT shipment_labels_somewhere;
