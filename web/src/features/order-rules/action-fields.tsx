import { Trash2 } from 'lucide-react';
import type { Problems } from '../../lib/form-problems.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { type ActionDraft, emptyAction } from './action-draft.ts';
import { ActionInputs } from './action-inputs.tsx';
import { ACTION_NAMES, type ActionKind, COPY } from './copy.ts';
import { newKey, type RuleDraft } from './rule-draft.ts';

const KINDS = Object.keys(ACTION_NAMES) as ActionKind[];
const MAX_TAGS = 5;

/** Each action once, except for tags. */
const mayAdd = (kind: ActionKind, actions: readonly ActionDraft[]) =>
  actions.filter((action) => action.kind === kind).length < (kind === 'tag' ? MAX_TAGS : 1);

interface ActionFieldsProps {
  draft: RuleDraft;
  errors: Problems;
  onChange: (part: Partial<RuleDraft>) => void;
}

export function ActionFields({ draft: { actions }, errors, onChange }: ActionFieldsProps) {
  const set = (changed: readonly ActionDraft[]) => onChange({ actions: changed });
  const options = KINDS.filter((kind) => mayAdd(kind, actions));
  return (
    <section className="grid gap-4">
      <h3 className="rule-heavy mt-2 pt-3 text-h3">{COPY.actions}</h3>
      {actions.map((action, index) => (
        <fieldset
          key={action.key}
          aria-label={ACTION_NAMES[action.kind]}
          className="grid min-w-0 gap-2 border-l-2 border-line-strong pl-3"
        >
          <div className="flex items-center justify-between gap-2">
            <p className="text-strong">{ACTION_NAMES[action.kind]}</p>
            <IconButton
              label={COPY.removeAction(ACTION_NAMES[action.kind])}
              className="-my-2"
              onClick={() => set(actions.toSpliced(index, 1))}
            >
              <Icon of={Trash2} />
            </IconButton>
          </div>
          <ActionInputs
            action={action}
            path={`actions.${index}`}
            errors={errors}
            onChange={(part) => set(actions.with(index, { ...action, ...part }))}
          />
        </fieldset>
      ))}
      {errors.actions && <InlineAlert tone="bad">{errors.actions}</InlineAlert>}
      {options.length > 0 && (
        <Select<ActionKind | ''>
          label={COPY.addAction}
          name="addAction"
          value=""
          options={[
            { value: '', label: COPY.choose },
            ...options.map((value) => ({ value, label: ACTION_NAMES[value] })),
          ]}
          className="sm:max-w-72"
          onChange={(kind) => kind && set([...actions, emptyAction(kind, newKey())])}
        />
      )}
    </section>
  );
}
