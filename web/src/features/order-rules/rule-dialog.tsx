import type { OrderRule, OrderRuleBody, OrderRulesAnswer } from '@lading/contract/orders/order-rules.ts';
import { useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ActionFields } from './action-fields.tsx';
import { ConditionGroups } from './condition-groups.tsx';
import { COPY } from './copy.ts';
import { addRule, updateRule } from './rule-calls.ts';
import { draftOf, EMPTY_RULE, type RuleDraft, readRule } from './rule-draft.ts';
import { ruleSentence } from './rule-sentence.ts';
import { TrialPart } from './trial-part.tsx';
import { useRuleNames } from './use-order-rules.ts';

const MAX_NAME = 80;

/** The server names fields from the body of the request, the form from the rule. */
const problemsByPath = (fields: ApiError['fields']): Problems =>
  Object.fromEntries(fields.map(({ path, message }) => [path.replace(/^(?:rule|change)\./, ''), message]));

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: OrderRule | null;
  /** What the form begins with. */
  start: OrderRuleBody | null;
  version: number;
  onSaved: (list: OrderRulesAnswer) => void;
  /** The list may have been changed elsewhere. */
  onRefused: () => void;
  onClose: () => void;
}

export function RuleDialog({ rule, start, version, onSaved, onRefused, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState<RuleDraft>(() => (start ? draftOf(start) : EMPTY_RULE));
  // A list that was loaded later may have another version of the rule.
  const [openedVersion] = useState(version);
  const [errors, setErrors] = useState<Problems>({});
  /** Errors name their field by its place, which a change may move. */
  const change = (part: Partial<RuleDraft>) => {
    setErrors({});
    setDraft((before) => ({ ...before, ...part }));
  };
  const check = () => {
    const checked = readRule(draft);
    setErrors('errors' in checked ? checked.errors : {});
    return checked;
  };
  const save = async (body: OrderRuleBody) => {
    try {
      onSaved(
        rule
          ? await updateRule(rule.id, { version: openedVersion, change: body })
          : await addRule({ rule: body }),
      );
    } catch (error) {
      if (error instanceof ApiError) setErrors(problemsByPath(error.fields));
      onRefused();
      throw error;
    }
    toast.success(COPY.saved);
  };
  return (
    <FormDialog
      title={rule ? COPY.editTitle : COPY.newTitle}
      submitLabel={COPY.save}
      size="lg"
      onClose={onClose}
      check={check}
      send={save}
      explain={reasonOf}
    >
      {() => (
        <>
          <TextField
            label={COPY.name}
            name="name"
            required
            autoComplete="off"
            maxLength={MAX_NAME}
            value={draft.name}
            error={errors.name}
            onChange={(name) => change({ name })}
          />
          <ConditionGroups draft={draft} errors={errors} onChange={change} />
          <ActionFields draft={draft} errors={errors} onChange={change} />
          <Checkbox
            label={COPY.stop}
            name="stop"
            checked={draft.stop}
            onChange={(stop) => change({ stop })}
          />
          <Summary draft={draft} />
          <TrialPart draft={draft} ruleId={rule?.id ?? null} check={check} />
        </>
      )}
    </FormDialog>
  );
}

/** The rule as a sentence, once it is complete. */
function Summary({ draft }: { draft: RuleDraft }) {
  const names = useRuleNames();
  const read = readRule({ ...draft, name: draft.name.trim() || COPY.newTitle });
  return (
    <p role="status" className="min-h-5 text-small text-text-2 wrap-anywhere">
      {'body' in read && ruleSentence(read.body, names)}
    </p>
  );
}
