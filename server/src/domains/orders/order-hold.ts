import { addDays } from '@lading/contract/calendar-date.ts';
import type { RuleOutcome } from '../order-rules/evaluate-rules.ts';
import type { StoredOrder } from './saved-orders.store.ts';

type Hold = Pick<StoredOrder, 'hold_reason' | 'hold_until' | 'hold_rule_id'>;

/** A person's hold stays. A rule's hold lasts as long as the rule holds the order, and its day stays the same. */
export function holdAfterRules(
  { hold_reason, hold_until, hold_rule_id }: Hold,
  { hold }: Pick<RuleOutcome, 'hold'>,
  today: string,
): Hold {
  if (hold_reason !== null && hold_rule_id === null) return { hold_reason, hold_until, hold_rule_id };
  if (!hold) return { hold_reason: null, hold_until: null, hold_rule_id: null };
  const earlier = hold_rule_id === hold.ruleId ? hold_until : null;
  return {
    hold_reason: hold.reason,
    hold_until: hold.days === null ? null : (earlier ?? addDays(today, hold.days)),
    hold_rule_id: hold.ruleId,
  };
}
