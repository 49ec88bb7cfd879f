import { timingSafeEqual } from 'node:crypto';
import type { Carrier } from '@lading/contract/parcel.ts';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import { type Route, routesOf } from '../../../platform/http/route.ts';
import { digest } from '../../../platform/ids.ts';
import { carrierOf } from './shippo-services.ts';

interface ShippoWebhookDeps {
  token: string;
  /** Marks a parcel for a tracking lookup. Shippo waits for the response, so this must be quick. */
  onTracked(carrier: Carrier, trackingNumber: string): Promise<void>;
}

const SHIPPO_WEBHOOK = '/api/webhooks/shippo/:token';

const BODY_LIMIT = 256 * 1024;

const ParamsSchema = z.object({ token: z.string() });

/** Only what identifies the parcel is read. The call is unsigned, so the rest cannot be trusted. */
const TrackingEventSchema = z.object({
  event: z.string(),
  data: z.optional(z.unknown()),
});
const TrackedSchema = z.object({
  carrier: z.string(),
  tracking_number: z.string().check(z.maxLength(100)),
});

const route = routesOf('Shippo');

/** Shippo's webhook. Its calls carry no signature; the secret is in the path. */
export const shippoRoutes = ({ token, onTracked }: ShippoWebhookDeps): Route[] => [
  route({
    method: 'POST',
    path: SHIPPO_WEBHOOK,
    access: 'custom',
    operationId: 'receiveShippoEvent',
    summary: 'Receives an event from Shippo.',
    hidden: true,
    bodyLimit: BODY_LIMIT,
    // All calls come from a few IP addresses, and losing an event is worse than marking a parcel too often.
    rateLimit: false,
    beforeBody: async (request) => {
      if (!isSame(ParamsSchema.parse(request.params).token, token)) throw new AppError('NOT_AUTHENTICATED');
    },
    params: ParamsSchema,
    body: TrackingEventSchema,
    handle: async (_deps, { body: { event, data }, reply }) => {
      const tracked = event === 'track_updated' ? TrackedSchema.safeParse(data) : null;
      const carrier = tracked?.success ? carrierOf(tracked.data.carrier) : null;
      if (tracked?.success && carrier) await onTracked(carrier, tracked.data.tracking_number);
      return reply.code(200).send();
    },
  }),
];

const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
