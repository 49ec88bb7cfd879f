import type { PriceDraft, PriceRulesAnswer, PriceVersion } from '@lading/contract/pricing/price-lists.ts';
import { AT_COST, EVERY_LABEL, type PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { PRICE_ENDINGS } from '@lading/contract/pricing/rule-effect.ts';
import { API, path } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { call, type Shop } from './shipping.ts';

interface RuleChanges {
  name?: string;
  conditions?: Partial<PriceRule['conditions']>;
  effect?: Partial<PriceRule['effect']>;
}

/** A rule for all labels that changes no price, with the given changes. */
export const aRule = ({ name = 'A rule', conditions = {}, effect = {} }: RuleChanges = {}): PriceRule => ({
  name,
  conditions: { ...EVERY_LABEL, ...conditions },
  effect: { ...AT_COST, ...effect },
});

export async function priceRules(test: TestApp, operator: Shop): Promise<PriceRulesAnswer> {
  const answer = await call(test, operator, 'GET', API.adminPriceRules);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export const putDraft = (test: TestApp, operator: Shop, revision: string | null, rules: readonly object[]) =>
  call(test, operator, 'PUT', API.adminPriceDraft, { revision, rules });

/** Starts or replaces the draft. */
export async function saveDraft(
  test: TestApp,
  operator: Shop,
  rules: readonly PriceRule[],
): Promise<PriceDraft> {
  const { draft } = await priceRules(test, operator);
  const answer = await putDraft(test, operator, draft?.revision ?? null, rules);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().draft;
}

export async function publish(
  test: TestApp,
  operator: Shop,
  rules: readonly PriceRule[],
  from: string | null = null,
): Promise<PriceVersion> {
  const { revision } = await saveDraft(test, operator, rules);
  const answer = await call(test, operator, 'POST', API.adminPublishPriceDraft, { revision, from });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().version;
}

export const publishAgain = (test: TestApp, operator: Shop, number: number, from: string | null = null) =>
  call(test, operator, 'POST', path(API.adminPublishPriceVersion, { number }), { from });

/** Up to three rules that often match, with every kind of effect. */
export function randomRules(random: () => number, clients: readonly string[]): PriceRule[] {
  const upTo = (limit: number) => Math.floor(random() * limit);
  const cents = (limit: number) => upTo(limit) / 100;
  return Array.from({ length: upTo(4) }, (_, index) => {
    const minMargin = random() < 0.3 ? cents(200) : null;
    return aRule({
      name: `Rule ${index + 1}`,
      conditions: {
        clients: random() < 0.5 ? clients.filter(() => random() < 0.5) : [],
        zones: random() < 0.3 ? ['international'] : [],
        minWeight: random() < 0.2 ? 1 : null,
      },
      effect: {
        percent: cents(8_000) - 30,
        flat: random() < 0.5 ? cents(400) - 1 : 0,
        minMargin,
        maxMargin: random() < 0.3 ? (minMargin ?? 0) + cents(500) : null,
        belowCost: random() < 0.5,
        ending: PRICE_ENDINGS[upTo(PRICE_ENDINGS.length)] ?? 'none',
      },
    });
  });
}
