import { PAYMENT } from '@lading/contract/messages.ts';
import type { CreateIntentBody } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import {
  type ConfirmTestPaymentAnswer,
  ConfirmTestPaymentAnswerSchema,
  type ConfirmTestPaymentBody,
  TEST_GATEWAY_CONFIRM,
} from '@lading/contract/test-gateway.ts';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';
import { ApiError, messageOf } from './api-error.ts';
import { sessionStore } from './session-store.ts';

export interface PaymentIntent {
  clientSecret: string;
  paymentIntentId: string;
}

/** Why no payment could be begun, in the words that the person sees. */
export class PaymentSetupError extends Error {
  readonly priceChanged: boolean;

  constructor(message: string, options?: ErrorOptions & { priceChanged?: boolean }) {
    super(message, options);
    this.name = 'PaymentSetupError';
    this.priceChanged = options?.priceChanged ?? false;
  }
}

const PartSchema = z.catch(z.optional(z.string()), undefined);
/** Looser than the contract: what an answer lacks has a sentence of its own. */
const IntentSchema = z.object({ clientSecret: PartSchema, paymentIntentId: PartSchema });

export async function createPaymentIntent(key: string, body: CreateIntentBody): Promise<PaymentIntent> {
  if (sessionStore.token() === null) throw new PaymentSetupError(PAYMENT.noToken);
  let answer: z.infer<typeof IntentSchema>;
  try {
    answer = await apiRequest(IntentSchema, API.createPaymentIntent, {
      method: 'POST',
      body,
      idempotencyKey: key,
    });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const priceChanged = cause.status === 409;
    throw new PaymentSetupError(messageOf(cause, PAYMENT.intentFailed), { cause, priceChanged });
  }
  const { clientSecret, paymentIntentId } = answer;
  if (!clientSecret) throw new PaymentSetupError(PAYMENT.noClientSecret);
  // A payment without a name could be neither confirmed nor found again.
  if (!paymentIntentId) throw new PaymentSetupError(PAYMENT.initializeFailed);
  return { clientSecret, paymentIntentId };
}

/** The secret is the key of this call; the session has no part in it. */
export const confirmTestPayment = (
  paymentIntentId: string,
  body: ConfirmTestPaymentBody,
): Promise<ConfirmTestPaymentAnswer> =>
  apiRequest(
    ConfirmTestPaymentAnswerSchema,
    TEST_GATEWAY_CONFIRM.replace(':intentId', encodeURIComponent(paymentIntentId)),
    { method: 'POST', body, on401: 'plain' },
  );
