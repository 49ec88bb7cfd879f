import type { AuditLog } from '@lading/contract/audit.ts';
import type { Handle } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import {
  selectNames,
  selectPaymentOutcomes,
  selectRefundOutcomes,
  selectShipmentNames,
} from './subjects.store.ts';

interface AuditRecord {
  status: string;
  event_type: string;
  details: unknown;
}

type About = Required<Pick<AuditLog, 'subjects' | 'outcome'>>;

function idIn(details: unknown, key: string): string | null {
  if (typeof details !== 'object' || details === null) return null;
  const value = (details as Record<string, unknown>)[key];
  const id = typeof value === 'string' ? value.toLowerCase() : '';
  return isId(id) ? id : null;
}

/** Keys of accounts in the details: clients, staff, or either. */
const ACCOUNT_KEYS = ['clientId', 'staffId', 'userId'];

/** Names for the IDs in the details, and the outcomes of entries that were recorded as pending. */
export async function describeRecords(
  db: Handle,
  records: readonly AuditRecord[],
): Promise<(record: AuditRecord) => About> {
  const idsOf = (...keys: string[]) => [
    ...new Set(records.flatMap(({ details }) => keys.flatMap((key) => idIn(details, key) ?? []))),
  ];
  const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
  const read = async <T extends { id: string }>(
    ids: readonly string[],
    select: (db: Handle, ids: readonly string[]) => Promise<T[]>,
  ) => byId(ids.length > 0 ? await select(db, ids) : []);
  const [accounts, shipments, payments, refunds] = await Promise.all([
    read(idsOf(...ACCOUNT_KEYS), selectNames),
    read(idsOf('shipmentId'), selectShipmentNames),
    read(idsOf('paymentId'), selectPaymentOutcomes),
    read(idsOf('refundId'), selectRefundOutcomes),
  ]);
  const subject = (details: unknown, key: string, names: ReadonlyMap<string, { name: string }>) => {
    const id = idIn(details, key);
    const name = id === null ? undefined : names.get(id)?.name;
    return id !== null && name ? [{ key, id, name }] : [];
  };
  return ({ status, details }) => ({
    subjects: [
      ...ACCOUNT_KEYS.flatMap((key) => subject(details, key, accounts)),
      ...subject(details, 'shipmentId', shipments),
    ],
    outcome:
      status === 'pending'
        ? (refundOutcome(refunds.get(idIn(details, 'refundId') ?? '')) ??
          paymentOutcome(payments.get(idIn(details, 'paymentId') ?? '')))
        : null,
  });
}

type Outcome = NonNullable<About['outcome']>;

function refundOutcome(refund: { state: string; detail: string } | undefined): Outcome | null {
  if (!refund) return null;
  if (refund.state === 'succeeded') return { status: 'success', text: 'Refunded' };
  if (refund.state === 'failed')
    return { status: 'error', text: ['Refund failed', refund.detail].filter(Boolean).join(': ') };
  return { status: 'pending', text: 'Refund in progress' };
}

function paymentOutcome(payment: { status: string; error: string | null } | undefined): Outcome | null {
  if (!payment) return null;
  if (payment.status === 'succeeded') return { status: 'success', text: 'Paid' };
  if (payment.error) return { status: 'error', text: `Card declined: ${payment.error}` };
  if (payment.status === 'canceled') return { status: 'error', text: 'Never paid' };
  return { status: 'pending', text: 'Not paid yet' };
}
