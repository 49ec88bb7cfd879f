import type { Clock } from '../../../platform/clock.ts';
import { callOut, type HttpAnswer, type HttpCall } from '../../../platform/outgoing/http-call.ts';
import type { PatientWaits } from '../../../platform/outgoing/patient-call.ts';
import { SourceRefusedError, type SourceSecrets } from '../port.ts';

/** An app that is registered with Etsy. */
export interface EtsyApp {
  keystring: string;
  sharedSecret: string;
}

/** The operator's app. With the secret, it also receives webhooks. */
interface EtsyOperatorApp extends EtsyApp {
  webhookSecret: string | null;
}

export interface EtsyDeps {
  /** Makes all calls. A guard may wrap `callOut`. */
  call(call: HttpCall): Promise<HttpAnswer>;
  origins: { api: URL; site: URL };
  /** The operator's app; null if there is none. Clients then enter the key of their own app. */
  app: EtsyOperatorApp | null;
  waits: PatientWaits;
  pageSize: number;
  clock: Clock;
}

/** Etsy itself, called directly. */
export const ETSY: Pick<EtsyDeps, 'call' | 'origins' | 'waits' | 'pageSize'> = {
  call: callOut,
  origins: { api: new URL('https://openapi.etsy.com'), site: new URL('https://www.etsy.com') },
  waits: { unknownMs: 1_000, mostMs: 10_000 },
  pageSize: 100,
};

/** One address for everything, where a double answers. */
export const etsyAt = (url: string): Pick<EtsyDeps, 'origins'> => ({
  origins: { api: new URL(url), site: new URL(url) },
});

/** The client's own app, or the operator's. */
export function appOf({ app }: EtsyDeps, { keystring, sharedSecret }: SourceSecrets): EtsyApp {
  if (keystring !== undefined && sharedSecret !== undefined) return { keystring, sharedSecret };
  if (app) return app;
  throw new SourceRefusedError(
    'credentials',
    'The keystring and the shared secret of the Etsy app are missing.',
  );
}
