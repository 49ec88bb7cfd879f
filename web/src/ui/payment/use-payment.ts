import { PAYMENT_CLOSE_MS } from '@lading/contract/constants.ts';
import { PAYMENT } from '@lading/contract/messages.ts';
import { type RefObject, useEffect, useReducer, useRef } from 'react';
import { sessionStore } from '../../lib/session-store.ts';
import { toast } from '../toast/toast.ts';
import type { CardFormHandle } from './card-form.ts';
import { INITIAL, obstacle, paymentReducer, phaseOf, problemOf, setupProblem } from './payment-progress.ts';
import { type PaymentRequest, usePaymentSetup } from './use-payment-setup.ts';

export interface PaymentEvents {
  /** Awaited before the card is charged, so that the payment is on record if the page closes in between. */
  onSending: (paymentIntentId: string) => Promise<void>;
  onSucceeded: () => void;
  /** The charge was attempted and failed. */
  onFailed: () => void;
  /** The price on screen is no longer valid. */
  onPriceChanged: () => void;
  /** The success message has been shown long enough. */
  onDone: () => void;
}

export function usePayment(request: PaymentRequest, events: PaymentEvents) {
  const [state, dispatch] = useReducer(paymentReducer, INITIAL);
  const setup = usePaymentSetup(request);
  const { loaded, intent, priceChanged } = setup;
  const handle = useRef<CardFormHandle>(null);
  const running = useRef(false);
  const latest = useLatest(events);
  const ready = obstacle(loaded) === null;

  useEffect(() => {
    if (priceChanged) latest.current.onPriceChanged();
  }, [priceChanged, latest]);
  useSignOutNotice();
  useEffect(() => {
    if (!ready) return;
    // Clears a message about loading.
    dispatch({ type: 'retried' });
    // On touch devices, the keyboard would cover the amount before the user has read it.
    if (window.matchMedia('(pointer: fine)').matches) handle.current?.focus();
  }, [ready]);
  useCloseAfterSuccess(state.step === 'success', latest);
  useUnloadGuard(state.step === 'processing');

  const charge = async (card: CardFormHandle) => {
    if (!intent) return;
    dispatch({ type: 'sent' });
    try {
      await latest.current.onSending(intent.paymentIntentId);
      const problem = problemOf(await card.confirm(intent));
      if (problem === null) {
        latest.current.onSucceeded();
        toast.success(PAYMENT.succeeded);
        dispatch({ type: 'succeeded' });
      } else {
        latest.current.onFailed();
        dispatch({ type: 'refused', problem });
      }
    } catch (error) {
      // The charge may have gone through, so the payment recorded by onSending stays on record.
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
    await charge(handle.current);
    running.current = false;
  };

  const { Form, provider, canRetry, formKey: key, onReady, onFailed } = setup;
  return {
    phase: phaseOf(state, loaded),
    problem: setupProblem(loaded) ?? state.problem,
    /** The payment could not be set up, so there is nothing to pay. */
    blocked: setupProblem(loaded) !== null,
    priceChanged,
    canRetry,
    Form,
    provider,
    formProps: { key, handle, intent, busy: state.step !== 'form', onReady, onFailed },
    pay,
    retry() {
      dispatch({ type: 'retried' });
      setup.retry();
    },
  };
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Signing out in another tab closes the dialog; the toast says why. */
function useSignOutNotice() {
  useEffect(
    () =>
      sessionStore.subscribe(() => {
        const session = sessionStore.getSnapshot();
        if (session.status === 'none' && session.reason === 'signed-out') toast.error(PAYMENT.noToken);
      }),
    [],
  );
}

function useCloseAfterSuccess(succeeded: boolean, events: RefObject<PaymentEvents>) {
  useEffect(() => {
    if (!succeeded) return;
    const timer = setTimeout(() => events.current.onDone(), PAYMENT_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [succeeded, events]);
}

function useUnloadGuard(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [active]);
}
