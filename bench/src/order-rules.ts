import { compileRules } from '../../server/src/domains/order-rules/compile-rules.ts';
import { evaluateRules } from '../../server/src/domains/order-rules/evaluate-rules.ts';
import { OrderRuleSamples, PACKAGES } from '../../server/test/order-rule-samples.ts';
import { report } from './harness.ts';

const RULES = 50;
const ORDERS = 10_000;
const ROUNDS = 5;
const SEED = 20_261_117;

/** R3: processor time for preparing orders by fifty rules, with explanations. No rule stops, and about half of them match. */
export async function benchOrderRules(): Promise<void> {
  const samples = new OrderRuleSamples(SEED);
  const rules = samples.rules(RULES).map((rule) => ({ ...rule, enabled: true, stop: false }));
  const orders = Array.from({ length: ORDERS }, () => samples.facts());
  const seconds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    const compiled = compileRules(rules, PACKAGES);
    for (const facts of orders) evaluateRules(compiled, facts);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  });
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (index: number) => sorted.at(index) ?? 0;
  const spread = { ratio: at(Math.floor(ROUNDS / 2)), from: at(0), to: at(-1) };
  report(`R3   ${ORDERS} orders by ${RULES} rules, seconds of one core`, spread, '< 1');
}
