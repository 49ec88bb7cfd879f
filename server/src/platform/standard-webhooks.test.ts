import { expect, it } from 'vitest';
import { readOutsideJson } from '../../test/outside/outside.ts';
import { isStandardWebhook } from './standard-webhooks.ts';

const { standardWebhooks: VECTOR } = readOutsideJson<{
  standardWebhooks: {
    secret: string;
    id: string;
    timestamp: number;
    payload: string;
    signature: string;
    wrongSignaturesFromTheSuites: string[];
  };
}>('marketplace-signatures.json');
const HEADERS = {
  'webhook-id': VECTOR.id,
  'webhook-timestamp': String(VECTOR.timestamp),
  'webhook-signature': VECTOR.signature,
};
const check = (
  headers: Partial<Record<keyof typeof HEADERS, string>>,
  { secret = VECTOR.secret, payload = VECTOR.payload, ahead = 0 } = {},
) =>
  isStandardWebhook(
    { headers: { ...HEADERS, ...headers }, body: Buffer.from(payload) },
    secret,
    new Date((VECTOR.timestamp + ahead) * 1000),
  );

it('accepts the published deliveries', () => {
  expect(check({})).toBe(true);
  expect(check({}, { secret: VECTOR.secret.replace('whsec_', '') })).toBe(true);
  expect(check({ 'webhook-signature': `v1,AAAA v2,xx ${VECTOR.signature}` })).toBe(true);
  for (const ahead of [-300, 300]) expect(check({}, { ahead })).toBe(true);
});

it('refuses all other deliveries', () => {
  for (const signature of VECTOR.wrongSignaturesFromTheSuites)
    expect(check({ 'webhook-signature': signature }), signature).toBe(false);
  for (const name of Object.keys(HEADERS)) expect(check({ [name]: '' }), name).toBe(false);
  expect(check({ 'webhook-timestamp': 'soon' })).toBe(false);
  for (const ahead of [-301, 301]) expect(check({}, { ahead })).toBe(false);
  for (const secret of ['', 'whsec_', `${VECTOR.secret}x`, 'whsec_not base64!'])
    expect(check({}, { secret }), secret).toBe(false);
  expect(check({}, { payload: `${VECTOR.payload} ` })).toBe(false);
});
