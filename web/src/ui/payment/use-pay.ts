import { PAYMENT } from '@lading/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type PaymentIntent, PaymentSetupError } from '../../lib/payments.ts';
import { toast } from '../toast/toast.ts';
import type { CardFormHandle } from './card-form.ts';
import { COPY } from './copy.ts';
import type { PaymentEvents } from './payment-events.ts';
import { obstacle, type PaymentAction, problemOf } from './payment-progress.ts';
import { unknownCharge } from './unknown-charge.ts';
import { UnknownChargeError, useBalanceCharge } from './use-balance-charge.ts';
import type { usePaymentMethod } from './use-payment-method.ts';
import { chargeOf, type PaymentRequest, startPayment, type usePaymentSetup } from './use-payment-setup.ts';

interface Options {
  request: PaymentRequest;
  methods: ReturnType<typeof usePaymentMethod>;
  setup: ReturnType<typeof usePaymentSetup>;
  handle: RefObject<CardFormHandle | null>;
  /** False while a payment is being made and after it. */
  isOpen: boolean;
  dispatch: Dispatch<PaymentAction>;
  events: RefObject<PaymentEvents>;
}

/** Charges the balance or the card only once, even if it is called again. */
export function usePay({ request, methods, setup, handle, isOpen, dispatch, events }: Options) {
  const running = useRef(false);
  const client = useQueryClient();
  const { choice } = methods;
  const { intent, loaded, requestKey } = setup;
  const charge = useBalanceCharge();

  const refuse = (problem: string, canceled = false) => dispatch({ type: 'refused', problem, canceled });
  const succeed = () => {
    // A top-up says nothing about a charge of the balance.
    if (!request.start) unknownCharge.forget();
    void client.invalidateQueries({ queryKey: ['balance'] });
    events.current.onSucceeded();
    toast.success(PAYMENT.succeeded);
    dispatch({ type: 'succeeded' });
  };
  /** It may have been charged, so a payment recorded by onSending stays on record. */
  const leaveOpen = (error: unknown, problem: string) => {
    console.error(error);
    dispatch({ type: 'refused', problem, unsettled: true });
  };

  const acceptPaid = async (paymentIntentId: string) => {
    dispatch({ type: 'sent' });
    try {
      await events.current.onSending(paymentIntentId);
      succeed();
    } catch (error) {
      leaveOpen(error, PAYMENT.unexpected);
    }
  };
  usePaidAlready(intent, acceptPaid);

  const chargeCard = async (card: CardFormHandle) => {
    if (!intent) return;
    dispatch({ type: 'sent' });
    try {
      await events.current.onSending(intent.paymentIntentId);
      const outcome = await card.confirm(intent);
      const problem = problemOf(outcome);
      if (problem === null) return succeed();
      events.current.onFailed();
      refuse(problem, outcome.kind === 'canceled');
    } catch (error) {
      leaveOpen(error, PAYMENT.unexpected);
    }
  };

  const chargeBalance = async () => {
    dispatch({ type: 'sent' });
    unknownCharge.keep(chargeOf(request, requestKey, choice));
    try {
      const { paymentIntentId, isPaid } = await charge(() => startPayment(request, requestKey, choice));
      if (isPaid) return acceptPaid(paymentIntentId);
      unknownCharge.forget();
      await methods.chooseAgain();
      toast.error(COPY.balanceTooLow);
      dispatch({ type: 'retried' });
    } catch (error) {
      if (error instanceof UnknownChargeError) return leaveOpen(error, COPY.balanceUnknown);
      if (!(error instanceof PaymentSetupError)) return leaveOpen(error, PAYMENT.unexpected);
      if (error.isRefusal) unknownCharge.forget();
      console.error(error);
      dispatch({ type: 'refused', problem: error.message, priceChanged: error.priceChanged ? error : null });
    }
  };

  return async () => {
    if (running.current || !isOpen) return;
    const isBalance = choice.method === 'balance';
    const card = handle.current;
    const problem = obstacle(loaded) ?? (isBalance ? null : (card?.check() ?? null));
    if (problem !== null) return refuse(problem);
    if (!isBalance && !card) return refuse(PAYMENT.formNotReady);
    running.current = true;
    await (isBalance || !card ? chargeBalance() : chargeCard(card));
    running.current = false;
  };
}

/** Accepts a payment that needs no card anymore: the balance has paid, but its answer was lost. */
function usePaidAlready(intent: PaymentIntent | null, accept: (paymentIntentId: string) => Promise<void>) {
  const onPaid = useEffectEvent(accept);
  const paidId = intent?.isPaid ? intent.paymentIntentId : null;
  useEffect(() => {
    if (paidId !== null) void onPaid(paidId);
  }, [paidId]);
}
