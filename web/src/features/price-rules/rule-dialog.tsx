import { explainRule } from '@lading/contract/pricing/explain-price.ts';
import type { PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import { type PriceRule, RULE_NAME_MAX_LENGTH, storedRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { PRICE_ENDINGS } from '@lading/contract/pricing/rule-effect.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { unchosenClient } from './client-picker.tsx';
import { ConditionFields, type RuleFieldsProps } from './condition-fields.tsx';
import { COPY, ENDING_NAMES } from './copy.ts';
import { draftOf, EMPTY_RULE, type RuleDraft, readRule } from './rule-draft.ts';
import { namesOf } from './rule-text.ts';

const EXAMPLE_COST_CENTS = 1000;
const ENDING_OPTIONS = PRICE_ENDINGS.map((value) => ({ value, label: ENDING_NAMES[value] }));

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: PriceRule | null;
  position: number;
  otherNames: readonly string[];
  known: PriceRulesAnswer;
  save: (rule: PriceRule) => Promise<unknown>;
  onClose: () => void;
}

export function RuleDialog({ rule, position, otherNames, known, save, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState<RuleDraft>(rule ? draftOf(rule) : EMPTY_RULE);
  // Names stay known when the page reloads without the draft that had them.
  const [found, setFound] = useState<readonly { id: string; name: string }[]>(known.clients);
  const [clientSearch, setClientSearch] = useState('');
  const [isOrphan] = useState(rule !== null && areDeleted(rule, known));
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const names = namesOf({ ...known, clients: [...known.clients, ...found] });
  return (
    <FormDialog
      title={rule ? COPY.editRule : COPY.newRule}
      submitLabel={COPY.saveRule}
      size="lg"
      onClose={onClose}
      check={() =>
        unchosenClient(clientSearch) ??
        (isOrphan && draft.conditions.clients.length + draft.conditions.groups.length === 0
          ? { errors: { clients: COPY.clientsDeleted } }
          : readRule(draft, otherNames))
      }
      send={async (body) => {
        try {
          await save(body);
          toast.success(COPY.ruleSaved);
        } catch (error) {
          reportError(error);
          throw error;
        }
      }}
      announced
      explain={reasonOf}
    >
      {({ errors, pending }) => {
        const fields = { draft, onChange: change, errors, disabled: pending };
        return (
          <>
            <TextField
              label={COPY.name}
              name="name"
              required
              autoComplete="off"
              maxLength={RULE_NAME_MAX_LENGTH}
              value={draft.name}
              error={errors.name}
              disabled={pending}
              onChange={(name) => change({ name })}
            />
            <h3 className="rule-heavy mt-2 pt-3 text-h3">{COPY.conditions}</h3>
            <p className="-mt-3 text-text-2">{COPY.conditionsHint}</p>
            <ConditionFields
              {...fields}
              known={known}
              clientName={names.client}
              clientSearch={clientSearch}
              onClientSearch={setClientSearch}
              onNames={(clients) => setFound((before) => [...before, ...clients])}
            />
            <h3 className="rule-heavy mt-2 pt-3 text-h3">{COPY.effect}</h3>
            <EffectFields {...fields} />
            <Example draft={draft} position={position} />
          </>
        );
      }}
    </FormDialog>
  );
}

/** Whether the rule was for clients or groups, and all of them were deleted. Without them, it is for all clients. */
function areDeleted({ conditions }: PriceRule, known: PriceRulesAnswer): boolean {
  const existing = new Set([...known.clients, ...known.groups].map(({ id }) => id));
  const named = [...conditions.clients, ...conditions.groups];
  return named.length > 0 && named.every((id) => !existing.has(id));
}

const AMOUNTS = [
  { name: 'percent', label: `${COPY.percent} (%)`, hint: undefined },
  { name: 'flat', label: `${COPY.flat} ($)`, hint: undefined },
  { name: 'minMargin', label: `${COPY.minMargin} ($)`, hint: undefined },
  { name: 'maxMargin', label: `${COPY.maxMargin} ($)`, hint: COPY.maxMarginHint },
] as const;

function EffectFields({ draft, onChange, errors, disabled }: RuleFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {AMOUNTS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            hint={hint}
            inputMode="text"
            autoComplete="off"
            value={draft[name]}
            error={errors[name]}
            disabled={disabled}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <Checkbox
        label={COPY.belowCost}
        name="belowCost"
        checked={draft.belowCost}
        disabled={disabled}
        onChange={(belowCost) => onChange({ belowCost })}
      />
      <Select
        label={COPY.ending}
        name="ending"
        value={draft.ending}
        options={ENDING_OPTIONS}
        disabled={disabled}
        onChange={(ending) => onChange({ ending })}
      />
    </>
  );
}

/** The price explanation that the operator would see for a $10.00 label. */
function Example({ draft, position }: { draft: RuleDraft; position: number }) {
  const read = readRule({ ...draft, name: draft.name.trim() || COPY.example }, []);
  return (
    <p role="status" className="num min-h-5 text-small text-text-2 wrap-anywhere">
      {'body' in read &&
        `${COPY.example}: ${explainRule({ position, ...storedRuleOf(read.body) }, EXAMPLE_COST_CENTS)}`}
    </p>
  );
}
