import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { CA_PROVINCES, US_STATES } from '@lading/contract/regions.ts';

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const codeIn = (regions: typeof US_STATES, text: string) =>
  regions.find(({ code, name }) => same(code, text) || same(name, text))?.code;
export const regionCode = (text: string) =>
  codeIn([...US_STATES, ...CA_PROVINCES], text) ?? text.toLowerCase();

/** A code of a state or province is one only in its own country. */
export function regionCodeIn(country: string, text: string): string {
  const own = { US: US_STATES, CA: CA_PROVINCES }[country] ?? [];
  return codeIn(own, text) ?? text.toLowerCase();
}

const isAboutCountry = ({ field }: RuleCondition) => field === 'country';

/** Whether a condition about the country must hold together with those of this group. */
export function isInNamedCountry(rule: OrderRule, group: number): boolean {
  return rule.groups.some(({ match, conditions }, index) => {
    const joins = index === group ? match : rule.match;
    return joins === 'all' && conditions.some(isAboutCountry);
  });
}
