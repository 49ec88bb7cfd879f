-- rolling: yes

-- A store can record a part of a report and refuse the rest. After a void, that part is withdrawn.
INSERT INTO legal_moves VALUES ('order_reports', 'refused', 'to_withdraw');
