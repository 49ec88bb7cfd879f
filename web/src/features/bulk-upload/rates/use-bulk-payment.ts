import { BULK } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { counted } from '../../../lib/batch-state.ts';
import { newRequestKey } from '../../../lib/request-key.ts';
import type { PaymentDialogProps } from '../../../ui/payment/payment-dialog.tsx';
import type { PaymentRequest } from '../../../ui/payment/use-payment-setup.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { getRates, startLabels } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { complain, isSessionLoss } from '../complain.ts';
import { keptPayment } from './kept-payment.ts';
import { isExpired, isReady } from './rate-rows.ts';

const UNPAID = 402;

/** News come within a moment; a batch that stays silent has nothing to tell. */
const EVENT_TIMEOUT_MS = 5000;

/** Paid, and the labels not seen to begin: being asked for, begun as the answer says, or left to the server after no answer came. */
export type StartProgress = 'asking' | 'begun' | 'waiting' | null;

const isReadyNow = (store: BatchStore, number: number) => {
  const row = store.row(number);
  return row !== undefined && isReady(row);
};

export interface BulkPayment {
  dialog: PaymentDialogProps;
  progress: StartProgress;
  askAgain: () => void;
  /** Somebody asked for labels while there was nothing to pay for. */
  nothingReady: boolean;
  open: () => void;
}

/** From the chosen rates to labels that are being made. The server begins them by itself once it knows of the payment; to ask is only quicker. */
export function useBulkPayment(store: BatchStore, onStarted: () => void): BulkPayment {
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const [progress, setProgress] = useState<StartProgress>(null);
  const [nothingReady, setNothingReady] = useState(false);
  const intent = useRef<string | null>(null);
  const paying = useRef<number[] | null>(null);
  const started = useRef(onStarted);
  useEffect(() => {
    started.current = onStarted;
  });

  const open = () => {
    const rows = [...rowsOf(store)].filter(isReady);
    setNothingReady(rows.length === 0);
    if (rows.length === 0) {
      toast.error(BULK.noneReady);
      return;
    }
    paying.current = rows.map(({ number }) => number);
    setRequest({
      key: newRequestKey(),
      amountCents: rows.reduce((sum, { rate }) => sum + centsOf(rate.amount), 0),
      description: `${counted(rows.length, 'shipping label')} · ${store.batch()?.fileName ?? ''}`,
      rateIds: rows.map(({ selectedRateId }) => selectedRateId),
      batchId: store.id,
    });
  };

  const start = useCallback(
    async (paymentIntentId: string) => {
      intent.current = paymentIntentId;
      setProgress('asking');
      try {
        await startLabels(store.id, paymentIntentId);
        keptPayment.forget(store.id);
        setProgress('begun');
        started.current();
      } catch (error) {
        if (isSessionLoss(error)) return;
        const unpaid = error instanceof ApiError && error.status === UNPAID;
        if (unpaid) keptPayment.forget(store.id);
        else console.error(error);
        // Anything but a plain no: the money is there, and the server begins on its own. The news of the batch tell.
        setProgress(unpaid ? null : 'waiting');
      }
    },
    [store],
  );

  // A page that closed while the card was being asked finds out now what became of it.
  useEffect(() => {
    const kept = keptPayment.read(store.id);
    if (kept !== null) void start(kept);
  }, [store, start]);

  // What was paid for leaves the list of what could be paid for: then there is nothing to wait for any more.
  useEffect(() => {
    if (progress === null) return;
    const look = () => {
      const isOver = paying.current
        ? paying.current.some((number) => !isReadyNow(store, number))
        : store.batch()?.work?.what === 'labels';
      if (!isOver) return;
      keptPayment.forget(store.id);
      setProgress(null);
    };
    look();
    const timer = progress === 'begun' ? setTimeout(() => setProgress(null), EVENT_TIMEOUT_MS) : undefined;
    const leave = store.subscribe(look);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [store, progress]);

  const priceChanged = () => {
    setRequest(null);
    toast.info('A price has changed. Please look at the new total.');
    const now = new Date().toISOString();
    const expired = [...rowsOf(store)].filter((row) => isExpired(row, now)).map(({ number }) => number);
    if (expired.length > 0) getRates(store.id, expired).catch(complain);
  };

  return {
    progress,
    askAgain: () => intent.current !== null && void start(intent.current),
    nothingReady,
    open,
    dialog: {
      request,
      onSending: async (paymentIntentId) => {
        intent.current = paymentIntentId;
        keptPayment.keep(store.id, paymentIntentId);
      },
      onSucceeded: () => {},
      onFailed: () => keptPayment.forget(store.id),
      onPriceChanged: priceChanged,
      onDone: () => {
        setRequest(null);
        if (intent.current !== null) void start(intent.current);
      },
      onCancel: () => setRequest(null),
    },
  };
}
