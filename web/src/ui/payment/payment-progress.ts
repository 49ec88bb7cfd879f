import { PAYMENT } from '@lading/contract/messages.ts';
import { PaymentSetupError } from '../../lib/payments.ts';
import type { CardOutcome } from './card-form.ts';
import { COPY } from './copy.ts';

/** `loading` lasts until both the payment intent and the card form are ready. */
type PaymentPhase = 'loading' | 'form' | 'processing' | 'success';

export interface Loaded {
  /** Null while unknown, false if no payment provider is configured. */
  provider: boolean | null;
  intent: 'loading' | 'ready' | 'failed';
  intentError: unknown;
  form: 'loading' | 'ready' | 'failed';
  formReady: boolean;
}

export const setupProblem = ({ intentError, intent, form, provider }: Loaded): string | null => {
  if (intent === 'failed')
    return intentError instanceof PaymentSetupError ? intentError.message : PAYMENT.initializeFailed;
  if (provider === false) return PAYMENT.systemNotReady;
  return form === 'failed' ? PAYMENT.formNotLoaded : null;
};

/** The reason why the user cannot pay yet, or null. */
export function obstacle(loaded: Loaded): string | null {
  const problem = setupProblem(loaded);
  if (problem !== null) return problem;
  if (loaded.intent === 'loading' || loaded.form === 'loading') return PAYMENT.stillLoading;
  return loaded.formReady ? null : PAYMENT.formNotReady;
}

/** Null if the payment succeeded. */
export function problemOf(outcome: CardOutcome): string | null {
  if (outcome.kind === 'succeeded') return null;
  if (outcome.kind === 'canceled') return COPY.canceled;
  return outcome.kind === 'failed' ? outcome.message || PAYMENT.failed : PAYMENT.notCompleted;
}

interface PaymentState {
  step: 'form' | 'processing' | 'success';
  problem: string | null;
  /** Only a new payment can be paid. */
  canceled: boolean;
  /** The card may have been charged. */
  unsettled: boolean;
  /** Why only new rates can be paid. */
  priceChanged: PaymentSetupError | null;
}

export type PaymentAction =
  | {
      type: 'refused';
      problem: string;
      canceled?: boolean;
      unsettled?: boolean;
      priceChanged?: PaymentSetupError | null;
    }
  | { type: 'sent' }
  | { type: 'succeeded' }
  | { type: 'retried' };

export const INITIAL: PaymentState = {
  step: 'form',
  problem: null,
  canceled: false,
  unsettled: false,
  priceChanged: null,
};

/** Success is final; late responses do not change it. */
export function paymentReducer(state: PaymentState, action: PaymentAction): PaymentState {
  if (state.step === 'success') return state;
  switch (action.type) {
    case 'refused':
      return {
        step: 'form',
        problem: action.problem,
        canceled: action.canceled ?? false,
        unsettled: action.unsettled ?? false,
        priceChanged: action.priceChanged ?? null,
      };
    case 'sent':
      return { ...INITIAL, step: 'processing' };
    case 'succeeded':
      return { ...INITIAL, step: 'success' };
    case 'retried':
      return INITIAL;
  }
}

export const phaseOf = (state: PaymentState, loaded: Loaded): PaymentPhase =>
  state.step === 'form' && obstacle(loaded) !== null ? 'loading' : state.step;
