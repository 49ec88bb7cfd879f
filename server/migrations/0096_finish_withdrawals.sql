-- rolling: yes

-- A store can still show an order as shipped after its number was removed. Once the store opens the order, the withdrawal is complete.
INSERT INTO legal_moves VALUES ('order_reports', 'not_withdrawn', 'withdrawn');
