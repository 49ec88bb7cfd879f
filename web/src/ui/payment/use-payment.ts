import { PAYMENT_CLOSE_MS } from '@lading/contract/constants.ts';
import { PAYMENT } from '@lading/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useReducer, useRef } from 'react';
import { sessionStore } from '../../lib/session-store.ts';
import { toast } from '../toast/toast.ts';
import type { CardFormHandle } from './card-form.ts';
import { COPY } from './copy.ts';
import type { PaymentEvents } from './payment-events.ts';
import { INITIAL, obstacle, paymentReducer, phaseOf, setupProblem } from './payment-progress.ts';
import { useEarlierCharge } from './use-earlier-charge.ts';
import { usePay } from './use-pay.ts';
import { type PaymentMethod, usePaymentMethod } from './use-payment-method.ts';
import { type PaymentRequest, usePaymentSetup } from './use-payment-setup.ts';
import { useRelease } from './use-release.ts';

export function usePayment(request: PaymentRequest, events: PaymentEvents) {
  const [state, dispatch] = useReducer(paymentReducer, INITIAL);
  const methods = usePaymentMethod(request.amountCents, request.start === undefined);
  const { choice } = methods;
  const earlier = useEarlierCharge(request);
  const setup = usePaymentSetup(request, choice, earlier.isSettled);
  const { loaded, intent } = setup;
  const priceChanged = setup.priceChanged ?? state.priceChanged;
  const client = useQueryClient();
  const handle = useRef<CardFormHandle>(null);
  const latest = useLatest(events);
  const ready = earlier.isSettled && obstacle(loaded) === null;

  useEffect(() => {
    if (!priceChanged) return;
    // The server releases what an earlier payment for these rates held.
    void client.invalidateQueries({ queryKey: ['balance'] });
    latest.current.onPriceChanged(priceChanged);
  }, [priceChanged, latest, client]);
  useSignOutNotice();
  const isUnpaid = state.step === 'form' && !state.unsettled && !state.canceled;
  useRelease({ request, started: setup.started, isUnpaid });
  useEffect(() => {
    if (!ready) return;
    // Clears a message about loading.
    dispatch({ type: 'retried' });
    // On touch devices, the keyboard would cover the amount before the user has read it.
    if (window.matchMedia('(pointer: fine)').matches) handle.current?.focus();
  }, [ready]);
  useCloseAfterSuccess(state.step === 'success', latest);
  useUnloadGuard(state.step === 'processing');

  const pay = usePay({
    request,
    methods,
    setup,
    handle,
    isOpen: state.step === 'form' && earlier.isSettled,
    dispatch,
    events: latest,
  });

  // A card form can't be set up for a payment that is paid already.
  const unpaid = intent?.isPaid ? null : intent;
  const { Form, provider, canRetry, formKey: key, onReady, onFailed } = setup;
  return {
    phase: earlier.isSettled ? phaseOf(state, loaded) : ('loading' as const),
    methods: {
      ...methods,
      choose(method: PaymentMethod) {
        dispatch({ type: 'retried' });
        methods.choose(method);
      },
    },
    balanceCents: choice.method === 'balance' ? 0 : (intent?.balanceCents ?? 0),
    problem: earlier.problem ?? setupProblem(loaded) ?? state.problem,
    /** The payment could not be set up, so there is nothing to pay. */
    blocked:
      !earlier.isSettled || setupProblem(loaded) !== null || state.canceled || state.priceChanged !== null,
    priceChanged: priceChanged !== null,
    /** What the user can do about the problem; null if nothing. */
    action: actionOf(earlier, state.canceled, canRetry),
    Form,
    provider,
    formProps: { key, handle, intent: unpaid, busy: state.step !== 'form', onReady, onFailed },
    pay,
    retry() {
      if (!earlier.isSettled) return earlier.act();
      dispatch({ type: 'retried' });
      if (state.canceled) setup.startOver();
      else setup.retry();
    },
  };
}

function actionOf(
  { isSettled, action }: ReturnType<typeof useEarlierCharge>,
  isCanceled: boolean,
  canRetry: boolean,
): string | null {
  if (!isSettled) return action;
  if (isCanceled) return COPY.newPayment;
  return canRetry ? COPY.tryAgain : null;
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
