import { expect, it } from 'vitest';
import { bookingsOf } from './ledger-bookings.ts';

const line = (at: string, booking: string, account: string, amount: number) => ({
  at,
  booking,
  account,
  amount,
});

it('groups ledger lines by booking, debits first', () => {
  const lines = [
    line('10:00', 'Label bought', 'commission', -0.9),
    line('10:00', 'Label bought', 'customer_funds', 8.41),
    line('10:00', 'Label bought', 'carrier_payable', -7.51),
    line('11:00', 'Refund requested', 'refunds_given', 5),
    line('12:00', 'Refund requested', 'refunds_given', 3),
  ];
  const shown = bookingsOf(lines).map(({ name, lines }) => [name, ...lines.map(({ amount }) => amount)]);
  expect(shown).toEqual([
    ['Label bought', 8.41, -0.9, -7.51],
    ['Refund requested', 5],
    ['Refund requested', 3],
  ]);
  expect(bookingsOf([])).toEqual([]);
});
