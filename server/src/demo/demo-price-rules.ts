import { COUNTRY_SETS } from '@lading/contract/pricing/country-sets.ts';
import { AT_COST, EVERY_LABEL } from '@lading/contract/pricing/price-rules.ts';
import { addClientGroup } from '../domains/pricing/client-groups.ts';
import { savePriceDraft } from '../domains/pricing/edit-price-draft.ts';
import { publishPriceDraft } from '../domains/pricing/publish-price-rules.ts';
import type { Actor } from '../platform/actor.ts';
import { days, later } from '../platform/clock.ts';
import { selectAccountId } from './demo.store.ts';
import type { DemoShipmentDeps, DemoShop } from './demo-shipments.ts';

const PUBLISHED_AGO_MS = days(21);

/** A client group and a first version of price rules, three weeks ago: later demo labels are priced by them. */
export async function addDemoPriceRules(
  running: DemoShipmentDeps,
  adminEmail: string,
  shops: readonly DemoShop[],
): Promise<void> {
  const userId = await selectAccountId(running.db, adminEmail);
  if (!userId) return;
  const at = later(running.clock.now(), -PUBLISHED_AGO_MS);
  const deps = { ...running, clock: { now: () => at } };
  const admin: Actor = { userId, role: 'admin', ip: '203.0.113.10', requestId: null };
  const members = shops.slice(3, 6).map((shop) => shop.userId);
  const group = await addClientGroup(deps, admin, { name: 'Wholesale', clients: members });
  const europe = COUNTRY_SETS.find(({ name }) => name === 'European Union')?.countries ?? [];
  const { draft } = await savePriceDraft(deps, admin, {
    revision: null,
    rules: [
      {
        name: 'Wholesale',
        conditions: { ...EVERY_LABEL, groups: [group.id] },
        effect: { ...AT_COST, percent: 10, minMargin: 0.8, ending: '05' },
      },
      {
        name: 'EU over 2 lb',
        conditions: { ...EVERY_LABEL, countries: [...europe], minWeight: 2 },
        effect: { ...AT_COST, percent: 16, flat: 0.5, ending: '05' },
      },
      {
        name: 'Heavy domestic',
        conditions: { ...EVERY_LABEL, zones: ['domestic'], minWeight: 20 },
        effect: { ...AT_COST, percent: 11, maxMargin: 25 },
      },
    ],
  });
  await publishPriceDraft(deps, admin, { revision: draft.revision, from: null, note: 'First price rules' });
}
