import * as z from 'zod/mini';
import { type Clock, later } from '../clock.ts';

type Secrets = Readonly<Record<string, string>>;

/** Gives access to the stored secrets of an account. */
interface SecretsHolder {
  secrets: Secrets;
  /** Stores new secrets before they are used. Only one process at a time renews; it gets the newest secrets. */
  renew(make: (current: Secrets) => Promise<Secrets>): Promise<Secrets>;
}

/** Long enough for the longest call and its waits. */
const RENEW_BEFORE_EXPIRY_MS = 5 * 60_000;

/** Access tokens of OAuth 2.0 that expire, in the secrets `accessToken`, `accessTokenEndsAt` and `refreshToken`. */
export class OAuthTokens<Holder extends SecretsHolder = SecretsHolder> {
  readonly #clock: Clock;
  readonly #request: (current: Secrets, holder: Holder) => Promise<Secrets>;
  /** Renewed secrets: `holder.secrets` never changes. */
  readonly #renewed = new WeakMap<Holder, Secrets>();

  /** `request` exchanges the refresh token, or another grant, for new secrets. */
  constructor(clock: Clock, request: (current: Secrets, holder: Holder) => Promise<Secrets>) {
    this.#clock = clock;
    this.#request = request;
  }

  secretsOf(holder: Holder): Secrets {
    return this.#renewed.get(holder) ?? holder.secrets;
  }

  async current(holder: Holder): Promise<string> {
    const secrets = this.secretsOf(holder);
    const { accessToken = '' } = secrets;
    const left = this.#timeLeft(secrets);
    if (accessToken !== '' && left > RENEW_BEFORE_EXPIRY_MS) return accessToken;
    try {
      return await this.replace(holder, accessToken);
    } catch (error) {
      if (accessToken !== '' && left > 0) return accessToken;
      throw error;
    }
  }

  /** After a token was refused. */
  async replace(holder: Holder, refused: string): Promise<string> {
    const secrets = await holder.renew(async (current) => {
      // Another process may have renewed the token already.
      const { accessToken = '' } = current;
      if (accessToken !== '' && accessToken !== refused && this.#timeLeft(current) > 0) return current;
      return { ...current, ...(await this.#request(current, holder)) };
    });
    this.#renewed.set(holder, secrets);
    return secrets.accessToken ?? '';
  }

  #timeLeft({ accessTokenEndsAt }: Secrets): number {
    if (accessTokenEndsAt === undefined) return Number.POSITIVE_INFINITY;
    return Date.parse(accessTokenEndsAt) - this.#clock.now().getTime();
  }
}

const TokenSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.nullish(z.number()),
  refresh_token: z.nullish(z.string()),
  refresh_token_expires_in: z.nullish(z.number()),
});

/** The secrets in the answer of a token endpoint; null if it is not a token response. */
export function tokenSecretsOf(answer: unknown, now: Date): Secrets | null {
  const parsed = TokenSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { access_token, expires_in, refresh_token, refresh_token_expires_in } = parsed.data;
  const endOf = (seconds: number) => later(now, seconds * 1000).toISOString();
  return {
    accessToken: access_token,
    ...(expires_in ? { accessTokenEndsAt: endOf(expires_in) } : {}),
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(refresh_token_expires_in ? { refreshTokenEndsAt: endOf(refresh_token_expires_in) } : {}),
  };
}
