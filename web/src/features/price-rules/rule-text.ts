import { countryName } from '@lading/contract/countries.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { nameSets } from '@lading/contract/pricing/country-sets.ts';
import type { PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { CHANNEL_NAMES, COPY, ENDING_NAMES, ZONE_NAMES } from './copy.ts';

/** Names for the ids and codes in rules. */
export interface RuleNames {
  client: (id: string) => string;
  group: (id: string) => string;
  service: (code: string) => string;
}

export function namesOf({
  clients,
  groups,
  services,
}: Pick<PriceRulesAnswer, 'clients' | 'groups' | 'services'>): RuleNames {
  const lookUp = (list: readonly { id: string; name: string }[], missing: string) => {
    const names = new Map(list.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? missing;
  };
  const carriersAndNames = services.map(({ code, carrier, name }) => ({
    id: code,
    name: `${carrier} ${name}`,
  }));
  const serviceNames = new Map(carriersAndNames.map(({ id, name }) => [id, name]));
  return {
    client: lookUp(clients, COPY.deletedClient),
    group: lookUp(groups, COPY.deletedGroup),
    service: (code) => serviceNames.get(code) ?? code,
  };
}

const MAX_NAMED = 4;
/** More countries or clients would fill the table. */
const listed = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : COPY.andMore(names.slice(0, MAX_NAMED - 1).join(', '), names.length - MAX_NAMED + 1);

/** One line per condition. */
export function conditionTexts({ conditions }: PriceRule, names: RuleNames): string[] {
  const { sets, rest } = nameSets(conditions.countries);
  const countries = rest.map((code) => countryName(code) ?? code);
  return [
    listed([...conditions.groups.map(names.group), ...conditions.clients.map(names.client)]),
    listed(conditions.carriers),
    listed(conditions.services.map(names.service)),
    listed([...conditions.zones.map((zone) => ZONE_NAMES[zone]), ...sets, ...countries]),
    weightText(conditions),
    listed(conditions.channels.map((channel) => CHANNEL_NAMES[channel])),
  ].filter(Boolean);
}

function weightText({ minWeight, maxWeight }: PriceRule['conditions']): string {
  if (minWeight !== null && maxWeight !== null) return `${minWeight} lb to under ${maxWeight} lb`;
  if (minWeight !== null) return `${minWeight} lb or more`;
  return maxWeight === null ? '' : `Under ${maxWeight} lb`;
}

const money = (dollars: number) => formatMoney(centsOf(Math.abs(dollars)));
const signed = (amount: number, text: string) => `${amount < 0 ? '−' : '+'} ${text}`;

/** 'Cost + 12% + $0.50', and one line per limit. */
export function effectTexts({ effect }: PriceRule): string[] {
  const { percent, flat, minMargin, maxMargin, belowCost, ending } = effect;
  const parts = [
    percent !== 0 && signed(percent, `${Math.abs(percent)}%`),
    flat !== 0 && signed(flat, money(flat)),
  ].filter((part) => part !== false);
  return [
    ['Cost', ...parts].join(' '),
    minMargin === null ? '' : `Margin at least ${money(minMargin)}`,
    maxMargin === null ? '' : `Margin at most ${money(maxMargin)}`,
    belowCost ? 'May be below cost' : '',
    ending === 'none' ? '' : `Rounded ${ENDING_NAMES[ending].replace(/^Up/, 'up').replace(/ \(.*/, '')}`,
  ].filter(Boolean);
}
