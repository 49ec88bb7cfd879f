-- rolling: yes

-- What the remaining quantities of an order do not say, and what one report of ours takes away from them. The check is validated in 0094, so that
-- the table is not locked while it is read.
ALTER TABLE orders
  ADD COLUMN is_shipped_part_unknown boolean NOT NULL DEFAULT false,
  ADD COLUMN report_counts_for text NOT NULL DEFAULT 'parcel',
  ADD CONSTRAINT orders_report_counts_for_check CHECK (report_counts_for IN ('parcel', 'order', 'nothing')) NOT VALID;
