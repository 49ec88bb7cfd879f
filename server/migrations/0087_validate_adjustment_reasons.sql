-- rolling: yes
ALTER TABLE adjustments VALIDATE CONSTRAINT adjustments_reason_check;
