import { PAYMENT_CLOSE_MS } from '@lading/contract/constants.ts';
import { PAYMENT } from '@lading/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { createPaymentIntent, PaymentSetupError } from '../../lib/payments.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { toast } from '../toast/toast.ts';
import type { CardFormHandle, CardFormProps } from './card-form.ts';
import {
  INITIAL,
  type Loaded,
  obstacle,
  paymentReducer,
  phaseOf,
  problemOf,
  setupProblem,
} from './payment-progress.ts';

export interface PaymentRequest {
  /** Made when the dialog opens: however often it is sent, there is one payment. */
  key: string;
  amountCents: number;
  description: string;
  rateIds: string[];
  /** The batch that these rates belong to: its labels are then made even if this page is never seen again. */
  batchId?: string;
}

export interface PaymentEvents {
  /** Awaited before the card is asked, so that a page that closes in between knows of the payment. */
  onSending: (paymentIntentId: string) => Promise<void>;
  onSucceeded: () => void;
  /** The card was asked and nothing was paid. */
  onFailed: () => void;
  /** The price that the person saw is not the price any more. */
  onPriceChanged: () => void;
  /** The dialog has shown its success long enough. */
  onDone: () => void;
}

interface CardProvider {
  name: string;
  /** Null: nobody here can take a card. */
  Form: ComponentType<CardFormProps> | null;
}

async function loadCardForm(): Promise<CardProvider> {
  const { payment } = await loadRuntimeConfig();
  if (payment.provider === 'test') {
    const { TestCardForm } = await import('./test-card-form.tsx');
    return { name: 'Test gateway', Form: TestCardForm ?? null };
  }
  const { loadStripeForm } = await import('./stripe-card-form.tsx');
  return { name: 'Stripe', Form: await loadStripeForm(payment) };
}

/** The form on the screen; one that failed gives way to the next. */
interface ShownForm {
  turn: number;
  status: 'loading' | 'ready' | 'failed';
}
const FIRST_FORM: ShownForm = { turn: 1, status: 'loading' };

const statusOf = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined ? 'ready' : isError ? 'failed' : 'loading';

export function usePayment(request: PaymentRequest, events: PaymentEvents) {
  const [state, dispatch] = useReducer(paymentReducer, INITIAL);
  const [shown, setShown] = useState<ShownForm>(FIRST_FORM);
  const handle = useRef<CardFormHandle>(null);
  const running = useRef(false);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });

  const intent = useQuery({
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
  useEffect(() => {
    if (priceChanged) latest.current.onPriceChanged();
  }, [priceChanged]);

  // Signing out in another tab takes the dialog away; without a word nobody would know what became of it.
  useEffect(
    () =>
      sessionStore.subscribe(() => {
        const session = sessionStore.getSnapshot();
        if (session.status === 'none' && session.reason === 'signed-out') toast.error(PAYMENT.noToken);
      }),
    [],
  );

  const ask = async (card: CardFormHandle) => {
    if (!intent.data) return;
    dispatch({ type: 'sent' });
    try {
      await latest.current.onSending(intent.data.paymentIntentId);
      const problem = problemOf(await card.confirm(intent.data));
      if (problem === null) {
        latest.current.onSucceeded();
        toast.success(PAYMENT.succeeded);
        dispatch({ type: 'succeeded' });
      } else {
        latest.current.onFailed();
        dispatch({ type: 'refused', problem });
      }
    } catch (error) {
      // What became of the card is not known, so what was told by onSending still holds.
      console.error(error);
      dispatch({ type: 'refused', problem: PAYMENT.unexpected });
    }
  };

  const pay = async () => {
    if (running.current || state.step !== 'form') return;
    const problem = obstacle(loaded) ?? (handle.current ? handle.current.check() : PAYMENT.formNotReady);
    if (problem !== null || !handle.current) {
      dispatch({ type: 'refused', problem: problem ?? PAYMENT.formNotReady });
      return;
    }
    running.current = true;
    await ask(handle.current);
    running.current = false;
  };

  const ready = obstacle(loaded) === null;
  useEffect(() => {
    if (!ready) return;
    // What was said about loading is over.
    dispatch({ type: 'retried' });
    // On touch the keyboard would cover the amount before it is read.
    if (window.matchMedia('(pointer: fine)').matches) handle.current?.focus();
  }, [ready]);

  const succeeded = state.step === 'success';
  useEffect(() => {
    if (!succeeded) return;
    const timer = setTimeout(() => latest.current.onDone(), PAYMENT_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [succeeded]);

  const processing = state.step === 'processing';
  useEffect(() => {
    if (!processing) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [processing]);

  const retry = () => {
    dispatch({ type: 'retried' });
    if (intent.isError) void intent.refetch();
    if (form.isError) void form.refetch();
    if (shown.status === 'failed') setShown({ turn: shown.turn + 1, status: 'loading' });
  };

  return {
    phase: phaseOf(state, loaded),
    problem: setupProblem(loaded) ?? state.problem,
    canRetry: (intent.isError && !priceChanged) || loaded.form === 'failed',
    Form: form.data?.Form ?? null,
    provider: form.data?.name ?? null,
    formProps: {
      key: shown.turn,
      handle,
      intent: intent.data ?? null,
      busy: state.step !== 'form',
      onReady: useCallback(() => setShown((form) => ({ ...form, status: 'ready' })), []),
      onFailed: useCallback(() => setShown((form) => ({ ...form, status: 'failed' })), []),
    },
    pay,
    retry,
  };
}
