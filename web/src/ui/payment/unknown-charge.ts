import type { ErrorCode } from '@lading/contract/errors.ts';
import * as z from 'zod/mini';
import { tabStore } from '../../lib/browser-storage.ts';
import { createPaymentIntent, PaymentSetupError, releaseBalance } from '../../lib/payments.ts';

const NAME = 'lading.unknown-charge';
const KEY_REUSED: ErrorCode = 'KEY_REUSED';

/** As it was sent: the server compares it with the first request of the key. */
const ChargeSchema = z.object({
  key: z.string(),
  order: z.object({
    amount: z.number(),
    description: z.string(),
    rateIds: z.array(z.string()),
    batchId: z.optional(z.string()),
    useBalance: z.optional(z.boolean()),
  }),
});
export type BalanceCharge = z.infer<typeof ChargeSchema>;

/** The balance charge of this tab whose result is not known. It is kept from before it is sent, because the page may be closed meanwhile. */
export const unknownCharge = {
  keep: (charge: BalanceCharge) => tabStore.write(NAME, JSON.stringify(charge)),
  forget: () => tabStore.remove(NAME),
  read(): BalanceCharge | null {
    try {
      return z.parse(ChargeSchema, JSON.parse(tabStore.read(NAME) ?? 'null'));
    } catch {
      return null;
    }
  },
};

/**
 * Uses the key of the charge for a payment by card. Either the charge has already taken the key, or it can't be made anymore,
 * even if its request is still on its way. Throws if the server does not decide.
 */
export async function wasCharged({ key, order }: BalanceCharge): Promise<boolean> {
  try {
    return (await createPaymentIntent(key, { ...order, useBalance: false })).isPaid;
  } catch (error) {
    if (!(error instanceof PaymentSetupError)) throw error;
    if (error.code === KEY_REUSED) return isPaid({ key, order });
    if (error.isRefusal) return false;
    throw error;
  }
}

async function isPaid({ key, order }: BalanceCharge): Promise<boolean> {
  try {
    const { isPaid: paid, balanceCents } = await createPaymentIntent(key, order);
    // The balance did not cover everything, so it holds a part until a card has paid the rest.
    if (!paid && balanceCents > 0) await releaseBalance(order);
    return paid;
  } catch (error) {
    // A part for the card that the payment provider refuses. What the balance has paid completely needs no provider.
    if (error instanceof PaymentSetupError && error.isRefusal) return false;
    throw error;
  }
}
