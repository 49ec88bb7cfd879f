-- rolling: yes

-- Money that the payment provider holds back from a payout or releases. Payments do not use the table, so it may be locked while its rows are
-- checked.
ALTER TABLE processor_movements DROP CONSTRAINT processor_movements_kind_check,
  ADD CONSTRAINT processor_movements_kind_check
    CHECK (kind IN ('charge', 'refund', 'dispute', 'adjustment', 'fee', 'payout', 'hold', 'other'));
