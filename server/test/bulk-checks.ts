import type { BulkRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../src/platform/db/database.ts';
import type { BulkCustomer } from './bulk-customer.ts';
import {
  type ProviderJournals,
  type ReadJournals,
  sandboxJournals,
  withJournals,
} from './provider-journals.ts';

interface ExpectedBatch {
  rows: number;
  /** The rows as they were when they were paid for. */
  paid: readonly BulkRow[];
  /** Rows that cannot be shipped; all others are paid for. */
  isInvalid(number: number): boolean;
  /** Rows that the label provider refuses. */
  isRefused(number: number): boolean;
  /**
   * With a faulty label provider, any row may end without a label and with a full refund. A row whose address could
   * not be checked, or that has no rate, is never paid for.
   */
  anyMayFail?: boolean;
}

interface RowOutcome {
  number: number;
  status: string;
  error: string | null;
  /** Shipments of any rate of the row, and how many of them have a label. */
  shipments: number;
  labels: number;
  /** From the journal of the label provider. */
  sold: number;
  label_cents: number;
  tracking_number: string | null;
  refunds: number;
  refund_cents: number;
  /** Whether the row refers to its shipment. */
  named: boolean;
}

/** The actual outcome of each row: in shipments, in refunds and at the label provider. */
const outcomesOf = (batchId: string, journals: ProviderJournals) => sql<RowOutcome>`
  ${withJournals(journals)}
  SELECT r.number, r.status, r.error, count(s.id) AS shipments, count(s.purchased_at) AS labels,
    coalesce(sum(c.sold), 0)::bigint AS sold, coalesce(sum(s.total_cents) FILTER (WHERE s.purchased_at IS NOT NULL), 0)::bigint AS label_cents,
    max(s.tracking_number) AS tracking_number, coalesce(sum(f.count), 0)::bigint AS refunds,
    coalesce(sum(f.cents), 0)::bigint AS refund_cents, coalesce(bool_and(s.id = r.shipment_id), r.shipment_id IS NULL) AS named
  FROM bulk_rows r
  LEFT JOIN shipments s ON s.quote_id = ANY(r.offered)
  LEFT JOIN LATERAL (SELECT count(*) AS sold FROM purchase_attempts a JOIN sold p ON p.key = a.id::text
    WHERE a.shipment_id = s.id AND NOT p.voided) c ON true
  LEFT JOIN LATERAL (SELECT count(*), sum(cents) AS cents FROM refunds WHERE shipment_id = s.id AND state = 'succeeded') f ON true
  WHERE r.batch_id = ${batchId} GROUP BY r.batch_id, r.number ORDER BY r.number`;

/** All errors in the rows and totals of a finished batch; empty when everything is correct. */
export async function findBulkFaults(
  db: Database,
  customer: BulkCustomer,
  { rows, paid, isInvalid, isRefused, anyMayFail = false }: ExpectedBatch,
  readJournals: ReadJournals = sandboxJournals,
): Promise<{ faults: string[]; labels: number; refunds: number }> {
  const journals = await readJournals();
  const { rows: outcomes } = await outcomesOf(customer.batchId, journals).execute(db);
  const prices = new Map(paid.map(({ number, rate }) => [number, centsOf(rate?.amount ?? 0)]));
  const sum = (of: (outcome: RowOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const labels = sum((outcome) => outcome.labels);
  const faults = [
    ...different('rows', outcomes.length, rows),
    ...outcomes.flatMap((outcome) => {
      const { number } = outcome;
      if (isInvalid(number) || (anyMayFail && !prices.has(number))) return faultsOfRow(outcome, INVALID);
      const price = prices.get(number) ?? Number.NaN;
      const failed = isRefused(number) || (anyMayFail && outcome.labels === 0);
      return faultsOfRow(outcome, failed ? refusedAt(price) : soldAt(price));
    }),
    ...(await faultsOfPayment(
      db,
      journals,
      customer.batchId,
      sum((outcome) => outcome.label_cents + outcome.refund_cents),
    )),
    ...(await faultsOfAnswers(customer, outcomes)),
  ];
  return { faults, labels, refunds: sum((outcome) => outcome.refunds) };
}

const different = (what: string, is: unknown, shouldBe: unknown): string[] =>
  JSON.stringify(is) === JSON.stringify(shouldBe)
    ? []
    : [`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(shouldBe)}`];

type ExpectedOutcome = Omit<RowOutcome, 'number' | 'error' | 'tracking_number'>;

const INVALID: ExpectedOutcome = {
  status: 'invalid',
  shipments: 0,
  labels: 0,
  sold: 0,
  label_cents: 0,
  refunds: 0,
  refund_cents: 0,
  named: true,
};
const soldAt = (price: number): ExpectedOutcome => ({
  ...INVALID,
  status: 'label_generated',
  shipments: 1,
  labels: 1,
  sold: 1,
  label_cents: price,
});
const refusedAt = (price: number): ExpectedOutcome => ({
  ...INVALID,
  status: 'label_failed',
  shipments: 1,
  refunds: 1,
  refund_cents: price,
});

const faultsOfRow = (
  { number, error, tracking_number: _, ...outcome }: RowOutcome,
  expected: ExpectedOutcome,
): string[] => different(`row ${number} (${error ?? 'without error'})`, outcome, expected);

/** One payment whose every cent bought a label or was refunded. */
async function faultsOfPayment(
  db: Database,
  journals: ProviderJournals,
  batchId: string,
  cents: number,
): Promise<string[]> {
  const { rows } = await sql<{ amount: number; returned: number }>`
    ${withJournals(journals)}
    SELECT p.amount_cents AS amount, (SELECT coalesce(sum(amount_cents), 0)::bigint FROM returned f
      JOIN refunds r ON r.id::text = f.key WHERE r.payment_id = p.id AND r.shipment_id IS NULL) AS returned
    FROM payments p WHERE p.batch_id = ${batchId} AND p.status = 'succeeded'`.execute(db);
  return different('payments and their refunded surplus', rows, [{ amount: cents, returned: 0 }]);
}

/** Differences between what the API shows the client and the actual state. */
async function faultsOfAnswers(customer: BulkCustomer, outcomes: readonly RowOutcome[]): Promise<string[]> {
  const { counts, bought, work } = await customer.batch();
  const shown = await customer.rows();
  const labeled = outcomes.filter((outcome) => outcome.labels === 1);
  const sum = (of: (outcome: RowOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const pages = await customer.download('labels.pdf').then(countPages, String);
  const csv = await customer.download('results.csv');
  return [
    ...different('work', work, null),
    ...different('rows shown', shown.map(asShown), outcomes.map(asStored)),
    ...different('labels shown', [counts.label_generated, bought.count], [labeled.length, labeled.length]),
    ...different(
      'totals shown',
      [centsOf(bought.amount), centsOf(bought.refunded)],
      [sum((outcome) => outcome.label_cents), sum((outcome) => outcome.refund_cents)],
    ),
    ...different('pages', pages, labeled.length),
    ...different('lines of the results file', csv.toString().trim().split('\n').length, outcomes.length + 1),
  ];
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').split('/Type/Page/').length - 1;

const asShown = ({ number, status, transaction }: BulkRow) => [
  number,
  status,
  transaction?.trackingNumber ?? null,
];
const asStored = ({ number, status, tracking_number }: RowOutcome) => [number, status, tracking_number];
