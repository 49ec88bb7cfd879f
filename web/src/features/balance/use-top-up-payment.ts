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
  /** The card may have been charged, even if the attempt seems to have failed. */
  const isSent = useRef(false);

  const report = async (topUp: TopUpAnswer) => {
    if (topUp.status === 'succeeded') toast.success(COPY.add.done(formatMoney(topUp.amount)));
    else if (topUp.status === 'processing') toast.info(COPY.add.processing);
    else if (topUp.status === 'canceled') toast.error(topUp.problem ?? COPY.failed);
    await reload();
  };
  const close = () => setRequest(null);
  // Reading the top-up credits it, without waiting for the payment provider's event.
  const settle = () => {
    if (topUpId.current) void readTopUp(topUpId.current).then(report, reload);
  };
  /** Pays the `existing` top-up first. A new one replaces it if it was canceled. */
  const open = (
    amountCents: number,
    start: (key: string) => Promise<TopUpAnswer>,
    existing?: TopUpAnswer,
  ) => {
    const first = newRequestKey();
    isSent.current = false;
    setRequest({
      key: first,
      amountCents,
      description: COPY.add.description(formatMoney(amountCents)),
      rateIds: [],
      afterPaying: COPY.add.after,
      start: async (key) => {
        const topUp = existing && key === first ? existing : await start(key);
        topUpId.current = topUp.topUpId;
        const { paymentIntentId, clientSecret } = topUp;
        return { paymentIntentId, clientSecret, balanceCents: 0, isPaid: false };
      },
    });
  };
  return {
    report,
    open,
    dialog: {
      request,
      onSending: async () => {
        isSent.current = true;
      },
      onSucceeded: () => {},
      onFailed: () => {},
      onPriceChanged: () => {},
      onCancel: () => {
        close();
        if (isSent.current) settle();
      },
      onDone: () => {
        close();
        settle();
      },
    },
  };
}
