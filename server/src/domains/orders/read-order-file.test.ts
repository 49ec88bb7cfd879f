import { expect, it } from 'vitest';
import { findOrderColumns } from './order-columns.ts';
import { readFileOrder } from './read-order-file.ts';

const read = (number: string) =>
  readFileOrder([{ line: 2, cells: [number] }], {
    columns: findOrderColumns(['Order number']).columns,
    decimalComma: false,
    now: new Date('2026-11-18T12:00:00Z'),
  });

it('an order number that is too long is a problem, because another order may begin in the same way', () => {
  const longest = 'x'.repeat(200);
  expect(read(longest)).toMatchObject({ order: { externalId: longest } });
  const message = 'An order number can have up to 200 characters.';
  expect(read(`${longest}1`)).toMatchObject({ problems: [{ line: 2, column: 'Order number', message }] });
});
