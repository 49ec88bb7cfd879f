import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withBilledClient } from '../../../test/billed-client.ts';
import { type BilledLabel, buyLabelOf, freight, importUps } from '../../../test/carrier-invoices.ts';
import { refund } from '../../../test/operator.ts';
import type { Shop } from '../../../test/shipping.ts';
import { bookInvoice } from './book-adjustments.ts';

let operator: Shop;
let shop: Shop;
let label: BilledLabel;
const test = withBilledClient((client) => {
  ({ operator, shop, label } = client);
});

it('the adjustments of an invoice are reported even if its last lines have to wait for a void', async () => {
  const { deps } = test();
  const { db } = deps;
  const second = await buyLabelOf(test(), shop, 'UPS');
  const { invoiceIds } = await importUps(test(), operator, [freight(label), freight(second)]);
  const [invoiceId = ''] = invoiceIds;
  // As if the process had been killed after more lines were stored.
  for (const { id, tracking } of [label, second])
    await sql`
      INSERT INTO carrier_invoice_lines (invoice_id, row_hash, line_no, tracking_number, kind, reason, description, cents, shipment_id)
      VALUES (${invoiceId}, sha256(${id}::text::bytea), 3, ${tracking}, 'correction', 'address_correction', 'Address Correction', 900, ${id})`.execute(
      db,
    );
  const [booked, waiting] = label.id < second.id ? [label, second] : [second, label];
  deps.labelProvider.voidLabel = async () => ({ outcome: 'pending' });
  let chunks = 0;
  const transaction = () => ({
    execute: async (work: never) => {
      chunks += 1;
      if (chunks === 2) await refund(test(), operator, waiting.id, waiting.price, { voidLabel: true });
      return db.transaction().execute(work);
    },
  });
  expect([...(await bookInvoice({ ...deps, db: { transaction } as never }, invoiceId, 1)).keys()]).toEqual([
    booked.id,
  ]);
  expect(chunks).toBe(2);
  const reported = await db
    .selectFrom('adjustments')
    .select(['shipment_id', 'notice_id'])
    .where('invoice_id', '=', invoiceId)
    .execute();
  expect(reported).toEqual([{ shipment_id: booked.id, notice_id: expect.any(String) }]);
});
