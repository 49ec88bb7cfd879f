import type { ErrorCode } from '@lading/contract/errors.ts';
import { PAYMENT } from '@lading/contract/messages.ts';
import type { CreateIntentBody } from '@lading/contract/payments.ts';
import { API, path } from '@lading/contract/routes.ts';
import {
  type ConfirmTestPaymentAnswer,
  ConfirmTestPaymentAnswerSchema,
  type ConfirmTestPaymentBody,
  TEST_GATEWAY_CONFIRM,
} from '@lading/contract/test-gateway.ts';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';
import { ApiError, messageOf } from './api-error.ts';
import { newRequestKey } from './request-key.ts';
import { sessionStore } from './session-store.ts';

export interface PaymentIntent {
  clientSecret: string;
  paymentIntentId: string;
  /** What the balance pays, in cents. */
  balanceCents: number;
  /** Nothing is left to pay, for example because the balance has paid everything. */
  isPaid: boolean;
}

/** A status below 400 is one of an unreadable answer. */
const isAnswerLost = ({ status, code }: ApiError): boolean =>
  (status < 400 || status >= 500) && code !== ('READ_ONLY' satisfies ErrorCode);

/** They say nothing about an earlier request with the same key. */
const UNDECIDED = [401, 408, 425, 429];

/** A payment that could not be started. The user sees the message. */
export class PaymentSetupError extends Error {
  /** Only new rates can be paid. */
  readonly priceChanged: boolean;
  /** The server's error code. */
  readonly code: string | null;
  /** The answer was lost, so the payment may have been made. */
  readonly isLost: boolean;
  /** The server has decided that the payment is not made. */
  readonly isRefusal: boolean;

  constructor(message: string, options?: ErrorOptions & { priceChanged?: boolean }) {
    super(message, options);
    this.name = 'PaymentSetupError';
    this.priceChanged = options?.priceChanged ?? false;
    const cause = options?.cause instanceof ApiError ? options.cause : null;
    this.code = cause?.code ?? null;
    this.isLost = cause !== null && isAnswerLost(cause);
    this.isRefusal =
      cause !== null && cause.status >= 400 && cause.status < 500 && !UNDECIDED.includes(cause.status);
  }
}

const PartSchema = z.catch(z.optional(z.string()), undefined);
/** Looser than the contract, because each missing part has its own error message. */
const IntentSchema = z.object({
  clientSecret: PartSchema,
  paymentIntentId: PartSchema,
  status: PartSchema,
  balanceAmount: z.catch(z.optional(z.number()), undefined),
});

/** Settles when the last release has ended. */
let release: Promise<unknown> = Promise.resolve();

/**
 * Releases the balance that an unpaid payment holds: the server cancels it when the card is to pay for the same rates alone.
 * Fails silently, because holds also end by themselves.
 */
export async function releaseBalance(order: CreateIntentBody): Promise<void> {
  if (sessionStore.token() === null) return;
  release = apiRequest(IntentSchema, API.createPaymentIntent, {
    method: 'POST',
    body: { ...order, useBalance: false },
    idempotencyKey: newRequestKey(),
    on401: 'plain',
  }).catch(console.error);
  await release;
}

export async function createPaymentIntent(key: string, body: CreateIntentBody): Promise<PaymentIntent> {
  if (sessionStore.token() === null) throw new PaymentSetupError(PAYMENT.noToken);
  // Otherwise it could continue the payment that is being canceled.
  await release;
  let answer: z.infer<typeof IntentSchema>;
  try {
    answer = await apiRequest(IntentSchema, API.createPaymentIntent, {
      method: 'POST',
      body,
      idempotencyKey: key,
    });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const priceChanged = cause.status === 409 && cause.code !== 'BALANCE_TOO_LOW';
    throw new PaymentSetupError(messageOf(cause, PAYMENT.intentFailed), { cause, priceChanged });
  }
  const { clientSecret = '', paymentIntentId, balanceAmount = 0 } = answer;
  // The server joins a payment that the balance has paid, even if the card was to pay now.
  const isPaid = answer.status === 'succeeded' && (body.useBalance === true || !clientSecret);
  if (!clientSecret && !isPaid) throw new PaymentSetupError(PAYMENT.noClientSecret);
  // Without an id, the payment cannot be confirmed or found again.
  if (!paymentIntentId) throw new PaymentSetupError(PAYMENT.initializeFailed);
  return { clientSecret, paymentIntentId, balanceCents: balanceAmount, isPaid };
}

/** Authorized by the client secret, not by the session. */
export const confirmTestPayment = (
  paymentIntentId: string,
  body: ConfirmTestPaymentBody,
): Promise<ConfirmTestPaymentAnswer> =>
  apiRequest(ConfirmTestPaymentAnswerSchema, path(TEST_GATEWAY_CONFIRM, { intentId: paymentIntentId }), {
    method: 'POST',
    body,
    on401: 'plain',
  });
