import { expect, it } from 'vitest';
import { shopOrderOf } from './custom-store-mapping.ts';
import { ReportingSchema } from './ship-notice.ts';
import { parseXml } from './xml-document.ts';

it.each([
  ['11/14/2026', '2026-11-14T12:00:00.000Z'],
  ['11/14/2026 21:56', '2026-11-14T21:56:00.000Z'],
])('an order placed on %s is on that day in the Americas and in Europe: %s', (date, placedAt) => {
  const order = parseXml(
    Buffer.from(
      `<Order><OrderNumber>7</OrderNumber><OrderDate>${date}</OrderDate><LastModified>11/15/2026</LastModified></Order>`,
    ),
  );
  const { placedAt: placed, updatedAt } = shopOrderOf(order);
  expect([placed.toISOString(), updatedAt.toISOString()]).toEqual([placedAt, '2026-11-15T00:00:00.000Z']);
});

it('what a report needs is limited, and IDs are never cut', () => {
  const id = 'x'.repeat(300);
  const line = `<Item><LineItemID>${id}</LineItemID><SKU>${'s'.repeat(5_000)}</SKU><Name>${'📦'.repeat(5_000)}</Name><Quantity>1</Quantity></Item>`;
  const order = parseXml(
    Buffer.from(
      `<Order><OrderNumber>7</OrderNumber><OrderDate>11/14/2026</OrderDate><Items>${line.repeat(600)}</Items></Order>`,
    ),
  );
  const { items } = ReportingSchema.parse(shopOrderOf(order).reporting);
  expect(items).toHaveLength(500);
  expect(items[0]).toEqual({ id, sku: 's'.repeat(100), title: '📦'.repeat(125) });
});

it.each([
  ['Partially Shipped', 'partly_shipped', true],
  ['paid', 'open', undefined],
  ['shipped', 'shipped', undefined],
])(
  'an order with the status %s is %s, and which part was shipped is unknown: %s',
  (status, state, isUnknown) => {
    const order = parseXml(
      Buffer.from(
        `<Order><OrderNumber>7</OrderNumber><OrderDate>11/14/2026</OrderDate><OrderStatus>${status}</OrderStatus></Order>`,
      ),
    );
    const { state: is, isShippedPartUnknown } = shopOrderOf(order);
    expect([is, isShippedPartUnknown]).toEqual([state, isUnknown]);
  },
);
