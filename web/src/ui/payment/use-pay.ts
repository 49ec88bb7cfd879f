import { PAYMENT } from '@lading/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useRef } from 'react';
import { PaymentSetupError } from '../../lib/payments.ts';
import { toast } from '../toast/toast.ts';
import type { CardFormHandle } from './card-form.ts';
import { COPY } from './copy.ts';
import type { PaymentEvents } from './payment-events.ts';
import { obstacle, type PaymentAction, problemOf } from './payment-progress.ts';
import type { usePaymentMethod } from './use-payment-method.ts';
import { type PaymentRequest, startPayment, type usePaymentSetup } from './use-payment-setup.ts';

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

  const refuse = (problem: string, canceled = false) => dispatch({ type: 'refused', problem, canceled });
  const succeed = () => {
    void client.invalidateQueries({ queryKey: ['balance'] });
    events.current.onSucceeded();
    toast.success(PAYMENT.succeeded);
    dispatch({ type: 'succeeded' });
  };

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
      // The charge may have gone through, so the payment recorded by onSending stays on record.
      console.error(error);
      dispatch({ type: 'refused', problem: PAYMENT.unexpected, unsettled: true });
    }
  };

  const chargeBalance = async () => {
    dispatch({ type: 'sent' });
    try {
      const { paymentIntentId, isPaid } = await startPayment(request, requestKey, choice);
      if (isPaid) {
        await events.current.onSending(paymentIntentId);
        return succeed();
      }
      await methods.chooseAgain();
      toast.error(COPY.balanceTooLow);
      dispatch({ type: 'retried' });
    } catch (error) {
      console.error(error);
      if (!(error instanceof PaymentSetupError)) return refuse(PAYMENT.unexpected);
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
