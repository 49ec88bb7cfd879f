import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import { expect, it } from 'vitest';
import { anItem } from '../../../test/shop-orders.ts';
import { orderCells } from './order-cells.ts';
import type { Sender } from './order-sender.ts';

it.each([
  [0.5, '0.0176'],
  [0.1, '0.0035'],
  [0.001, '0.0001'],
  [28.349523125, '1'],
])('an item of %s g is declared with its weight, rounded down', (weightGrams, ounces) => {
  const parcel = {
    orderRef: '1042',
    recipient: {} as OrderRecipient,
    preparation: {},
    pieces: [{ item: anItem({ weightGrams }), quantity: 500 }],
    currency: 'USD',
    shippingDate: '2026-11-20',
  };
  expect(orderCells(parcel, { address: {} } as Sender, new Map()).item_weight).toBe(ounces);
});
