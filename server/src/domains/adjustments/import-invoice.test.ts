import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { addFunds, balanceOf } from '../../../test/balance.ts';
import { adjustmentsOf, withBilledClient } from '../../../test/billed-client.ts';
import {
  type BilledLabel,
  buyLabelOf,
  correction,
  freight,
  importFile,
  importUps,
  nextInvoice,
  previewFile,
  sendInvoice,
  upsFile,
} from '../../../test/carrier-invoices.ts';
import { call, type Shop, sweepFor } from '../../../test/shipping.ts';
import { selectInvoicesToBook } from './carrier-invoices.store.ts';
import { sweepAdjustments } from './sweep-adjustments.ts';

let operator: Shop;
let shop: Shop;
let label: BilledLabel;
const test = withBilledClient((client) => {
  ({ operator, shop, label } = client);
});

const own = () => adjustmentsOf(test(), shop);
async function countRows(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM carrier_invoices) AS invoices, (SELECT count(*) FROM carrier_invoice_lines) AS lines,
           (SELECT count(*) FROM adjustments) AS adjustments, (SELECT count(*) FROM ledger_entries) AS entries,
           (SELECT count(*) FROM balance_entries) AS balances, (SELECT count(*) FROM incidents) AS incidents,
           (SELECT count(*) FROM audit_logs WHERE event_type = 'IMPORT_CARRIER_INVOICE') AS records`.execute(
    test().deps.db,
  );
  return rows[0];
}

describe('an import', () => {
  it('makes no adjustment if the carrier bills what was booked', async () => {
    const answer = await importUps(test(), operator, [
      { ...freight(label), cents: label.cost - 90 },
      { tracking: label.tracking, cents: 90, classification: 'FSC', description: 'Fuel Surcharge' },
      { tracking: label.tracking, cents: 77, classification: 'INF', description: 'Published charge' },
    ]);
    expect(answer).toMatchObject({ newLines: 2, shipments: 1, adjustments: 0, billed: 0, changed: true });
    expect(await balanceOf(test(), shop)).toBe(0);
  });

  it('passes a difference on, with the reason and the measured weight', async () => {
    await addFunds(test(), shop, 1_000);
    const answer = await importUps(test(), operator, [freight(label), correction(label, 412)]);
    expect(answer).toMatchObject({
      adjustments: 1,
      passedOn: 1,
      absorbed: 0,
      billed: 412,
      client: 412,
      fees: 0,
    });
    expect(await balanceOf(test(), shop)).toBe(588);
    const [adjustment] = await own();
    expect(adjustment).toMatchObject({
      shipmentId: label.id,
      trackingNumber: label.tracking,
      carrier: 'UPS',
      reason: 'weight',
      text: 'UPS measured 5 lb; the label was bought for 2 lb.',
      amount: 412,
      fee: 0,
      dispute: null,
      canDispute: true,
    });
    const { transaction } = (await call(test(), shop, 'GET', path(API.transaction, { id: label.id }))).json();
    expect(transaction.adjustments).toEqual([adjustment]);
    const details = (await call(test(), operator, 'GET', path(API.adminShipment, { id: label.id }))).json();
    expect(details.adjustments).toMatchObject([{ id: adjustment.id, billed: 412, outcome: 'passed_on' }]);
    expect(details.ledger.map(({ booking }: { booking: string }) => booking)).toEqual(
      expect.arrayContaining(['Adjustment billed', 'Adjustment passed on']),
    );
    const { lines } = (
      await call(test(), operator, 'GET', path(API.adminAdjustment, { id: adjustment.id }))
    ).json();
    expect(lines.map(({ amount }: { amount: number }) => amount)).toEqual([label.cost, 412]);
  });

  it('needs no freight line: it assumes that the label cost was billed', async () => {
    expect(await importUps(test(), operator, [correction(label, 100)])).toMatchObject({
      adjustments: 1,
      billed: 100,
    });
    expect(await importUps(test(), operator, [freight(label)])).toMatchObject({ adjustments: 0, billed: 0 });
  });

  it('changes nothing if it is repeated, even fifty times in parallel', async () => {
    const text = upsFile({ number: nextInvoice() }, [
      freight(label),
      correction(label, 412),
      correction(label, 412),
    ]);
    const first = await importFile(test(), operator, text);
    expect(first).toMatchObject({ newLines: 3, billed: 824, changed: true });
    const before = await countRows();
    const again = await importFile(test(), operator, text);
    expect(again).toMatchObject({ newLines: 0, repeatedLines: 3, adjustments: 0, changed: false });
    expect(again.invoiceIds).toEqual(first.invoiceIds);
    await Promise.all(Array.from({ length: 50 }, () => importFile(test(), operator, text)));
    expect(await countRows()).toEqual(before);
    const other = upsFile({ number: nextInvoice() }, [correction(label, 100)]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => importFile(test(), operator, other)));
    expect(answers.reduce((sum, { newLines }) => sum + newLines, 0)).toBe(1);
    expect(await own()).toHaveLength(2);
  });

  it('adds the missing lines of an invoice, and reports a total that does not add up', async () => {
    const number = nextInvoice();
    const facts = { number, totalCents: label.cost + 300 };
    const part = await importFile(test(), operator, upsFile(facts, [freight(label)]));
    const incident = () =>
      test()
        .deps.db.selectFrom('incidents')
        .select(['resolved_at', 'detail'])
        .where('kind', '=', 'carrier_invoice_total')
        .where('object_id', '=', part.invoiceIds[0] ?? '')
        .executeTakeFirst();
    expect(await incident()).toMatchObject({ resolved_at: null, detail: expect.stringContaining(number) });
    const whole = await importFile(
      test(),
      operator,
      upsFile(facts, [freight(label), correction(label, 300)]),
    );
    expect(whole).toMatchObject({ newLines: 1, repeatedLines: 1, adjustments: 1, billed: 300 });
    expect((await incident())?.resolved_at).not.toBeNull();
  });

  it('keeps lines without a shipment and lists why', async () => {
    const answer = await importUps(test(), operator, [
      freight(label),
      { cents: 2_500, category: 'MIS', classification: 'MSC', description: 'Service Charge' },
      { tracking: '1Z0000000000000000', cents: 900 },
    ]);
    expect(answer).toMatchObject({ unmatchedLines: 2, unmatchedAmount: 3_400, adjustments: 0 });
    const id = answer.invoiceIds[0] ?? '';
    const { invoice, unmatched } = (
      await call(test(), operator, 'GET', path(API.adminCarrierInvoice, { id }))
    ).json();
    expect(invoice).toMatchObject({
      carrier: 'UPS',
      lines: 3,
      unmatchedLines: 2,
      state: 'done',
      layout: 'ups',
    });
    expect(unmatched).toMatchObject([
      { line: 2, trackingNumber: null, reason: 'account_charge', amount: 2_500 },
      { line: 3, trackingNumber: '1Z0000000000000000', reason: 'unknown_shipment' },
    ]);
    const { data } = (await call(test(), operator, 'GET', `${API.adminCarrierInvoices}?limit=100`)).json();
    expect(data.invoices.map((one: { id: string }) => one.id)).toContain(id);
  });

  it('refuses a file with a line that it can’t read, and changes nothing', async () => {
    const before = await countRows();
    const text = upsFile({ number: nextInvoice() }, [
      correction(label, 100),
      { ...freight(label), more: { 52: 'x' } },
    ]);
    const answer = await sendInvoice(test(), operator, API.adminCarrierInvoices, text);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: 'Line 2: “Net Amount” is not an amount.',
      fields: [{ path: 'file.2' }],
    });
    const preview = await previewFile(test(), operator, text);
    expect(preview.problems).toEqual([{ line: 2, message: '“Net Amount” is not an amount.' }]);
    expect(await countRows()).toEqual(before);
  });

  it('is previewed with the same result, and the preview stores nothing', async () => {
    const second = await buyLabelOf(test(), shop, 'UPS');
    const text = `${upsFile({ number: nextInvoice(), date: '2026-11-07' }, [freight(label, 200), freight(second)])}\n${upsFile(
      { number: nextInvoice(), date: '2026-11-14' },
      [correction(label, -150), correction(second, 30)],
    )}`;
    const before = await countRows();
    const preview = await previewFile(test(), operator, text);
    expect(await countRows()).toEqual(before);
    expect(preview).toMatchObject({
      layout: 'ups',
      newLines: 4,
      shipments: 2,
      adjustments: 3,
      passedOn: 2,
      absorbed: 1,
      billed: 80,
      client: 50,
    });
    expect(preview.differences.map(({ billed, outcome }) => [billed, outcome])).toEqual([
      [200, 'passed_on'],
      [-150, 'passed_on'],
      [30, 'absorbed'],
    ]);
    const { layout: _, invoices, differences, unmatched, problems, ...sums } = preview;
    expect(invoices.map(({ lines, statedTotal, total }) => [lines, statedTotal === total])).toEqual([
      [2, true],
      [2, true],
    ]);
    expect([differences.length, unmatched, problems]).toEqual([3, [], []]);
    expect(await importFile(test(), operator, text)).toMatchObject(sums);
    expect(await previewFile(test(), operator, text)).toMatchObject({ newLines: 0, adjustments: 0 });
  });

  it('continues after a kill: the sweep books stored lines', async () => {
    const { invoiceIds } = await importUps(test(), operator, [freight(label)]);
    // As if the process had been killed after a second invoice was stored.
    await sql`
      INSERT INTO carrier_invoice_lines (invoice_id, row_hash, line_no, tracking_number, kind, reason, description, cents, shipment_id)
      VALUES (${invoiceIds[0]}, sha256('late'), 2, ${label.tracking}, 'correction', 'address_correction', 'Address Correction', 900, ${label.id})`.execute(
      test().deps.db,
    );
    const state = async () =>
      (await call(test(), operator, 'GET', path(API.adminCarrierInvoice, { id: invoiceIds[0] ?? '' }))).json()
        .invoice.state;
    expect(await state()).toBe('booking');
    await sweepFor(test(), 0);
    expect(await state()).toBe('done');
    expect(await own()).toMatchObject([{ reason: 'address_correction', amount: 900 }]);
    await sweepFor(test(), 0);
    expect(await own()).toHaveLength(1);
  });

  it('counts adjustments of its lines that the sweep booked in the meantime', async () => {
    const [first, second] = [{ number: nextInvoice() }, { number: nextInvoice() }];
    const { invoiceIds } = await importFile(test(), operator, upsFile(second, [freight(label)]));
    const text = [upsFile(first, [correction(label, 412)]), upsFile(second, [correction(label, 300)])].join(
      '\n',
    );
    const blocker = new pg.Client({ connectionString: test().ownerUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT id FROM carrier_invoices WHERE id = $1 FOR UPDATE', [invoiceIds[0]]);
      // The first invoice is stored, and the second one waits.
      const importing = importFile(test(), operator, text);
      await expect
        .poll(() => selectInvoicesToBook(test().deps.db, { limit: 10, voidsSince: test().clock.now() }))
        .toHaveLength(1);
      await sweepAdjustments(test().deps);
      await blocker.query('COMMIT');
      expect(await importing).toMatchObject({ newLines: 2, shipments: 1, adjustments: 2, billed: 712 });
    } finally {
      await blocker.end();
    }
  });
});
