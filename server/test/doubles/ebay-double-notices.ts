import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import type { Clock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import type { DoubleAnswer } from './double-server.ts';
import { ebayError } from './ebay-double-oauth.ts';

export const EBAY_VERIFICATION_TOKEN = '71745723-d031-455c-bfa5-f90d11b4f20a_xxxx';
const KID = '9936261a-7d7b-4621-a0f1-964a3b2e1f57';

/** Notices about deleted accounts, signed with ECDSA. */
export class EbayDoubleNotices {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  readonly #clock: Clock;
  #isWithdrawn = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Without line breaks, as eBay returns it. */
  publicKey(kid: string): DoubleAnswer {
    if (kid !== KID || this.#isWithdrawn) return ebayError(404, 195_017, 'The public key was not found.');
    const key = this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '');
    return { status: 200, body: { algorithm: 'ECDSA', digest: 'SHA1', key } };
  }

  /** Notices are still signed with it. */
  withdrawKey(): void {
    this.#isWithdrawn = true;
  }

  delivery(
    data: { username?: string; userId?: string },
    { topic = 'MARKETPLACE_ACCOUNT_DELETION', kid = KID } = {},
  ) {
    const at = this.#clock.now().toISOString();
    const body = JSON.stringify({
      metadata: { topic, schemaVersion: '1.0', deprecated: false },
      notification: {
        notificationId: newId(),
        eventDate: at,
        publishDate: at,
        publishAttemptCount: 1,
        data: { eiasToken: 'nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnYCoAZKDqQWdj6x9nY+seQ==', ...data },
      },
    });
    const signature = createSign('SHA1').update(body).sign(this.#keys.privateKey).toString('base64');
    const header = Buffer.from(JSON.stringify({ alg: 'ecdsa', kid, signature, digest: 'SHA1' })).toString(
      'base64',
    );
    return {
      headers: { 'content-type': 'application/json', 'x-ebay-signature': header },
      body: Buffer.from(body),
    };
  }

  /** Asks an endpoint to prove that it belongs to the app. */
  async challenge(endpoint: string, get: (query: string) => Promise<unknown>): Promise<boolean> {
    const code = newId();
    const answer = (await get(`challenge_code=${code}`)) as { challengeResponse?: string };
    const expected = createHash('sha256')
      .update(`${code}${EBAY_VERIFICATION_TOKEN}${endpoint}`)
      .digest('hex');
    return answer.challengeResponse === expected;
  }
}
