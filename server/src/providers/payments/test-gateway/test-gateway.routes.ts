import {
  ConfirmTestPaymentAnswerSchema,
  ConfirmTestPaymentBodySchema,
  TEST_GATEWAY_CONFIRM,
  TEST_GATEWAY_CONFIRM_SETUP,
} from '@lading/contract/test-gateway.ts';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import { type Route, routesOf } from '../../../platform/http/route.ts';
import type { TestGateway } from './test-gateway.ts';

const BODY_LIMIT = 4 * 1024;

/** Far more payments than a shop makes in an hour, and far fewer attempts than guessing a card number takes. */
export const CONFIRM_LIMIT = { max: 200, timeWindow: '1 hour' } as const;

const gatewayId = z.string().check(z.maxLength(100));
const ParamsSchema = z.object({ intentId: gatewayId });
const SetupParamsSchema = z.object({ setupIntentId: gatewayId });

const route = routesOf('Test gateway');

/** The calls that the browser's card form makes. They need no session: the client secret is the key. */
export const testGatewayRoutes = (gateway: TestGateway): Route[] => [
  route({
    method: 'POST',
    path: TEST_GATEWAY_CONFIRM,
    access: 'public',
    operationId: 'confirmTestPayment',
    summary: 'Pays an intent with a published test card, or completes its 3-D Secure check.',
    bodyLimit: BODY_LIMIT,
    rateLimit: CONFIRM_LIMIT,
    params: ParamsSchema,
    body: ConfirmTestPaymentBodySchema,
    answer: ConfirmTestPaymentAnswerSchema,
    handle: async (_deps, { params, body }) => {
      const answer = await gateway.confirm(params.intentId, body);
      if (!answer) throw new AppError('NOT_FOUND');
      return answer;
    },
  }),
  route({
    method: 'POST',
    path: TEST_GATEWAY_CONFIRM_SETUP,
    access: 'public',
    operationId: 'confirmTestSetup',
    summary: 'Saves a published test card, or completes its 3-D Secure check.',
    bodyLimit: BODY_LIMIT,
    rateLimit: CONFIRM_LIMIT,
    params: SetupParamsSchema,
    body: ConfirmTestPaymentBodySchema,
    answer: ConfirmTestPaymentAnswerSchema,
    handle: async (_deps, { params, body }) => {
      const answer = await gateway.cards.confirmSetup(params.setupIntentId, body);
      if (!answer) throw new AppError('NOT_FOUND');
      return answer;
    },
  }),
];
