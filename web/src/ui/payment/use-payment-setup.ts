import type { Rate } from '@lading/contract/shipments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useState } from 'react';
import { createPaymentIntent, PaymentSetupError } from '../../lib/payments.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import type { CardFormProps } from './card-form.ts';
import type { Loaded } from './payment-progress.ts';

export interface PaymentRequest {
  /** Idempotency key, created when the dialog opens, so that retries cannot create a second payment. */
  key: string;
  amountCents: number;
  description: string;
  /** Extras that the amount includes. */
  extras?: Rate['extras'];
  rateIds: string[];
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

/** The form on screen. A retry replaces a failed form with a fresh one. */
interface FormAttempt {
  attempt: number;
  status: 'loading' | 'ready' | 'failed';
}
const FIRST_ATTEMPT: FormAttempt = { attempt: 1, status: 'loading' };

const statusOf = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined ? 'ready' : isError ? 'failed' : 'loading';

function useIntent(request: PaymentRequest) {
  return useQuery({
    queryKey: ['payment-intent', request.key],
    queryFn: () =>
      createPaymentIntent(request.key, {
        amount: request.amountCents,
        description: request.description,
        rateIds: request.rateIds,
        ...(request.batchId !== undefined && { batchId: request.batchId }),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Loads the payment intent and the card form, which the user needs to pay. */
export function usePaymentSetup(request: PaymentRequest) {
  const [shown, setShown] = useState<FormAttempt>(FIRST_ATTEMPT);
  const intent = useIntent(request);
  const form = useQuery({
    queryKey: ['card-form'],
    queryFn: loadCardForm,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const loaded: Loaded = {
    provider: form.data ? form.data.Form !== null : null,
    intent: statusOf(intent),
    intentError: intent.error,
    form: shown.status === 'failed' ? 'failed' : statusOf(form),
    formReady: shown.status === 'ready',
  };
  const priceChanged = intent.error instanceof PaymentSetupError && intent.error.priceChanged;

  return {
    loaded,
    priceChanged,
    canRetry: (intent.isError && !priceChanged) || loaded.form === 'failed',
    intent: intent.data ?? null,
    Form: form.data?.Form ?? null,
    provider: form.data?.name ?? null,
    formKey: shown.attempt,
    onReady: useCallback(() => setShown((form) => ({ ...form, status: 'ready' })), []),
    onFailed: useCallback(() => setShown((form) => ({ ...form, status: 'failed' })), []),
    retry() {
      if (intent.isError) void intent.refetch();
      if (form.isError) void form.refetch();
      if (shown.status === 'failed') setShown({ attempt: shown.attempt + 1, status: 'loading' });
    },
  };
}
