import { type CommissionRule, commissionCents } from '@lading/contract/commission.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { areaOf, type Channel, firstMatch } from '@lading/contract/pricing/rule-conditions.ts';
import { extraByRule, priceByRule } from '@lading/contract/pricing/rule-effect.ts';
import type { Database } from '../../platform/db/database.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import type { PricedShipment } from './priced-shipment.ts';
import { selectPricing } from './pricing.store.ts';
import type { PricedBy } from './pricing.tables.ts';

interface LabelPrice {
  /** What the client pays. */
  cents: number;
  by: PricedBy;
  /** The position in the list, from 1; null for a commission. */
  rule: number | null;
  /** Null for a rule of the list. */
  commission: CommissionRule | null;
  /** What the client pays for each extra. Included in the price. */
  extras: { text: string; cents: number }[];
}

interface ClientPricing {
  version: number | null;
  priceOf(
    shipment: Pick<PricedShipment, 'recipient' | 'parcel'>,
    rate: CarrierRate,
    channel: Channel,
  ): LabelPrice;
}

/** The last version that was read. Versions never change, so it is valid as long as its number is in force. */
const known = new WeakMap<Database, { version: number; rules: readonly StoredRule[] }>();

/** How to price labels of a client, with one statement. */
export async function pricingFor(db: Database, userId: string, now: Date): Promise<ClientPricing> {
  const cached = known.get(db) ?? null;
  const pricing = await selectPricing(db, userId, now, cached?.version ?? null);
  const { version, commission, hasOwn, groupIds } = pricing;
  const rules = pricing.rules ?? (version === null ? [] : (cached?.rules ?? []));
  if (version !== null && pricing.rules) known.set(db, { version, rules });
  const priceOf: ClientPricing['priceOf'] = ({ recipient, parcel }, rate, channel) => {
    const position = firstMatch(rules, {
      clientId: userId,
      groupIds,
      carrier: rate.carrier,
      service: rate.service,
      area: areaOf(recipient),
      weightLb: parcel.weightLb,
      channel,
    });
    const rule = position === null ? undefined : rules[position - 1];
    return rule
      ? { ...priceOfRule(rule, rate), rule: position }
      : priceOfCommission(commission, hasOwn ? 'client' : 'global', rate);
  };
  return { version, priceOf };
}

const extrasOf = ({ lines }: Pick<CarrierRate, 'lines'>) => lines.filter(({ extra }) => extra);

function priceOfRule({ effect }: StoredRule, rate: CarrierRate): Omit<LabelPrice, 'rule'> {
  const { cents } = priceByRule(effect, rate.costCents);
  return { cents, by: 'rule', commission: null, extras: extrasByRule(effect, rate) };
}

function extrasByRule(
  effect: StoredRule['effect'],
  rate: Pick<CarrierRate, 'lines' | 'costCents'>,
): LabelPrice['extras'] {
  const price = priceByRule(effect, rate.costCents);
  return extrasOf(rate).map(({ text, cents }) => ({
    text,
    cents: extraByRule(effect, price, rate.costCents, cents),
  }));
}

/** A percentage applies to each extra, a flat commission only to the label as a whole. */
const extrasByCommission = (
  commission: CommissionRule,
  rate: Pick<CarrierRate, 'lines'>,
): LabelPrice['extras'] =>
  extrasOf(rate).map(({ text, cents }) => ({
    text,
    cents: commission.type === 'percentage' ? cents + commissionCents(commission, cents) : cents,
  }));

function priceOfCommission(commission: CommissionRule, by: PricedBy, rate: CarrierRate): LabelPrice {
  const cents = rate.costCents + commissionCents(commission, rate.costCents);
  return { cents, by, rule: null, commission, extras: extrasByCommission(commission, rate) };
}

/** What the client pays for each extra of a stored quote. */
export function pricedExtras({ carrier_rate: rate, rule, ...quote }: PricedQuote): LabelPrice['extras'] {
  if (rule) return extrasByRule(rule.effect, rate);
  const { commission_type: type, commission_value: value } = quote;
  return extrasByCommission({ type: type ?? 'percentage', value: value ?? 0 }, rate);
}

interface PricedQuote {
  carrier_rate: Pick<CarrierRate, 'lines' | 'costCents'>;
  commission_type: CommissionRule['type'] | null;
  commission_value: number | null;
  rule: StoredRule | null;
}
