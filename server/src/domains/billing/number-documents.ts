import type { BillingKind } from '@lading/contract/billing.ts';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  insertDocuments,
  lockCounter,
  type NewDocument,
  type StoredDocument,
  setCounter,
} from './documents.store.ts';

const CODES: Record<BillingKind, string> = {
  receipt: 'RCT',
  statement: 'STM',
  invoice: 'INV',
  credit_note: 'CRN',
};

/** Locked in this order by everyone, so that no two transactions wait for each other. */
const LOCK_ORDER: readonly BillingKind[] = ['receipt', 'statement', 'invoice', 'credit_note'];

export type Draft = Omit<NewDocument, 'id' | 'number' | 'year' | 'sequence'>;

interface Numbering {
  prefix: string;
  /** The year of issue. */
  year: number;
}

/**
 * Gives each draft the next number of its kind and year and stores it. The counter stays locked until the transaction ends,
 * so numbers have no gaps and follow the order of the commits. `draftsUnderLock` runs when no one else can issue
 * these kinds.
 */
export async function issueNumbered(
  trx: Trx,
  kinds: ReadonlySet<BillingKind>,
  { prefix, year }: Numbering,
  draftsUnderLock: () => Promise<readonly Draft[]> | readonly Draft[],
): Promise<NewDocument[]> {
  const last = new Map<BillingKind, number>();
  for (const kind of LOCK_ORDER) if (kinds.has(kind)) last.set(kind, await lockCounter(trx, kind, year));
  const documents = (await draftsUnderLock()).map((draft) => {
    const sequence = (last.get(draft.kind) ?? 0) + 1;
    last.set(draft.kind, sequence);
    return { ...draft, id: newId(), year, sequence, number: numberOf(prefix, draft.kind, year, sequence) };
  });
  await insertDocuments(trx, documents);
  for (const [kind, sequence] of last) await setCounter(trx, kind, year, sequence);
  return documents;
}

const numberOf = (prefix: string, kind: StoredDocument['kind'], year: number, sequence: number): string =>
  `${prefix}${CODES[kind]}-${year}-${String(sequence).padStart(5, '0')}`;
