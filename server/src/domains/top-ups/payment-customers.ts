import { AppError } from '../../platform/app-error.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { callPaymentProvider } from '../payments/call-payment-provider.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { insertCustomer, replaceCustomer, selectCustomer } from './stored-cards.store.ts';
import { syncCards } from './sync-cards.ts';

/** The client's customer at the payment provider. Creates it if needed. */
export async function customerOf(deps: PaymentDeps, userId: string): Promise<string> {
  const { db, clock, paymentProvider } = deps;
  const provider = paymentProvider.name;
  const known = await selectCustomer(db, userId, provider);
  if (known !== undefined) return known;
  const customerId = await createCustomer(deps, userId, null);
  failpoint('customer-created');
  const created = { user_id: userId, provider, customer_id: customerId, created_at: clock.now() };
  await insertCustomer(db, created);
  return (await selectCustomer(db, userId, provider)) ?? customerId;
}

/**
 * Like `customerOf`, to save a card for. Replaces a customer that is missing because someone deleted it or the operator
 * switched to another account. Its cards are lost.
 */
export async function customerToSaveFor(deps: PaymentDeps, userId: string): Promise<string> {
  const { db, paymentProvider } = deps;
  const customerId = await customerOf(deps, userId);
  const cards = await callPaymentProvider(deps, (provider) => provider.cards.list(customerId)).catch(
    unreachable,
  );
  if (cards !== null) return customerId;
  const created = await createCustomer(deps, userId, customerId);
  await replaceCustomer(db, { userId, provider: paymentProvider.name, missing: customerId, created });
  await syncCards(deps, userId).catch(unreachable);
  return (await selectCustomer(db, userId, paymentProvider.name)) ?? created;
}

const createCustomer = (deps: PaymentDeps, userId: string, replaces: string | null): Promise<string> =>
  callPaymentProvider(deps, ({ cards }) => cards.createCustomer(userId, replaces)).catch(unreachable);

export const unreachable = (cause: unknown): never => {
  throw new AppError('PAYMENT_UNREACHABLE', { cause });
};
