import type {
  AdminBalanceAnswer,
  BALANCE_ENTRY_KINDS,
  BalanceAnswer,
  BalanceEntriesAnswer,
  BalanceEntriesQuery,
  BalanceEntry,
} from '@lading/contract/balance.ts';
import { cardName } from '@lading/contract/card-name.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { AppError } from '../../platform/app-error.ts';
import { availableCents, isClient, overdueCents, readStanding } from '../balances/balance-standing.ts';
import { ENTRY_TEXTS } from '../balances/entry-texts.ts';
import { payableCents } from '../payments/pay-out.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { countEntries, type EntryRow, selectEntries } from './balance-entries.store.ts';

export async function showBalance(deps: PaymentDeps, { userId }: { userId: string }): Promise<BalanceAnswer> {
  const { db, clock } = deps;
  const standing = await readStanding(db, userId);
  return {
    balance: standing.cents,
    available: availableCents(standing),
    creditLimit: standing.creditLimitCents,
    dueDays: standing.dueDays,
    owed: Math.max(0, -standing.cents),
    overdue: await overdueCents(db, userId, clock.now()),
    payable: await payableCents(deps, db, userId),
  };
}

const ENTRIES_FOR_ADMINS = 10;

export async function showClientBalance(deps: PaymentDeps, clientId: string): Promise<AdminBalanceAnswer> {
  if (!(await isClient(deps.db, clientId))) throw new AppError('CLIENT_NOT_FOUND');
  const [balance, { entries }] = await Promise.all([
    showBalance(deps, { userId: clientId }),
    listEntries(deps, { userId: clientId }, { page: 1, limit: ENTRIES_FOR_ADMINS }),
  ]);
  return { balance, entries };
}

/** Every change of the balance, newest first. */
export async function listEntries(
  { db }: Pick<PaymentDeps, 'db'>,
  { userId }: { userId: string },
  { page, limit }: BalanceEntriesQuery,
): Promise<BalanceEntriesAnswer> {
  const [total, rows] = await Promise.all([
    countEntries(db, userId),
    selectEntries(db, userId, { offset: (page - 1) * limit, limit }),
  ]);
  return { entries: rows.map(toEntry), pagination: paginationOf(total, page, limit) };
}

const toEntry = (row: EntryRow): BalanceEntry => ({
  id: String(row.id),
  at: row.created_at.toISOString(),
  kind: row.kind,
  text: TEXTS[row.kind](row),
  cents: row.cents,
  balance: row.balance_cents,
  paymentId: row.payment_id,
  shipmentId: row.shipment_id,
});

const TEXTS: Record<(typeof BALANCE_ENTRY_KINDS)[number], (entry: EntryRow) => string> = {
  ...ENTRY_TEXTS,
  top_up: (entry) => {
    const card = cardOf(entry);
    if (entry.automatic) return card ? `Automatic top-up with ${card}` : 'Automatic top-up';
    return card ? `Top-up with ${card}` : 'Top-up by card';
  },
  deposit: (entry) => withNote(ENTRY_TEXTS.deposit(entry), entry.note),
  correction: ({ note }) => withNote('Correction', note),
};

const cardOf = ({ brand, last4 }: EntryRow) =>
  brand !== null && last4 !== null ? cardName({ brand, last4 }) : null;

const withNote = (text: string, note: string) => (note === '' ? text : `${text}: ${note}`);
