import type { Rate } from '@lading/contract/shipments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useRef, useState } from 'react';
import { createPaymentIntent, type PaymentIntent, PaymentSetupError } from '../../lib/payments.ts';
import { newRequestKey } from '../../lib/request-key.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import type { CardFormProps } from './card-form.ts';
import type { Loaded } from './payment-progress.ts';
import type { BalanceCharge } from './unknown-charge.ts';
import type { MethodChoice } from './use-payment-method.ts';

export interface PaymentRequest {
  /** Idempotency key, created when the dialog opens, so that retries cannot create a second payment. */
  key: string;
  amountCents: number;
  description: string;
  /** Extras that the amount includes. */
  extras?: Rate['extras'];
  rateIds: string[];
  /** Starts a payment that is not for labels. It is paid by card alone. */
  start?: (key: string) => Promise<PaymentIntent>;
  /** What happens after such a payment, as a sentence. */
  afterPaying?: string;
  /** The batch that the rates belong to. The server then creates its labels even if this page is closed. */
  batchId?: string;
}

export const STRIPE = 'Stripe';

interface CardProvider {
  name: string;
  /** Null if no payment provider is configured. */
  Form: ComponentType<CardFormProps> | null;
}

async function loadCardForm(): Promise<CardProvider> {
  const { payment } = await loadRuntimeConfig();
  if (payment.provider === 'test') {
    const { TestCardForm } = await import('./test-card-form.tsx');
    return { name: 'Test gateway', Form: TestCardForm ?? null };
  }
  const { loadStripeForm } = await import('./stripe-card-form.tsx');
  return { name: STRIPE, Form: await loadStripeForm(payment) };
}

/** Nothing to load for a payment that needs no card. */
const NO_CARD: Loaded = {
  provider: true,
  intent: 'ready',
  intentError: null,
  form: 'ready',
  formReady: true,
};

/** The form on screen. A retry replaces a failed form with a fresh one. */
interface FormAttempt {
  attempt: number;
  status: 'loading' | 'ready' | 'failed';
}
const FIRST_ATTEMPT: FormAttempt = { attempt: 1, status: 'loading' };

const statusOf = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined ? 'ready' : isError ? 'failed' : 'loading';

export const orderOf = ({ amountCents, description, rateIds, batchId }: PaymentRequest) => ({
  amount: amountCents,
  description,
  rateIds,
  ...(batchId !== undefined && { batchId }),
});

/** Each choice of a method is a payment of its own. */
export function startPayment(
  request: PaymentRequest,
  key: string,
  choice: MethodChoice,
): Promise<PaymentIntent> {
  if (request.start) return request.start(key);
  const charge = chargeOf(request, key, choice);
  return createPaymentIntent(charge.key, charge.order);
}

/** What is sent for a choice, with its own key. */
export const chargeOf = (
  request: PaymentRequest,
  key: string,
  { turn, useBalance }: MethodChoice,
): BalanceCharge => ({
  key: turn === 0 ? key : `${key}-${turn}`,
  order: { ...orderOf(request), ...(useBalance !== undefined && { useBalance }) },
});

/** Paying from the balance alone needs no intent in advance, because that would already charge it. */
function useIntent(request: PaymentRequest, key: string, choice: MethodChoice, isAllowed: boolean) {
  const started = useRef<Promise<PaymentIntent> | null>(null);
  const query = useQuery({
    queryKey: ['payment-intent', key, choice.turn],
    queryFn: () => {
      started.current = startPayment(request, key, choice);
      return started.current;
    },
    enabled: isAllowed && choice.method !== null && choice.method !== 'balance',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { query, started };
}

/** Loads the payment intent, as soon as it is allowed, and the card form, which the user needs to pay. */
export function usePaymentSetup(request: PaymentRequest, choice: MethodChoice, isAllowed: boolean) {
  const [shown, setShown] = useState<FormAttempt>(FIRST_ATTEMPT);
  const [key, setKey] = useState(request.key);
  const { query: intent, started } = useIntent(request, key, choice, isAllowed);
  const form = useQuery({
    queryKey: ['card-form'],
    queryFn: loadCardForm,
    staleTime: 'static',
    retry: false,
  });
  const loaded: Loaded =
    choice.method === 'balance'
      ? NO_CARD
      : {
          provider: form.data ? form.data.Form !== null : null,
          intent: statusOf(intent),
          intentError: intent.error,
          form: shown.status === 'failed' ? 'failed' : statusOf(form),
          formReady: shown.status === 'ready',
        };
  const priceChanged =
    intent.error instanceof PaymentSetupError && intent.error.priceChanged ? intent.error : null;

  return {
    requestKey: key,
    loaded,
    priceChanged,
    canRetry: (intent.isError && !priceChanged) || loaded.form === 'failed',
    intent: intent.data ?? null,
    started,
    Form: form.data?.Form ?? null,
    provider: form.data?.name ?? null,
    formKey: shown.attempt,
    onReady: useCallback(() => setShown((form) => ({ ...form, status: 'ready' })), []),
    onFailed: useCallback(() => setShown((form) => ({ ...form, status: 'failed' })), []),
    /** Replaces a canceled payment. */
    startOver: () => setKey(newRequestKey()),
    retry() {
      if (intent.isError) void intent.refetch();
      if (form.isError) void form.refetch();
      if (shown.status === 'failed') setShown({ attempt: shown.attempt + 1, status: 'loading' });
    },
  };
}
