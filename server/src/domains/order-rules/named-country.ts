import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { ConditionGroup } from '@lading/contract/orders/rule-conditions.ts';

type Conditions = Pick<OrderRule, 'match' | 'groups'>;

const names = (field: 'country' | 'region', { conditions }: ConditionGroup) =>
  conditions.some((condition) => condition.field === field);

/** Whether a condition about the country also holds where the conditions of this group do. Then its regions are those of that country. */
export function isInNamedCountry({ match, groups }: Conditions, group: ConditionGroup): boolean {
  if (group.match === 'all' && names('country', group)) return true;
  return match === 'all' && groups.some((other) => other !== group && names('country', other));
}

/** Whether equal conditions about regions match the same orders in both rules. */
export function haveSameRegions(rule: Conditions, other: Conditions): boolean {
  const scopes = [rule, other].flatMap((each) =>
    each.groups.filter((group) => names('region', group)).map((group) => isInNamedCountry(each, group)),
  );
  return new Set(scopes).size <= 1;
}
