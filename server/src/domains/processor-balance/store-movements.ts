import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Movement } from '../../providers/payments/port.ts';
import { bookings, postAll } from '../ledger/ledger.ts';
import { insertMovements } from './movements.store.ts';

/** The currency of the ledger. */
export const LEDGER_CURRENCY = 'USD';

/** A movement of the kind `fee` is a fee as a whole. */
const bookedCentsOf = ({ kind, currency, feeCents, netCents }: Movement): number => {
  if (currency !== LEDGER_CURRENCY) return 0;
  return kind === 'fee' ? 0 - netCents : feeCents;
};

/** Stores each movement once, and books what it cost. */
export async function storeMovements(
  trx: Trx,
  clock: Clock,
  provider: string,
  movements: readonly Movement[],
): Promise<void> {
  const priced = movements.map((movement) => ({ ...movement, bookedCents: bookedCentsOf(movement) }));
  const added = await insertMovements(trx, provider, priced, clock.now());
  await postAll(
    trx,
    clock,
    priced
      .filter(({ id }) => added.has(id))
      .map(({ id, bookedCents }) => ({
        reasonKey: `fee:${id}`,
        entries: bookings.processorFee(bookedCents),
      })),
  );
}
