-- rolling: yes
ALTER TABLE bulk_rows VALIDATE CONSTRAINT bulk_rows_chosen_by_check;
