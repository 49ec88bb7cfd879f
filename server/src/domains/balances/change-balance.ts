import type { BalanceChangeBody, BalanceTerms, ClientBalance } from '@lading/contract/balance-terms.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { bookings, type Entries, reversed } from '../ledger/ledger.ts';
import { lockStanding, readStanding, type Standing } from './balance-standing.ts';
import { lockAnyOwner, lockOwner, selectHeldCents, updateTerms } from './balances.store.ts';
import { bookBalance } from './book-balance.ts';

export interface BalanceDeps {
  db: Database;
  clock: Clock;
}

export interface ChangeDeps extends BalanceDeps {
  /** Called in the transaction of a withdrawal, with the balance that is left. */
  onWithdrawn: (trx: Trx, userId: string, balanceCents: number) => Promise<void>;
}

const ENTRIES: Record<BalanceChangeBody['kind'], (cents: number) => Entries> = {
  deposit: bookings.deposit,
  // Not a correction, which would be charged on the invoice.
  withdrawal: (cents) => reversed(bookings.deposit(cents)),
  credit: bookings.credit,
  write_off: bookings.writtenOff,
};

/**
 * An erased client never pays a debt, and a bank may return a payout after the erasure. The operator must be able to clear
 * the balance.
 */
const CLEARS: readonly BalanceChangeBody['kind'][] = ['write_off', 'withdrawal'];

/** Records money that moved outside Lading in either direction, a credit, or a debt that will not be paid. A retry of the key changes nothing. */
export async function changeClientBalance(
  { db, clock, onWithdrawn }: ChangeDeps,
  admin: Actor,
  clientId: string,
  body: BalanceChangeBody,
  idempotencyKey?: string,
): Promise<ClientBalance> {
  const key = requestKey(admin.userId, API.adminClientBalance, idempotencyKey, { ...body, clientId });
  return transaction(db, async (trx) => {
    const { kind, amount, note } = body;
    const lock = CLEARS.includes(kind) ? lockAnyOwner : lockOwner;
    const standing = await lockClient(trx, clock, clientId, lock);
    if (await findFirstResult(trx, key)) return balanceOf(trx, clientId);
    if (kind === 'write_off') requireDebt(standing, await selectHeldCents(trx, clientId), amount);
    if (kind === 'withdrawal') requireMoney(standing, await selectHeldCents(trx, clientId), amount);
    const id = newId();
    await rememberRequest(trx, clock, key, id);
    const balance = await bookBalance(trx, clock, {
      userId: clientId,
      reasonKey: `balance-${kind}:${id}`,
      kind: kind === 'deposit' || kind === 'withdrawal' ? 'deposit' : 'correction',
      entries: ENTRIES[kind](amount),
      note,
    });
    if (kind === 'withdrawal') await onWithdrawn(trx, clientId, balance);
    await recordEvent(trx, clock, admin, {
      type: 'CHANGE_BALANCE',
      status: 'success',
      ...byActor(admin),
      details: { clientId, kind, cents: amount },
    });
    return balanceOf(trx, clientId);
  });
}

/** What is held is no debt: if it were written off, the client would get it when it is released. */
function requireDebt({ cents }: Standing, heldCents: number, amount: number): void {
  const owed = Math.max(0, -cents - heldCents);
  if (amount <= owed) return;
  const debt =
    owed === 0
      ? 'This client owes nothing, so there is nothing to write off.'
      : `You can write off at most ${formatMoney(owed)}, which is what this client owes.`;
  throw new AppError('BAD_REQUEST', { message: `${debt}${describeHold(heldCents)}` });
}

/** What is held has already left the balance. Credit is not the client's money. */
function requireMoney({ cents }: Standing, heldCents: number, amount: number): void {
  if (amount <= cents) return;
  const money =
    cents <= 0
      ? 'This client has no balance that could be withdrawn.'
      : `You can withdraw at most ${formatMoney(cents)}, which is this client’s balance.`;
  throw new AppError('BAD_REQUEST', { message: `${money}${describeHold(heldCents)}` });
}

const describeHold = (heldCents: number): string =>
  heldCents > 0 ? ` Open disputes and payments hold ${formatMoney(heldCents)}.` : '';

/** A lower limit affects new labels only. */
export async function changeTerms(
  { db, clock }: BalanceDeps,
  admin: Actor,
  clientId: string,
  terms: BalanceTerms,
): Promise<ClientBalance> {
  return transaction(db, async (trx) => {
    const before = describeTerms(await lockClient(trx, clock, clientId));
    const after = describeTerms({ creditLimitCents: terms.creditLimit, dueDays: terms.dueDays });
    if (before !== after) {
      const columns = { credit_limit_cents: terms.creditLimit, due_days: terms.dueDays };
      await updateTerms(trx, clientId, columns, clock.now());
      await recordEvent(trx, clock, admin, {
        type: 'UPDATE_BALANCE_TERMS',
        status: 'success',
        ...byActor(admin),
        details: { clientId, before, after },
      });
    }
    return balanceOf(trx, clientId);
  });
}

const describeTerms = ({ creditLimitCents, dueDays }: Pick<Standing, 'creditLimitCents' | 'dueDays'>) =>
  `${formatMoney(creditLimitCents)} credit, due in ${dueDays} days`;

async function lockClient(
  trx: Trx,
  clock: Clock,
  clientId: string,
  lock: typeof lockOwner = lockOwner,
): Promise<Standing> {
  if (!(await lock(trx, clientId))) throw new AppError('CLIENT_NOT_FOUND');
  return lockStanding(trx, clientId, clock.now());
}

async function balanceOf(db: Handle, clientId: string): Promise<ClientBalance> {
  const { cents, creditLimitCents, dueDays } = await readStanding(db, clientId);
  return { balance: cents, creditLimit: creditLimitCents, dueDays };
}
