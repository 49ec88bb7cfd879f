import { timingSafeEqual } from 'node:crypto';
import { digest, newId } from '../../../platform/ids.ts';
import type { Intent } from '../port.ts';
import type { StoredIntent } from './gateway-journal.ts';

export const newGatewayId = (prefix: string) => `${prefix}_test_${newId().replaceAll('-', '')}`;

/** Compares digests in constant time, so timing reveals nothing about the secret. */
export const isSame = (secret: string, given: string) => timingSafeEqual(digest(secret), digest(given));

export const toIntent = (stored: StoredIntent): Intent => ({
  intentId: stored.intentId,
  key: stored.key,
  clientSecret: stored.clientSecret,
  amountCents: stored.amountCents,
  currency: stored.currency,
  status: stored.status,
  lastError: stored.lastError,
  ...(stored.paidWith ? { paidWith: stored.paidWith } : {}),
});
