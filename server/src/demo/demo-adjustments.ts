import { dateIn } from '@lading/contract/calendar-date.ts';
import { addEvidence, disputeAdjustment } from '../domains/adjustments/dispute-adjustment.ts';
import { importInvoice } from '../domains/adjustments/import-invoice.ts';
import { listOwnAdjustments } from '../domains/adjustments/list-adjustments.ts';
import type { Actor } from '../platform/actor.ts';
import { days, later } from '../platform/clock.ts';
import { selectAccountId, selectBilledShipments } from './demo.store.ts';
import { type DemoShipmentDeps, type DemoShop, NO_MAILS } from './demo-shipments.ts';

const UPS_COLUMNS = 250;
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A charge of a UPS invoice: cents, category, detail, description, and cells by position. */
type Charge = [number, string, string, string, Record<number, string>?];
const CHARGES: readonly Charge[] = [
  [1_900, 'ADJ', 'ADC', 'Address Correction Ground'],
  [412, 'ADJ', 'RADJ', 'Shipping Charge Correction Ground', { 175: 'AUDITED WEIGHT 9.0 LBS' }],
  [530, 'ADJ', 'CADJ', 'Residential Surcharge'],
];

const CREDIT: Charge = [-412, 'ADJ', 'CADJ', 'Shipping Charge Correction Ground'];

/** What the first invoice states. Its lines add up to less, which opens an incident. */
const STATED_TOTAL_CENTS = 3_417;

/**
 * Two UPS invoices: three adjustments, one of them disputed by the demo client, and a credit for another. A line of
 * the first invoice is missing.
 */
export async function addDemoAdjustments(
  running: DemoShipmentDeps,
  adminEmail: string,
  [demo]: readonly DemoShop[],
): Promise<void> {
  const userId = await selectAccountId(running.db, adminEmail);
  if (!userId || !demo) return;
  const shipments = await selectBilledShipments(running.db, demo.userId, CHARGES.length);
  const admin: Actor = { userId, role: 'admin', ip: '203.0.113.10', requestId: null };
  const client: Actor = { userId: demo.userId, role: 'client', ip: '203.0.113.24', requestId: null };
  const at = (daysAgo: number) => {
    const time = later(running.clock.now(), -days(daysAgo));
    return { ...running, ...NO_MAILS, clock: { now: () => time } };
  };
  const bill = (
    daysAgo: number,
    number: string,
    charges: readonly Charge[],
    first: number,
    total: number,
  ) => {
    const deps = at(daysAgo);
    const date = dateIn(running.timeZone, deps.clock.now());
    const rows = charges.flatMap((charge, position) => {
      const tracking = shipments[first + position]?.tracking_number;
      return tracking ? [rowOf({ number, date, tracking, total }, charge)] : [];
    });
    if (rows.length === 0) return Promise.resolve();
    return importInvoice(deps, admin, {
      fileName: `ups-${number}.csv`,
      contentType: 'text/csv',
      bytes: Buffer.from(rows.join('\n')),
    });
  };
  await bill(2, '000000A1B2C3456', CHARGES, 0, STATED_TOTAL_CENTS);
  await bill(1, '000000A1B2C3466', [CREDIT], 1, CREDIT[0]);
  const page = { page: 1, limit: CHARGES.length + 1 };
  const { adjustments } = await listOwnAdjustments(running, client, page);
  const disputed = adjustments.find(({ reason }) => reason === 'address_correction');
  if (!disputed) return;
  await disputeAdjustment(at(1), client, disputed.id, { reason: 'The address on the label was correct.' });
  await addEvidence(at(1), client, disputed.id, { fileName: 'label.png', bytes: PHOTO });
}

function rowOf(
  { number, date, tracking, total }: { number: string; date: string; tracking: string; total: number },
  [cents, category, detail, description, more = {}]: Charge,
): string {
  const cells = Array.from({ length: UPS_COLUMNS }, () => '');
  const facts: Record<number, string> = {
    0: '2.1',
    2: '0000A1B2C3',
    4: date,
    5: number,
    10: (total / 100).toFixed(2),
    20: tracking,
    34: category,
    35: detail,
    43: 'ACC',
    45: description,
    52: (cents / 100).toFixed(2),
    ...more,
  };
  for (const [position, text] of Object.entries(facts)) cells[Number(position)] = text;
  return cells.join(',');
}
