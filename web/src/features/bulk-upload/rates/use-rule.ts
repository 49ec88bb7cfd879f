import type { RateRule } from '@lading/contract/bulk/rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { usePending } from '../../../lib/use-pending.ts';
import { reportError } from '../../../ui/report-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { applyRule } from '../batch/batch-calls.ts';
import type { BatchStore } from '../batch/batch-store.ts';
import { rowsOf } from '../batch-selectors.ts';
import { COPY } from '../copy.ts';
import { changesOf, choicesOf, choicesToRestore, type RateTotals, type RuleChange } from './rate-rows.ts';
import { NO_RULE, type RuleDraft, ruleName, ruleOf } from './rule-text.ts';

interface Applied {
  text: string;
  changes: RuleChange[];
}

/** One rule for all shipments: preview, apply, undo. */
export function useRule(store: BatchStore, totals: RateTotals) {
  const [draft, setDraft] = useState<RuleDraft>(NO_RULE);
  const [applied, setApplied] = useState<Applied | null>(null);
  const { pending, run } = usePending();
  const rule = ruleOf(draft);
  const preview = useQuery({
    // The effect depends on the current rates.
    queryKey: ['rule-preview', store.id, rule, totals.choosable, totals.ready, totals.total],
    queryFn: async () => {
      await store.choicesAnswered();
      return applyRule(store.id, rule as RateRule, true);
    },
    enabled: rule !== null && totals.choosable > 0,
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[2]) === JSON.stringify(rule) ? keepPreviousData(before) : undefined,
  });

  const apply = () =>
    run(async () => {
      if (!rule) return;
      await store.choicesAnswered();
      const before = choicesOf(rowsOf(store));
      try {
        const { changes, chosen = [] } = await applyRule(store.id, rule, false);
        setApplied({
          text: COPY.rates.ruleApplied(ruleName(rule), changes),
          changes: changesOf(before, chosen),
        });
        setDraft(NO_RULE);
      } catch (error) {
        reportError(error);
      }
    });

  const restorable = () => choicesToRestore(applied?.changes ?? [], store.row);
  const canUndo = useSyncExternalStore(store.subscribe, () => restorable().length > 0);
  const undo = () =>
    run(async () => {
      const choices = restorable();
      try {
        if (choices.length > 0) await store.choose(choices);
        setApplied(null);
        toast.success(COPY.rates.ruleUndone);
      } catch (error) {
        reportError(error);
      }
    });

  return {
    draft,
    change: (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part })),
    cancel: () => setDraft(NO_RULE),
    rule,
    hasRates: totals.choosable > 0,
    preview,
    pending,
    apply,
    applied: applied?.text ?? null,
    canUndo,
    undo,
  };
}
