import { timingSafeEqual } from 'node:crypto';
import type { Carrier } from '@lading/contract/parcel.ts';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import { digest } from '../../../platform/ids.ts';
import { carrierOf } from './shippo-services.ts';

interface ShippoWebhookDeps {
  token: string;
  /** Marks the parcel as due for tracking. It must be quick, because Shippo waits for the answer. */
  onTracked(carrier: Carrier, trackingNumber: string): Promise<void>;
}

const SHIPPO_WEBHOOK = '/api/webhooks/shippo/:token';

const BODY_LIMIT = 256 * 1024;

const ParamsSchema = z.object({ token: z.string() });

/** We read only which parcel it is about, because anyone could have written the rest. */
const TrackingEventSchema = z.object({
  event: z.string(),
  data: z.optional(z.unknown()),
});
const TrackedSchema = z.object({
  carrier: z.string(),
  tracking_number: z.string().check(z.maxLength(100)),
});

/** The webhook of Shippo. Its calls are not signed, so the URL carries a secret. */
export function shippoRoutes(app: HttpServer, { token, onTracked }: ShippoWebhookDeps): void {
  app.post(
    SHIPPO_WEBHOOK,
    {
      bodyLimit: BODY_LIMIT,
      // All webhooks come from a few addresses, and a lost one costs more than a stored one.
      config: { rateLimit: false },
      // Check before reading the body.
      onRequest: async (request) => {
        const given = (request.params as { token: string }).token;
        if (!isSame(given, token)) throw new AppError('NOT_AUTHENTICATED');
      },
      schema: { hide: true, params: ParamsSchema, body: TrackingEventSchema },
    },
    async (request, reply) => {
      const { event, data } = request.body;
      const tracked = event === 'track_updated' ? TrackedSchema.safeParse(data) : null;
      const carrier = tracked?.success ? carrierOf(tracked.data.carrier) : null;
      if (tracked?.success && carrier) await onTracked(carrier, tracked.data.tracking_number);
      return reply.code(200).send();
    },
  );
}

const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
