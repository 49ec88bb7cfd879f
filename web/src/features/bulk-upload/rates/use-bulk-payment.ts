import type { ErrorCode } from '@lading/contract/errors.ts';
import { counted } from '@lading/contract/format-count.ts';
import { BULK } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isSessionLoss } from '../../../lib/api-error.ts';
import type { PaymentSetupError } from '../../../lib/payments.ts';
import { newRequestKey } from '../../../lib/request-key.ts';
import type { PaymentDialogProps } from '../../../ui/payment/payment-dialog.tsx';
import { reportUnpaid } from '../../../ui/payment/report-unpaid.ts';
import type { PaymentRequest } from '../../../ui/payment/use-payment-setup.ts';
import { reportError } from '../../../ui/report-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { getRates, startLabels } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { COPY } from '../copy.ts';
import { pendingPayment } from './pending-payment.ts';
import { isExpired, isReady, type ReadyRow } from './rate-rows.ts';

const UNPAID = 402;

/** Events arrive almost immediately, so waiting longer is pointless. */
const EVENT_LIMIT_MS = 5000;

/**
 * Paid, but no label has started yet. `requesting`: we asked the server to start. `started`: it confirmed.
 * `waiting`: it did not respond, but it will start the labels anyway.
 */
export type StartProgress = 'requesting' | 'started' | 'waiting' | null;

export interface BulkPayment {
  dialog: PaymentDialogProps;
  progress: StartProgress;
  retryStart: () => void;
  /** The user asked for labels while no shipment was ready. */
  nothingReady: boolean;
  open: () => void;
}

const requestFor = (store: BatchStore, rows: readonly ReadyRow[]): PaymentRequest => ({
  key: newRequestKey(),
  amountCents: rows.reduce((sum, { rate }) => sum + centsOf(rate.amount), 0),
  description: `${counted(rows.length, 'shipping label')} · ${store.batch()?.fileName ?? ''}`,
  rateIds: rows.map(({ selectedRateId }) => selectedRateId),
  batchId: store.id,
});

const RATE_EXPIRED: ErrorCode = 'RATE_EXPIRED';
const PRICE_CHANGED: readonly (string | null)[] = [RATE_EXPIRED, 'AMOUNT_DIFFERS'] satisfies ErrorCode[];
const DATE_PASSED: ErrorCode = 'DATE_PASSED';

/** The server says that a date has passed, so at least the earliest one has. Getting rates marks its rows. */
function firstToShip(rows: readonly ReadyRow[]): readonly ReadyRow[] {
  const dateOf = ({ cells }: ReadyRow) => cells.shipping_date ?? '';
  const [earliest] = rows.map(dateOf).sort();
  return rows.filter((row) => dateOf(row) === earliest);
}

/** Explains why the rates can't be paid, and gets new ones where that helps. */
function renewRates(store: BatchStore, { code, message }: PaymentSetupError) {
  if (PRICE_CHANGED.includes(code)) toast.info(COPY.rates.priceChanged);
  else toast.error(message);
  const now = new Date().toISOString();
  const ready = [...rowsOf(store)].filter(isReady);
  const expired = ready.filter((row) => isExpired(row, now));
  const rows = code === DATE_PASSED ? firstToShip(ready) : expired;
  // The server's clock decides, and this computer's may be slow.
  const renewed = code === RATE_EXPIRED && expired.length === 0 ? ready : rows;
  const numbers = renewed.map(({ number }) => number);
  if (numbers.length > 0) getRates(store.id, numbers).catch(reportError);
}

/** Starts the labels of a payment. The server also starts them without this call, but later. */
function useLabelStart(store: BatchStore, onStarted: () => void) {
  const [progress, setProgress] = useState<StartProgress>(null);
  const intent = useRef<string | null>(null);
  const latestOnStarted = useRef(onStarted);
  useEffect(() => {
    latestOnStarted.current = onStarted;
  });

  const start = useCallback(
    async (paymentIntentId: string) => {
      intent.current = paymentIntentId;
      setProgress('requesting');
      try {
        await startLabels(store.id, paymentIntentId);
        pendingPayment.forget(store.id);
        setProgress('started');
        latestOnStarted.current();
      } catch (error) {
        if (isSessionLoss(error)) return;
        const unpaid = error instanceof ApiError && error.status === UNPAID;
        if (unpaid) {
          intent.current = null;
          pendingPayment.forget(store.id);
          reportUnpaid();
        } else console.error(error);
        // Any other failure leaves the payment in place, and events will report the labels.
        setProgress(unpaid ? null : 'waiting');
      }
    },
    [store],
  );

  // If the page was closed during the payment, get the outcome now.
  useEffect(() => {
    const pending = pendingPayment.read(store.id);
    if (pending !== null) void start(pending);
  }, [store, start]);
  const startPaid = () => {
    if (intent.current !== null) void start(intent.current);
  };
  return { progress, setProgress, intent, startPaid };
}

/** Stops waiting once an event shows that the server is working on the paid rows. */
function useStartWatch(
  store: BatchStore,
  progress: StartProgress,
  paidRows: { readonly current: readonly number[] | null },
  onOver: () => void,
) {
  const latestOnOver = useRef(onOver);
  useEffect(() => {
    latestOnOver.current = onOver;
  });
  useEffect(() => {
    if (progress === null) return;
    const isReadyNow = (number: number) => {
      const row = store.row(number);
      return row !== undefined && isReady(row);
    };
    const check = () => {
      const isOver = paidRows.current
        ? !paidRows.current.every(isReadyNow)
        : store.batch()?.work?.what === 'labels';
      if (!isOver) return;
      pendingPayment.forget(store.id);
      latestOnOver.current();
    };
    check();
    const timer =
      progress === 'started' ? setTimeout(() => latestOnOver.current(), EVENT_LIMIT_MS) : undefined;
    const unsubscribe = store.subscribe(check);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, progress, paidRows]);
}

/** Pays for the chosen rates and starts the labels. */
export function useBulkPayment(store: BatchStore, onStarted: () => void): BulkPayment {
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const [nothingReady, setNothingReady] = useState(false);
  const paidRows = useRef<number[] | null>(null);
  const { progress, setProgress, intent, startPaid } = useLabelStart(store, onStarted);
  useStartWatch(store, progress, paidRows, () => setProgress(null));

  const open = () => {
    const rows = [...rowsOf(store)].filter(isReady);
    setNothingReady(rows.length === 0);
    if (rows.length === 0) {
      toast.error(BULK.noneReady);
      return;
    }
    intent.current = null;
    paidRows.current = rows.map(({ number }) => number);
    setRequest(requestFor(store, rows));
  };
  /** Also asks the server about a payment whose result is unknown: the card may have been charged. */
  const close = () => {
    setRequest(null);
    startPaid();
  };

  return {
    progress,
    retryStart: startPaid,
    nothingReady,
    open,
    dialog: {
      request,
      onSending: async (paymentIntentId) => {
        intent.current = paymentIntentId;
        pendingPayment.keep(store.id, paymentIntentId);
      },
      onSucceeded: () => {},
      onFailed: () => {
        intent.current = null;
        pendingPayment.forget(store.id);
      },
      onPriceChanged: (reason) => {
        close();
        renewRates(store, reason);
      },
      onDone: close,
      onCancel: close,
    },
  };
}
