import type { BillingDetailsAnswer, BillingDetailsBody } from '@lading/contract/billing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { BillingDeps } from './billing.deps.ts';
import { saveDetails, selectBuyers } from './billing-details.store.ts';
import { buyerOf } from './buyer.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock'>;

export async function showBillingDetails(
  { db }: Pick<Deps, 'db'>,
  clientId: string,
): Promise<BillingDetailsAnswer> {
  return detailsIn(db, clientId);
}

/** Called by clients for themselves and by admins for a client. Affects only documents that are issued from now on. */
export async function changeBillingDetails(
  { db, clock }: Deps,
  actor: Actor,
  clientId: string,
  body: BillingDetailsBody,
): Promise<BillingDetailsAnswer> {
  return transaction(db, async (trx) => {
    const before = await detailsIn(trx, clientId);
    const fields = Object.entries(body)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof body]))
      .map(([name]) => name);
    if (fields.length === 0) return before;
    await saveDetails(trx, clientId, body, clock.now());
    await recordEvent(trx, clock, actor, {
      type: 'UPDATE_BILLING_DETAILS',
      status: 'success',
      ...byActor(actor),
      details: { clientId, fields },
    });
    return detailsIn(trx, clientId);
  });
}

async function detailsIn(db: Handle, clientId: string): Promise<BillingDetailsAnswer> {
  const [facts] = await selectBuyers(db, [clientId]);
  if (!facts || facts.erased) throw new AppError('CLIENT_NOT_FOUND');
  const { name, addressLines } = buyerOf(facts);
  return {
    company: facts.company ?? '',
    addressLines: facts.address_lines ?? [],
    taxId: facts.tax_id ?? '',
    reference: facts.reference ?? '',
    printed: { name, addressLines },
  };
}
