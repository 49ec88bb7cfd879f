import { WIZARD } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { LabelAnswerSchema, type Rate } from '@lading/contract/shipments.ts';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { reportUnpaid } from '../../ui/payment/report-unpaid.ts';
import type { PaymentRequest } from '../../ui/payment/use-payment-setup.ts';
import { reportError } from '../../ui/report-error.ts';
import { paymentDescription } from './label-preview.ts';
import { labelBody } from './shipment-body.ts';
import type { Purchase, Wizard, WizardAction } from './wizard-state.ts';

/** Carriers can be slow. The server continues even if we stop waiting. */
const TIME_LIMIT_MS = 90_000;
const UNPAID = 402;

export interface PurchaseFailure {
  message: string;
  /** The server has decided; retrying with the same payment cannot succeed. */
  final: boolean;
}

interface CreatedLabel {
  transactionId: string;
  ready: boolean;
}

interface Options {
  wizard: Wizard;
  today: string;
  commit: (action: WizardAction) => Promise<void>;
  onCreated: (label: CreatedLabel) => void;
}

const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Creates the label of a payment. The idempotency key of the purchase makes retries safe. */
function useLabelCreation({ wizard, today, commit, onCreated }: Options) {
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<PurchaseFailure | null>(null);

  const explain = async (error: unknown, paid: Purchase) => {
    const status = error instanceof ApiError ? error.status : 0;
    // The card was declined while the page was closed.
    if (status === UNPAID && paid.state === 'confirming') {
      console.error(error);
      reportUnpaid();
      return commit({ type: 'payment-failed' });
    }
    if (!reportError(error, WIZARD.labelFailed)) return;
    setFailure({ message: messageOf(error, WIZARD.labelFailed), final: isFinal(status) });
  };
  const create = async (paid: Purchase) => {
    setFailure(null);
    setCreating(true);
    try {
      const answer = await apiRequest(LabelAnswerSchema, API.label, {
        idempotencyKey: paid.labelKey,
        method: 'POST',
        body: await labelBody(wizard, paid),
        timeLimitMs: TIME_LIMIT_MS,
      });
      await commit({ type: 'label-made', today });
      onCreated({ transactionId: answer.transactionId, ready: answer.labelStatus === 'ready' });
    } catch (error) {
      await explain(error, paid);
    } finally {
      setCreating(false);
    }
  };

  // If the page was closed during the payment, get the outcome now.
  const restored = useRef(wizard.purchase);
  const latestCreate = useRef(create);
  useEffect(() => {
    const unconfirmed = restored.current;
    restored.current = null;
    if (unconfirmed?.state === 'confirming') void latestCreate.current(unconfirmed);
  }, []);
  return { creating, failure, clearFailure: () => setFailure(null), create };
}

/** Pays for the chosen rate, then creates the label. */
export function usePurchase(options: Options) {
  const { wizard, commit } = options;
  const { purchase } = wizard;
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const { creating, failure, clearFailure, create } = useLabelCreation(options);

  const openPayment = (rate: Rate) =>
    setRequest(
      (open) =>
        open ?? {
          key: newRequestKey(),
          amountCents: centsOf(rate.amount),
          description: paymentDescription(wizard),
          extras: rate.extras,
          rateIds: [rate.objectId],
        },
    );
  /** Also asks the server about a payment whose result is unknown: the card may have been charged. */
  const closePayment = () => {
    setRequest(null);
    if (purchase) void create(purchase);
  };

  return {
    request,
    creating,
    failure,
    openPayment,
    createAgain: closePayment,
    giveUp: () => {
      clearFailure();
      return commit({ type: 'payment-failed' });
    },
    payment: {
      onSending: (paymentIntentId: string) =>
        commit({
          type: 'payment-sent',
          purchase: {
            state: 'confirming',
            paymentIntentId,
            labelKey: newRequestKey(),
            amountCents: request?.amountCents ?? 0,
            at: new Date().toISOString(),
          },
        }),
      onSucceeded: () => void commit({ type: 'payment-succeeded' }),
      onFailed: () => void commit({ type: 'payment-failed' }),
      onPriceChanged: () => void commit({ type: 'price-changed' }),
      onDone: closePayment,
      onCancel: closePayment,
    },
  };
}
