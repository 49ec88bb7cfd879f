import { useRef } from 'react';
import { type PaymentIntent, PaymentSetupError } from '../../lib/payments.ts';
import { pauseBefore } from '../../lib/retry.ts';
import { useMounted } from '../../lib/use-mounted.ts';

const ATTEMPTS = 3;
const isLost = (error: unknown) => error instanceof PaymentSetupError && error.isLost;

/** The balance may have been charged. */
export class UnknownChargeError extends Error {
  override readonly name = 'UnknownChargeError';
}

/**
 * Repeats a request whose answer was lost: it has the same key, so the balance is charged only once, and the answer
 * tells which payment to make the labels of. Throws an UnknownChargeError if there is still no answer.
 */
export function useBalanceCharge() {
  const mounted = useMounted();
  const unknown = useRef(false);

  return async (start: () => Promise<PaymentIntent>): Promise<PaymentIntent> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const intent = await start();
        unknown.current = false;
        return intent;
      } catch (cause) {
        if (isLost(cause)) unknown.current = true;
        else if (cause instanceof PaymentSetupError && cause.isRefusal) unknown.current = false;
        if (isLost(cause) && attempt < ATTEMPTS) await pauseBefore(attempt);
        else throw unknown.current ? new UnknownChargeError('No answer', { cause }) : cause;
        // Nobody is left to see that the balance was charged.
        if (!mounted.current) throw cause;
      }
    }
  };
}
