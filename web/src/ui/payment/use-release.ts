import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { type PaymentIntent, releaseBalance } from '../../lib/payments.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { orderOf, type PaymentRequest } from './use-payment-setup.ts';

interface Options {
  request: PaymentRequest;
  /** The last payment that was started; it may still be on its way. */
  started: RefObject<Promise<PaymentIntent> | null>;
  /** Nothing was charged, and nothing is being charged. */
  isUnpaid: boolean;
}

/** Releases what the balance holds for a payment whose dialog closes before it was paid. */
export function useRelease({ request, started, isUnpaid }: Options) {
  const client = useQueryClient();
  const mounted = useMounted();
  const latest = useRef({ request, isUnpaid });
  useEffect(() => {
    latest.current = { request, isUnpaid };
  });
  useEffect(
    () => () => {
      const closed = latest.current;
      if (!closed.isUnpaid) return;
      const release = async ({ balanceCents, isPaid }: PaymentIntent) => {
        if (mounted.current || balanceCents === 0 || isPaid) return;
        await releaseBalance(orderOf(closed.request));
        await client.invalidateQueries({ queryKey: ['balance'] });
      };
      // A payment that could not be started holds nothing.
      started.current?.then(release).catch(() => {});
    },
    [client, mounted, started],
  );
}
