import type { Clock } from '../../../platform/clock.ts';
import { callOut, type HttpAnswer, type HttpCall } from '../../../platform/outgoing/http-call.ts';
import type { PatientWaits } from '../../../platform/outgoing/patient-call.ts';
import { SourceRefusedError, type SourceSecrets } from '../port.ts';

/** An app that is registered with eBay. `ruName` is eBay's name for the address that sellers come back to. */
export interface EbayApp {
  clientId: string;
  clientSecret: string;
  ruName: string;
}

/** The operator's app. With the token, it also receives notices about deleted accounts. */
export interface EbayOperatorApp extends EbayApp {
  verificationToken: string | null;
}

export interface EbayDeps {
  /** Makes all calls. A guard may wrap `callOut`. */
  call(call: HttpCall): Promise<HttpAnswer>;
  origins: { api: URL; identity: URL; auth: URL };
  /** The operator's app; null if there is none. Clients then enter the keys of their own app. */
  app: EbayOperatorApp | null;
  waits: PatientWaits;
  pageSize: number;
  clock: Clock;
}

/** eBay itself, called directly. */
export const EBAY: Pick<EbayDeps, 'call' | 'origins' | 'waits' | 'pageSize'> = {
  call: callOut,
  origins: {
    api: new URL('https://api.ebay.com'),
    identity: new URL('https://apiz.ebay.com'),
    auth: new URL('https://auth.ebay.com'),
  },
  waits: { unknownMs: 1_000, mostMs: 10_000 },
  pageSize: 200,
};

/** eBay's own sandbox. */
export const EBAY_SANDBOX: Pick<EbayDeps, 'origins'> = {
  origins: {
    api: new URL('https://api.sandbox.ebay.com'),
    identity: new URL('https://apiz.sandbox.ebay.com'),
    auth: new URL('https://auth.sandbox.ebay.com'),
  },
};

/** One address for everything, where a double answers. */
export const ebayAt = (url: string): Pick<EbayDeps, 'origins'> => ({
  origins: { api: new URL(url), identity: new URL(url), auth: new URL(url) },
});

/** The client's own app, or the operator's. */
export function appOf({ app }: EbayDeps, { clientId, clientSecret, ruName }: SourceSecrets): EbayApp {
  if (clientId !== undefined && clientSecret !== undefined && ruName !== undefined)
    return { clientId, clientSecret, ruName };
  if (app) return app;
  throw new SourceRefusedError(
    'credentials',
    'The client ID, client secret and RuName of the eBay app are missing.',
  );
}
