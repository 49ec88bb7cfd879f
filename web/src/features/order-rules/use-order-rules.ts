import type { OrderRule, OrderRulesAnswer } from '@lading/contract/orders/order-rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ORDERS_KEY, useOrderSources } from '../../lib/order-sources.ts';
import { PACKAGES_KEY, usePackages } from '../../lib/packages.ts';
import { serviceNames, useRuleServices } from '../../lib/rule-services.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { COPY } from './copy.ts';
import { listRules, listWarnings, reorderRules, updateRule } from './rule-calls.ts';
import type { RuleNames } from './rule-sentence.ts';

const RULES_KEY = 'order-rules';
const LIST = [RULES_KEY, 'list'];

export const useOrderRules = () => useQuery({ queryKey: LIST, queryFn: ({ signal }) => listRules(signal) });

/** Warnings about the saved list, reloaded after every change. */
export const useRuleWarnings = (version: number | undefined) =>
  useQuery({
    queryKey: [RULES_KEY, 'warnings', version],
    queryFn: ({ signal }) => listWarnings(signal),
    enabled: version !== undefined,
  });

export function useRuleNames(): RuleNames {
  const { data: stores } = useOrderSources();
  const { data: packages } = usePackages();
  const services = useRuleServices();
  const all = packages && [...packages.packages, ...packages.saved, ...packages.presets];
  const named = (list: readonly { id: string; name: string }[] | undefined, missing: string) => {
    const names = new Map(list?.map(({ id, name }) => [id, name]));
    // Until the list is loaded, nothing is known to be missing.
    return (id: string) => names.get(id) ?? (list ? missing : '…');
  };
  return {
    store: named(stores?.sources, COPY.missingStore),
    package: named(all, COPY.missingPackage),
    service: serviceNames(services),
  };
}

function movedTo(rules: readonly OrderRule[], from: number, to: number): OrderRule[] {
  const moved = rules.slice(from, from + 1);
  return rules.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** Changes to the list, one at a time. */
export function useRuleChange({ version, rules }: OrderRulesAnswer) {
  const client = useQueryClient();
  const { pending, run } = usePending();
  const use = (answer: OrderRulesAnswer) => {
    client.setQueryData(LIST, answer);
    // Orders are updated, and packages count the rules that use them.
    for (const key of [ORDERS_KEY, PACKAGES_KEY]) void client.invalidateQueries({ queryKey: [key] });
  };
  /** Resolves to true if the change was saved. */
  const attempt = async (work: () => Promise<OrderRulesAnswer>): Promise<boolean> => {
    let isSaved = false;
    await run(async () => {
      try {
        use(await work());
        isSaved = true;
      } catch (error) {
        reportFailure(error, COPY.changeFailed);
        await client.invalidateQueries({ queryKey: LIST });
      }
    });
    return isSaved;
  };
  return {
    pending,
    use,
    setEnabled: (id: string, enabled: boolean) =>
      attempt(() => updateRule(id, { version, change: { enabled } })),
    /** Shown before it is saved, so that a dropped rule does not jump back. */
    move: (from: number, to: number) =>
      attempt(() => {
        const moved = movedTo(rules, from, to);
        client.setQueryData(LIST, { version, rules: moved });
        return reorderRules({ version, ids: moved.map(({ id }) => id) });
      }),
  };
}
