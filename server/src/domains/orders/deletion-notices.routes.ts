import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { callerOf } from '../../platform/caller-of.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { answerDeletionChallenge, receiveDeletionNotice } from './receive-deletion-notice.ts';

const ChallengeSchema = z.object({ challenge_code: z.string().check(z.minLength(1), z.maxLength(500)) });
const BODY_LIMIT = 64 * 1024;
/** eBay sends the notices of all its users from a few addresses. */
const LIMIT = { max: 600, timeWindow: '1 minute' } as const;

const route = routesOf<OrderSourceDeps>('Orders');

export const DELETION_NOTICE_ROUTES = [
  route({
    method: 'GET',
    path: API.ebayDeletionNotices,
    access: 'public',
    operationId: 'answerEbayChallenge',
    summary: 'Proves to eBay that notices about deleted accounts may be sent here.',
    hidden: true,
    rateLimit: LIMIT,
    query: ChallengeSchema,
    answer: z.object({ challengeResponse: z.string() }),
    handle: (deps, { query }) => ({ challengeResponse: answerDeletionChallenge(deps, query.challenge_code) }),
  }),
  route({
    method: 'POST',
    path: API.ebayDeletionNotices,
    access: 'public',
    operationId: 'receiveEbayDeletionNotice',
    summary: 'Erases the data of a buyer who deleted their eBay account.',
    hidden: true,
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMIT,
    rawBody: true,
    answer: z.null(),
    status: 204,
    handle: async (deps, { origin, body, reply }) => {
      if (!Buffer.isBuffer(body)) throw new AppError('BAD_REQUEST');
      const request = { headers: reply.request.headers, body };
      await receiveDeletionNotice(deps, request, callerOf(origin.ip ?? ''));
      return null;
    },
  }),
];
