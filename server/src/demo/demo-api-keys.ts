import { recordEvent } from '../domains/audit/record-event.ts';
import { insertApiKey } from '../domains/identity/api-keys.store.ts';
import type { IdentityDeps } from '../domains/identity/identity.deps.ts';
import { newApiKey } from '../domains/identity/manage-api-keys.ts';
import { days, later, minutes } from '../platform/clock.ts';
import { transaction } from '../platform/db/database.ts';
import type { DemoShop } from './demo-shipments.ts';

/** The first client's programs. Nobody has the keys, so they work nowhere. */
const KEYS = [
  { name: 'Wholesale portal', scope: 'orders', ageDays: 33, usedMinutesAgo: 25 },
  { name: 'Warehouse label printer', scope: 'labels', ageDays: 12, usedMinutesAgo: 190 },
] as const;

export async function addDemoApiKeys(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  [shop]: readonly DemoShop[],
): Promise<void> {
  if (!shop) return;
  const now = clock.now();
  const origin = { ip: '203.0.113.20', requestId: null };
  await transaction(db, async (trx) => {
    for (const { ageDays, usedMinutesAgo, ...body } of KEYS) {
      const createdAt = later(now, -days(ageDays));
      const { stored } = newApiKey(shop.userId, body, createdAt);
      await insertApiKey(trx, { ...stored, last_used_at: later(now, -minutes(usedMinutesAgo)) });
      await recordEvent(trx, { now: () => createdAt }, origin, {
        type: 'API_KEY_CREATED',
        status: 'success',
        userId: shop.userId,
        userRole: 'client',
        details: { apiKeyId: stored.id, scope: body.scope },
      });
    }
  });
}
