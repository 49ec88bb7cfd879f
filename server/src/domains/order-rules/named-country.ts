import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { ConditionGroup } from '@lading/contract/orders/rule-conditions.ts';

type Conditions = Pick<OrderRule, 'match' | 'groups'>;

/** Whether an order that matches the group is in a country that the group names. */
function requiresCountry({ match, conditions }: ConditionGroup): boolean {
  const named = conditions.filter(({ field, op }) => field === 'country' && op === 'is').length;
  return named > 0 && (match === 'all' || named === conditions.length);
}

/** Whether an order that matches the rule by this group is in a country that the rule names. Then the group's regions are those of that country. */
export const isInNamedCountry = ({ match, groups }: Conditions, group: ConditionGroup): boolean =>
  requiresCountry(group) ||
  (match === 'all' && groups.some((other) => other !== group && requiresCountry(other)));

const aboutRegions = ({ conditions }: ConditionGroup) => conditions.some(({ field }) => field === 'region');

/** Whether equal conditions about regions match the same orders in both rules. */
export function haveSameRegions(rule: Conditions, other: Conditions): boolean {
  const scopes = [rule, other].flatMap((each) =>
    each.groups.filter(aboutRegions).map((group) => isInNamedCountry(each, group)),
  );
  return new Set(scopes).size <= 1;
}
