import type { StoredCard } from '@lading/contract/balance.ts';
import { days, later } from '../../platform/clock.ts';
import type { StoredCardRow } from './stored-cards.store.ts';

/** How long before a card expires the client gets an email. */
export const EXPIRY_NOTICE_MS = days(30);

type Expiry = Pick<StoredCardRow, 'exp_month' | 'exp_year'>;

/** A card is valid to the end of its month. */
const expiresAt = ({ exp_month: month, exp_year: year }: Expiry) => new Date(Date.UTC(year, month, 1));

const hasExpired = (card: Expiry, now: Date): boolean => expiresAt(card) <= now;

/** Whether the card may be charged. */
export const isUsable = (card: StoredCardRow, now: Date): boolean =>
  card.refused_at === null && !hasExpired(card, now);

export const toStoredCard = (card: StoredCardRow, now: Date): StoredCard => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  isDefault: card.is_default,
  status: statusOf(card, now),
});

function statusOf(card: StoredCardRow, now: Date): StoredCard['status'] {
  if (card.refused_at !== null) return 'refused';
  if (hasExpired(card, now)) return 'expired';
  return expiresAt(card) < later(now, EXPIRY_NOTICE_MS) ? 'expiring' : 'usable';
}
