import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../../test/balance.ts';
import { adjustmentsOf, withBilledClient } from '../../../test/billed-client.ts';
import {
  type BilledLabel,
  correction,
  freight,
  importFile,
  importUps,
  nextInvoice,
  previewFile,
  upsFile,
  voidCredit,
} from '../../../test/carrier-invoices.ts';
import { call, type Shop } from '../../../test/shipping.ts';

let operator: Shop;
let shop: Shop;
let label: BilledLabel;
const test = withBilledClient((client) => {
  ({ operator, shop, label } = client);
});

const askVoid = () => call(test(), operator, 'POST', path(API.adminVoid, { id: label.id }));

/** What we owe carriers for the label. */
async function costOf({ id }: BilledLabel): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT -sum(e.cents)::bigint AS cents FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE e.account = 'carrier_payable' AND (t.reason_key IN ('purchase:' || ${id}::uuid, 'void:' || ${id}::uuid)
      OR t.reason_key IN (SELECT 'adjustment:' || a.id || ':billed' FROM adjustments a WHERE a.shipment_id = ${id}))`.execute(
    test().deps.db,
  );
  return rows[0]?.cents ?? 0;
}

const paid = async () => 0 - (await balanceOf(test(), shop));

describe('a label that was billed before it was voided', () => {
  it('costs the client only what comes on top, before and after the carrier’s credit', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    expect(await costOf(label)).toBe(0);
    const text = upsFile({ number: nextInvoice() }, [correction(label, 300)]);
    expect(await previewFile(test(), operator, text)).toMatchObject({ billed: 300, client: 300 });
    expect(await importFile(test(), operator, text)).toMatchObject({ billed: 300, client: 300 });
    expect([await costOf(label), await paid()]).toEqual([300, 300]);
    expect(await importUps(test(), operator, [voidCredit(label)])).toMatchObject({ adjustments: 0 });
    expect([await costOf(label), await paid()]).toEqual([300, 300]);
  });

  it('costs the client the price if the carrier bills it again', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    expect(await importUps(test(), operator, [freight(label)])).toMatchObject({ billed: label.cost });
    expect(await adjustmentsOf(test(), shop)).toMatchObject([{ reason: 'refunded_label_used' }]);
    expect(await importUps(test(), operator, [voidCredit(label)])).toMatchObject({ adjustments: 0 });
    expect([await costOf(label), await paid()]).toEqual([label.cost, label.cost]);
  });

  it('costs the operator a small part of the price that the carrier keeps', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    const part = { ...voidCredit(label), cents: 40 - label.cost };
    expect(await importUps(test(), operator, [part])).toMatchObject({ billed: 40, absorbed: 1 });
    expect([await costOf(label), await paid()]).toEqual([40, 0]);
  });
});
