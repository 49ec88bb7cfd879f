import { CARRIERS } from '@lading/contract/parcel.ts';
import { Undo2 } from 'lucide-react';
import { reasonOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { COPY } from '../copy.ts';
import { effectText, RULES, type RuleKind } from './rule-text.ts';
import type { useRule } from './use-rule.ts';

const CHOICES: readonly { value: RuleKind | ''; label: string }[] = [
  { value: '', label: 'Choose a rule' },
  ...RULES,
];
const CARRIER_CHOICES = CARRIERS.map((value) => ({ value, label: value }));

/** Applies a rule to all shipments and previews its effect. */
export function RuleBar({ rule }: { rule: ReturnType<typeof useRule> }) {
  const { draft, change, preview, pending } = rule;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="Apply to all"
        name="rule"
        value={draft.kind}
        options={CHOICES}
        onChange={(kind) => change({ kind })}
        className="w-56 max-sm:w-full"
      />
      {draft.kind === 'cheapest_within' && (
        <TextField
          label="Days"
          name="days"
          inputMode="numeric"
          maxLength={2}
          value={draft.days}
          onChange={(days) => change({ days })}
          className="w-20"
        />
      )}
      {draft.kind === 'carrier' && (
        <Select
          label="Carrier"
          name="carrier"
          value={draft.carrier}
          options={CARRIER_CHOICES}
          onChange={(carrier) => change({ carrier })}
          className="w-36"
        />
      )}
      {draft.kind !== '' && (
        <div className="flex gap-2">
          <Button
            loading={pending}
            disabled={rule.rule === null || !rule.hasRates || !preview.data || preview.data.changes === 0}
            onClick={() => void rule.apply()}
          >
            Apply
          </Button>
          <Button variant="ghost" onClick={rule.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {draft.kind === '' && rule.canUndo && (
        <Button variant="secondary" loading={pending} onClick={() => void rule.undo()}>
          <Icon of={Undo2} className="size-4" />
          Undo
        </Button>
      )}
      <p role="status" className="num min-w-0 basis-64 text-text-2 sm:flex-1 sm:self-end sm:py-2">
        {message(rule)}
      </p>
    </div>
  );
}

function message({ draft, rule, hasRates, preview, applied }: ReturnType<typeof useRule>): string {
  if (draft.kind === '') return applied ?? '';
  if (rule === null) return COPY.rates.ruleDays;
  if (!hasRates) return COPY.rates.ruleNoRates;
  if (preview.isError) return reasonOf(preview.error);
  return preview.data ? effectText(preview.data) : COPY.rates.ruleLoading;
}
