import type { PriceDraft, PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';
import type { PriceCalls } from './use-price-rules.ts';

/** The rule in the dialog: its position, and the draft it had that position in. */
export type Edited = 'new' | { index: number; draft: PriceDraft };

interface EditedRuleProps {
  edited: Edited;
  known: PriceRulesAnswer;
  calls: PriceCalls;
  onClose: () => void;
}

/** Outside of the draft, so that the input stays when someone else ends the draft. */
export function EditedRule({ edited, known, calls, onClose }: EditedRuleProps) {
  const { rules, revision, index } = placeOf(edited, known);
  return (
    <RuleDialog
      rule={rules[index] ?? null}
      position={index + 1}
      otherNames={rules.toSpliced(index, 1).map(({ name }) => name)}
      known={known}
      save={(rule) => calls.saveDraft(revision, rules.toSpliced(index, 1, rule))}
      onClose={onClose}
    />
  );
}

interface Place {
  revision: string | null;
  rules: readonly PriceRule[];
  index: number;
}

/**
 * After a conflict, the newest draft is loaded. A new rule is added to it; an edit keeps the draft that it started
 * from. Without a draft, the rules in effect start one. There, an edit only replaces the rule that it started from.
 */
function placeOf(edited: Edited, { draft, active }: PriceRulesAnswer): Place {
  if (draft)
    return edited === 'new'
      ? { ...draft, index: draft.rules.length }
      : { ...edited.draft, index: edited.index };
  const rules = active?.rules ?? [];
  const original = edited === 'new' ? undefined : edited.draft.rules[edited.index];
  const found = rules.findIndex((rule) => JSON.stringify(rule) === JSON.stringify(original));
  return { revision: null, rules, index: found === -1 ? rules.length : found };
}
