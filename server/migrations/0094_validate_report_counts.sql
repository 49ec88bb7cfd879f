-- rolling: yes
ALTER TABLE orders VALIDATE CONSTRAINT orders_report_counts_for_check;
