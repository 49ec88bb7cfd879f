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

const namesCountry = ({ field, op }: RuleCondition) => field === 'country' && op === 'is';

/** Whether an order can match by this group only in a country that the rule names. */
export function isInNamedCountry(rule: OrderRule, group: number): boolean {
  return rule.groups.some(({ match, conditions }, index) => {
    if (index !== group && rule.match === 'any') return false;
    return match === 'all' ? conditions.some(namesCountry) : conditions.every(namesCountry);
  });
}
