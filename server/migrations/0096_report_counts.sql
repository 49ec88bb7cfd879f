-- rolling: yes

-- What one report of ours takes away from the remaining quantities. Validated in 0097, so that the table is not locked while it is read.
ALTER TABLE orders ADD COLUMN report_counts_for text NOT NULL DEFAULT 'parcel',
  ADD CONSTRAINT orders_report_counts_for_check CHECK (report_counts_for IN ('parcel', 'order')) NOT VALID;
