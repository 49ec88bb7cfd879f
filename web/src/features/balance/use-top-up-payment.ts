import type { TopUpAnswer } from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useRef, useState } from 'react';
import { newRequestKey } from '../../lib/request-key.ts';
import type { PaymentRequest } from '../../ui/payment/use-payment-setup.ts';
import { toast } from '../../ui/toast/toast.ts';
import { readTopUp, useReload } from './balance-calls.ts';
import { COPY } from './copy.ts';

/** Pays a top-up in the payment dialog. */
export function useTopUpPayment() {
  const reload = useReload();
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const topUpId = useRef<string | null>(null);

  const report = async (topUp: TopUpAnswer) => {
    if (topUp.status === 'succeeded') toast.success(COPY.add.done(formatMoney(topUp.amount)));
    else if (topUp.status === 'processing') toast.info(COPY.add.processing);
    else if (topUp.status === 'canceled') toast.error(topUp.problem ?? COPY.failed);
    await reload();
  };
  const close = () => setRequest(null);
  return {
    report,
    open: (amountCents: number, start: (key: string) => Promise<TopUpAnswer>) =>
      setRequest({
        key: newRequestKey(),
        amountCents,
        description: COPY.add.description(formatMoney(amountCents)),
        rateIds: [],
        afterPaying: COPY.add.after,
        start: async (key) => {
          const { paymentIntentId, clientSecret, topUpId: id } = await start(key);
          topUpId.current = id;
          return { paymentIntentId, clientSecret, balanceCents: 0, isPaid: false };
        },
      }),
    dialog: {
      request,
      onSending: async () => {},
      onSucceeded: () => {},
      onFailed: () => {},
      onPriceChanged: () => {},
      onCancel: close,
      onDone: () => {
        close();
        // Reading the top-up credits it, without waiting for the payment provider's event.
        if (topUpId.current) void readTopUp(topUpId.current).then(report, reload);
      },
    },
  };
}
