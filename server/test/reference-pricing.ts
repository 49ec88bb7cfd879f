import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import type { PricedLabel, RuleConditions } from '@lading/contract/pricing/rule-conditions.ts';
import type { RuleEffect } from '@lading/contract/pricing/rule-effect.ts';

/**
 * A second, slow implementation of price rules, written from the description alone, to compare with the real one. Counts
 * in millionths of a cent and tries one cent after another.
 */

const MILLION = 1_000_000n;
const TERRITORIES = 'AS FM GU MH MP PR PW VI'.split(' ');

function isPlace({ zones, countries }: RuleConditions, area: string): boolean {
  if (zones.length === 0 && countries.length === 0) return true;
  for (const country of countries) if (country === area) return true;
  for (const zone of zones) {
    if (zone === 'domestic' && area === 'US') return true;
    if (zone === 'territories' && TERRITORIES.includes(area)) return true;
    if (zone === 'international' && area !== 'US' && !TERRITORIES.includes(area)) return true;
  }
  return false;
}

function isClient({ clients, groups }: RuleConditions, { clientId, groupIds }: PricedLabel): boolean {
  if (clients.length === 0 && groups.length === 0) return true;
  for (const id of clients) if (id === clientId) return true;
  for (const group of groups) for (const own of groupIds) if (group === own) return true;
  return false;
}

function applies(conditions: RuleConditions, label: PricedLabel): boolean {
  if (!isClient(conditions, label)) return false;
  if (!isPlace(conditions, label.area)) return false;
  if (conditions.carriers.length > 0 && !conditions.carriers.some((one) => one === label.carrier))
    return false;
  if (conditions.services.length > 0 && !conditions.services.some((one) => one === label.service))
    return false;
  if (conditions.channels.length > 0 && !conditions.channels.some((one) => one === label.channel))
    return false;
  if (conditions.minWeight !== null && label.weightLb < conditions.minWeight) return false;
  return !(conditions.maxWeight !== null && label.weightLb >= conditions.maxWeight);
}

/** Rounds half up by looking for the cent that is nearest. */
function nearestCent(millionths: bigint): bigint {
  let cent = millionths / MILLION - 2n;
  while ((cent + 1n) * MILLION - MILLION / 2n <= millionths) cent += 1n;
  return cent;
}

export function referencePrice(effect: RuleEffect, costCents: number): number {
  const cost = BigInt(costCents);
  const share = cost * MILLION * BigInt(effect.basisPoints);
  // Basis points are ten-thousandths, so this division is exact.
  let price = nearestCent(cost * MILLION + share / 10_000n) + BigInt(effect.flatCents);
  const { minMarginCents: min, maxMarginCents: max } = effect;
  if (min !== null && price < cost + BigInt(min)) price = cost + BigInt(min);
  if (max !== null && price > cost + BigInt(max)) price = cost + BigInt(max);
  if (!effect.belowCost && price < cost) price = cost;
  if (price < 1n) price = 1n;
  const { ending } = effect;
  if (ending === 'none') return Number(price);
  // `05` and `09` name the last digit, `00` and `99` the last two.
  const wanted = ending === '05' || ending === '09' ? ending.slice(1) : ending;
  while (!price.toString().padStart(3, '0').endsWith(wanted)) price += 1n;
  return Number(price);
}

/** Null if no rule matches. */
export function referenceQuote(
  rules: readonly StoredRule[],
  label: PricedLabel,
  costCents: number,
): { position: number; cents: number } | null {
  let position = 0;
  for (const { conditions, effect } of rules) {
    position += 1;
    if (applies(conditions, label)) return { position, cents: referencePrice(effect, costCents) };
  }
  return null;
}
