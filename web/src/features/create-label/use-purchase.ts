import { WIZARD } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { LabelAnswerSchema, type Rate } from '@lading/contract/shipments.ts';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import type { PaymentRequest } from '../../ui/payment/use-payment-setup.ts';
import { toast } from '../../ui/toast/toast.ts';
import { paymentDescription } from './label-preview.ts';
import { isSessionLoss } from './session-loss.ts';
import { labelBody } from './shipment-body.ts';
import type { Purchase, Wizard, WizardAction } from './wizard-state.ts';

/** A carrier may take long; the server goes on without us when we stop listening. */
const TIME_LIMIT_MS = 90_000;
const UNPAID = 402;

export interface PurchaseFailure {
  message: string;
  /** The server has decided: asking again with the same payment can give nothing else. */
  final: boolean;
}

export interface MadeLabel {
  transactionId: string;
  ready: boolean;
}

interface Options {
  wizard: Wizard;
  today: string;
  commit: (action: WizardAction) => Promise<void>;
  onMade: (label: MadeLabel) => void;
}

/** From the chosen rate to a label: the payment dialog's request, then the purchase, which is made once however often it is asked for. */
export function usePurchase({ wizard, today, commit, onMade }: Options) {
  const [request, setRequest] = useState<PaymentRequest | null>(null);
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<PurchaseFailure | null>(null);
  const { purchase } = wizard;

  const openPayment = (rate: Rate) =>
    setRequest(
      (open) =>
        open ?? {
          key: newRequestKey(),
          amountCents: centsOf(rate.amount),
          description: paymentDescription(wizard),
          rateIds: [rate.objectId],
        },
    );

  const create = async (paid: Purchase) => {
    setRequest(null);
    setFailure(null);
    setCreating(true);
    try {
      const answer = await apiRequest(LabelAnswerSchema, API.label, {
        idempotencyKey: paid.labelKey,
        method: 'POST',
        body: labelBody(wizard, paid),
        timeLimitMs: TIME_LIMIT_MS,
      });
      await commit({ type: 'label-made', today });
      onMade({ transactionId: answer.transactionId, ready: answer.labelStatus === 'ready' });
    } catch (error) {
      await explain(error, paid);
    } finally {
      setCreating(false);
    }
  };

  const explain = async (error: unknown, paid: Purchase) => {
    if (isSessionLoss(error)) return;
    console.error(error);
    const status = error instanceof ApiError ? error.status : 0;
    // The card had been asked when the page closed, and said no.
    if (status === UNPAID && paid.state === 'confirming') return commit({ type: 'payment-failed' });
    const final = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
    setFailure({ message: messageOf(error, WIZARD.labelFailed), final });
    toast.error(WIZARD.labelFailed);
  };

  // A page that closed while the card was being asked finds out now what became of it.
  const restored = useRef(purchase);
  const latestCreate = useRef(create);
  useEffect(() => {
    const unknown = restored.current;
    restored.current = null;
    if (unknown?.state === 'confirming') void latestCreate.current(unknown);
  }, []);

  return {
    request,
    creating,
    failure,
    openPayment,
    createAgain: () => purchase && void create(purchase),
    giveUp: () => {
      setFailure(null);
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
      onDone: () => purchase && void create(purchase),
      onCancel: () => {
        setRequest(null);
        if (purchase) void commit({ type: 'payment-failed' });
      },
    },
  };
}
