import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time of a delivery may differ from ours. */
const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

interface SignedDelivery {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Whether a delivery is signed by the rules of Standard Webhooks 1.0.0, and recent. */
export function isStandardWebhook({ headers, body }: SignedDelivery, secret: string, now: Date): boolean {
  const key = keyOf(secret);
  const id = textOf(headers['webhook-id']);
  const timestamp = textOf(headers['webhook-timestamp']);
  if (!key || id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return textOf(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const [version, value = ''] = signature.split(',');
      const given = Buffer.from(value, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** The secret in base64, with or without its prefix. Node ignores what is not base64, so it is checked first. */
function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return isBase64 ? Buffer.from(text, 'base64') : null;
}
