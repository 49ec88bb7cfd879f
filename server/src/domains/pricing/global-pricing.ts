import { type CommissionRule, commissionValueOf, markupAmountOf } from '@lading/contract/commission.ts';
import {
  type GlobalPricingAnswer,
  type GlobalPricingBody,
  IMPACT_DAYS,
  type PricingImpact,
  type PricingImpactQuery,
} from '@lading/contract/global-pricing.ts';
import type { Actor } from '../../platform/actor.ts';
import { ago, type Clock, days } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import {
  compareRules,
  countClientsByRule,
  lockGlobalRule,
  selectGlobalRule,
  updateGlobalRule,
} from './commission.store.ts';
import { formatCommission } from './format-commission.ts';

export interface PricingDeps {
  db: Database;
  clock: Clock;
}

const answer = (rule: CommissionRule, updatedAt: Date): GlobalPricingAnswer => ({
  globalPricing: {
    markupType: rule.type,
    markupAmount: markupAmountOf(rule),
    updatedAt: updatedAt.toISOString(),
  },
});

const ruleOf = ({ markupType, markupAmount }: GlobalPricingBody): CommissionRule => ({
  type: markupType,
  value: commissionValueOf(markupAmount),
});

export async function showGlobalPricing({ db }: PricingDeps): Promise<GlobalPricingAnswer> {
  const rule = await selectGlobalRule(db);
  return answer(rule, rule.updated_at);
}

/** Applies to new quotes of clients without their own commission. */
export async function changeGlobalPricing(
  { db, clock }: PricingDeps,
  admin: Actor,
  body: GlobalPricingBody,
): Promise<GlobalPricingAnswer> {
  const rule = ruleOf(body);
  const now = clock.now();
  await transaction(db, async (trx) => {
    const before = await lockGlobalRule(trx);
    await updateGlobalRule(trx, rule, now);
    await recordEvent(trx, clock, admin, {
      type: 'UPDATE_PRICING',
      status: 'success',
      userId: admin.userId,
      userRole: admin.role,
      details: { before: formatCommission(before), after: formatCommission(rule) },
    });
  });
  return answer(rule, now);
}

export async function showPricingImpact(
  { db, clock }: PricingDeps,
  query: PricingImpactQuery,
): Promise<PricingImpact> {
  const since = ago(clock, days(IMPACT_DAYS));
  const [clients, saved] = await Promise.all([countClientsByRule(db), selectGlobalRule(db)]);
  const cents = await compareRules(db, since, saved, ruleOf(query));
  return {
    clientsOnGlobal: clients.global,
    clientsOnCustom: clients.custom,
    shipments: cents.shipments,
    now: cents.now / 100,
    after: cents.after / 100,
    monthlyImpact: (cents.after - cents.now) / 100,
  };
}
