import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  ConfirmTestPaymentAnswerSchema,
  ConfirmTestPaymentBodySchema,
  TEST_GATEWAY_CONFIRM,
} from '@lading/contract/test-gateway.ts';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import type { TestGateway } from './test-gateway.ts';

const BODY_LIMIT = 4 * 1024;

/** Per address: far more than a client pays in an hour, far too few to try out card numbers. */
export const CONFIRM_LIMIT = { max: 200, timeWindow: '1 hour' } as const;

const ParamsSchema = z.object({ intentId: z.string().check(z.maxLength(100)) });

/** The browser's part of the gateway. It needs no session, because the client secret authorizes the call. */
export function testGatewayRoutes(app: HttpServer, gateway: TestGateway): void {
  app.post(
    TEST_GATEWAY_CONFIRM,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: CONFIRM_LIMIT },
      schema: {
        tags: ['Test gateway'],
        summary: 'Pays an intent with a published test card, or ends its 3-D Secure check.',
        params: ParamsSchema,
        body: ConfirmTestPaymentBodySchema,
        response: { 200: ConfirmTestPaymentAnswerSchema, '4xx': ErrorBodySchema },
      },
    },
    async (request) => {
      const answer = await gateway.confirm(request.params.intentId, request.body);
      if (!answer) throw new AppError('NOT_FOUND');
      return answer;
    },
  );
}
