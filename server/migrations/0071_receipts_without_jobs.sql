-- rolling: yes

-- Receipts to send without a job. Processes of the previous version queue a job for each receipt and leave this false.
ALTER TABLE notices ADD COLUMN first_try boolean NOT NULL DEFAULT false;
GRANT UPDATE (first_try) ON notices TO lading_app;
