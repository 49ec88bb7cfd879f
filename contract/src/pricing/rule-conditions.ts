import { type CustomsPlace, customsArea } from '../customs/needs-customs.ts';
import type { Carrier } from '../parcel.ts';
import { US_TERRITORIES } from '../regions.ts';

/** Which labels a price rule applies to. */

export const ZONES = ['domestic', 'territories', 'international'] as const;
export type Zone = (typeof ZONES)[number];

/** How the client asked for the price. */
export const CHANNELS = ['label', 'batch'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Each list is empty if it does not matter. */
export interface RuleConditions {
  /** A client matches if it is listed or in one of the groups. */
  clients: readonly string[];
  groups: readonly string[];
  carriers: readonly Carrier[];
  services: readonly string[];
  /** A destination matches by its zone or its country. */
  zones: readonly Zone[];
  countries: readonly string[];
  /** Pounds. A parcel of exactly this weight matches. */
  minWeight: number | null;
  /** Pounds. A parcel of exactly this weight does not match. */
  maxWeight: number | null;
  channels: readonly Channel[];
}

/** What the conditions look at. */
export interface PricedLabel {
  clientId: string;
  groupIds: readonly string[];
  carrier: string;
  service: string;
  /** `US`, a US territory or a country: what `customsArea` returns. */
  area: string;
  weightLb: number;
  channel: Channel;
}

export const areaOf = (place: CustomsPlace): string => customsArea(place);

/** Military addresses are domestic. */
function zoneOf(area: string): Zone {
  if (area === 'US') return 'domestic';
  return US_TERRITORIES.has(area) ? 'territories' : 'international';
}

const isIn = <T>(list: readonly T[], value: unknown): boolean =>
  list.length === 0 || list.includes(value as T);

const matchesClient = ({ clients, groups }: RuleConditions, { clientId, groupIds }: PricedLabel): boolean =>
  (clients.length === 0 && groups.length === 0) ||
  clients.includes(clientId) ||
  groups.some((group) => groupIds.includes(group));

const matchesPlace = ({ zones, countries }: RuleConditions, { area }: PricedLabel): boolean =>
  (zones.length === 0 && countries.length === 0) || countries.includes(area) || zones.includes(zoneOf(area));

const matchesWeight = ({ minWeight, maxWeight }: RuleConditions, { weightLb }: PricedLabel): boolean =>
  (minWeight === null || weightLb >= minWeight) && (maxWeight === null || weightLb < maxWeight);

/** All conditions must be met. */
export const matchesRule = (conditions: RuleConditions, label: PricedLabel): boolean =>
  isIn(conditions.carriers, label.carrier) &&
  isIn(conditions.services, label.service) &&
  isIn(conditions.channels, label.channel) &&
  matchesWeight(conditions, label) &&
  matchesPlace(conditions, label) &&
  matchesClient(conditions, label);

/** The position of the first rule that matches, from 1. Null if the client's or the global commission applies. */
export function firstMatch(
  rules: readonly { conditions: RuleConditions }[],
  label: PricedLabel,
): number | null {
  const index = rules.findIndex(({ conditions }) => matchesRule(conditions, label));
  return index < 0 ? null : index + 1;
}
