import { timingSafeEqual } from 'node:crypto';
import type { Carrier } from '@lading/contract/parcel.ts';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import { digest } from '../../../platform/ids.ts';
import { carrierOf } from './shippo-services.ts';

interface ShippoWebhookDeps {
  token: string;
  /** Something happened to a parcel; where it is now is asked for. Shippo waits for this, so it must be quick. */
  onTracked(carrier: Carrier, trackingNumber: string): Promise<void>;
}

const SHIPPO_WEBHOOK = '/api/webhooks/shippo/:token';

const BODY_LIMIT = 256 * 1024;

const ParamsSchema = z.object({ token: z.string() });

/** All that is read of the news: which parcel it is about. Anybody may have written the rest. */
const TrackingEventSchema = z.object({
  event: z.string(),
  data: z.optional(z.unknown()),
});
const TrackedSchema = z.object({
  carrier: z.string(),
  tracking_number: z.string().check(z.maxLength(100)),
});

/** Where Shippo's news arrive. Its calls carry no signature; the secret is in the address. */
export function shippoRoutes(app: HttpServer, { token, onTracked }: ShippoWebhookDeps): void {
  app.post(
    SHIPPO_WEBHOOK,
    {
      bodyLimit: BODY_LIMIT,
      // Everything comes from a few addresses, and losing news costs more than storing that a parcel is due.
      config: { rateLimit: false },
      // Before the body is read.
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
