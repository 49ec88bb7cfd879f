import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';

/** Far more than usual rules write. Thousands of orders are read at once, each with its trace. */
const MAX_LENGTH = 32_000;

/**
 * What is stored with an order. Rules with long texts can explain themselves in a megabyte: then only the first reason of each rule
 * is stored, and if that is still too long, not the rules that ran last. Rules that hold the order stay, because releasing it reads them.
 */
export function storedTrace(trace: RuleTrace): RuleTrace {
  if (lengthOf(trace) <= MAX_LENGTH) return trace;
  const brief = trace.map((rule) => ({ ...rule, matched: rule.matched.slice(0, 1) }));
  if (lengthOf(brief) <= MAX_LENGTH) return brief;
  let length = 0;
  return brief.filter((rule) => {
    length += lengthOf(rule);
    return length <= MAX_LENGTH || holds(rule);
  });
}

const holds = ({ actions }: RuleTrace[number]) => actions.some(({ value }) => value.field === 'hold');

const lengthOf = (value: object) => JSON.stringify(value).length;
