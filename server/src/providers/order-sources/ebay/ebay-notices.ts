import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { ago, hours, later, minutes } from '../../../platform/clock.ts';
import { jsonOf } from '../../../platform/outgoing/http-answers.ts';
import {
  type DeletionNotices,
  SourceRefusedError,
  SourceUnavailableError,
  type WebhookRequest,
} from '../port.ts';
import { PublicKeySchema } from './ebay-answers.ts';
import type { EbayDeps, EbayOperatorApp } from './ebay-deps.ts';
import { requestToken } from './ebay-tokens.ts';

const TOPIC = 'MARKETPLACE_ACCOUNT_DELETION';
const SCOPE = 'https://api.ebay.com/oauth/api_scope';
const KEY_FOR_MS = hours(1);
/** The pause after a known key could not be fetched again. */
const RETRY_MS = minutes(5);
/** Anyone can name keys that do not exist, and each one costs a call. One caller must not use up the calls of the others. */
const MAX_UNKNOWN_KEYS_PER_HOUR = 120;
const MAX_UNKNOWN_KEYS_PER_CALLER = 6;
const DIGESTS: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256' };

const SignatureSchema = z.object({
  kid: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  signature: z.string(),
});
const NoticeSchema = z.object({
  metadata: z.object({ topic: z.string() }),
  notification: z.object({
    data: z.object({ username: z.nullish(z.string()), userId: z.nullish(z.string()) }),
  }),
});

interface NoticeKey {
  key: KeyObject;
  digest: string;
  refreshAt: Date;
}

/** eBay notifies apps of deleted accounts. Each app must erase the data that it stores about them. */
export class EbayNotices implements DeletionNotices {
  readonly #deps: EbayDeps;
  readonly #app: EbayOperatorApp;
  readonly #token: string;
  readonly #keys = new Map<string, NoticeKey>();
  #unknownKeys: { at: Date; caller: string }[] = [];

  constructor(deps: EbayDeps, app: EbayOperatorApp, verificationToken: string) {
    this.#deps = deps;
    this.#app = app;
    this.#token = verificationToken;
  }

  answerChallenge(code: string, endpoint: string): string {
    return createHash('sha256').update(code).update(this.#token).update(endpoint).digest('hex');
  }

  async readNotice({ headers, body }: WebhookRequest, caller: string): Promise<string[]> {
    const signature = SignatureSchema.safeParse(decoded(headers['x-ebay-signature']));
    if (!signature.success) throw wrongSignature();
    const { key, digest } = await this.#keyOf(signature.data.kid, caller);
    if (!verify(digest, body, key, Buffer.from(signature.data.signature, 'base64'))) throw wrongSignature();
    const notice = NoticeSchema.safeParse(jsonOf({ body }));
    if (!notice.success || notice.data.metadata.topic !== TOPIC) return [];
    const { username, userId } = notice.data.notification.data;
    // Orders have one or the other.
    return [username, userId].filter((name): name is string => Boolean(name));
  }

  async #keyOf(kid: string, caller: string): Promise<NoticeKey> {
    const known = this.#keys.get(kid);
    if (!known) {
      this.#countUnknownKey(caller);
      return this.#fetchKey(kid);
    }
    const now = this.#deps.clock.now();
    if (known.refreshAt > now) return known;
    // Before the call, so that many notices cause only one.
    known.refreshAt = later(now, RETRY_MS);
    return this.#fetchKey(kid).catch((error: unknown) => {
      if (this.#keys.has(kid)) return known;
      throw error;
    });
  }

  async #fetchKey(kid: string): Promise<NoticeKey> {
    const { call, origins, clock } = this.#deps;
    const grant = { grant_type: 'client_credentials', scope: SCOPE };
    const { accessToken } = await requestToken(this.#deps, this.#app, grant);
    const url = new URL(`/commerce/notification/v1/public_key/${kid}`, origins.api);
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    const answer = await call({ method: 'GET', url, headers, withinMs: 20_000, mostBytes: 64 * 1024 }).catch(
      (cause: unknown) => {
        throw new SourceUnavailableError('eBay did not answer.', null, { cause });
      },
    );
    if (answer.status === 400 || answer.status === 404) {
      this.#keys.delete(kid);
      throw wrongSignature();
    }
    const parsed = PublicKeySchema.safeParse(answer.status === 200 ? jsonOf(answer) : undefined);
    if (!parsed.success)
      throw new SourceUnavailableError(`eBay answered a request for a key with status ${answer.status}.`);
    const digest = DIGESTS[parsed.data.digest.toUpperCase()];
    if (!digest) throw new SourceUnavailableError('eBay signed the notice with an unsupported digest.');
    const made = { key: publicKeyOf(parsed.data.key), digest, refreshAt: later(clock.now(), KEY_FOR_MS) };
    this.#keys.set(kid, made);
    return made;
  }

  #countUnknownKey(caller: string): void {
    const { clock } = this.#deps;
    this.#unknownKeys = this.#unknownKeys.filter(({ at }) => at > ago(clock, hours(1)));
    const ofCaller = this.#unknownKeys.filter((each) => each.caller === caller).length;
    if (this.#unknownKeys.length >= MAX_UNKNOWN_KEYS_PER_HOUR || ofCaller >= MAX_UNKNOWN_KEYS_PER_CALLER)
      throw new SourceUnavailableError('Too many notices with unknown keys.');
    this.#unknownKeys.push({ at: clock.now(), caller });
  }
}

const wrongSignature = () => new SourceRefusedError('credentials', 'The signature of the notice is wrong.');

function decoded(header: string | string[] | undefined): unknown {
  return typeof header === 'string' ? jsonOf({ body: Buffer.from(header, 'base64') }) : undefined;
}

/** eBay leaves out the line breaks of the PEM format. */
function publicKeyOf(text: string): KeyObject {
  const base64 = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----|\s/g, '');
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ec') return key;
  } catch (cause) {
    throw new SourceUnavailableError('eBay returned an unreadable key.', null, { cause });
  }
  throw new SourceUnavailableError('eBay returned a key of an unsupported type.');
}
