import { MATCHES, MAX_CONDITIONS } from '@lading/contract/orders/rule-conditions.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { COPY, GROUP_MATCH_NAMES, MATCH_NAMES } from './copy.ts';
import {
  type ConditionDraft,
  emptyCondition,
  emptyGroup,
  type GroupDraft,
  type RuleDraft,
} from './rule-draft.ts';

const MATCH_OPTIONS = MATCHES.map((value) => ({ value, label: MATCH_NAMES[value] }));
const GROUP_OPTIONS = MATCHES.map((value) => ({ value, label: GROUP_MATCH_NAMES[value] }));
const MAX_GROUPS = 10;

interface ConditionGroupsProps {
  draft: RuleDraft;
  errors: Problems;
  onChange: (part: Partial<RuleDraft>) => void;
}

export function ConditionGroups({ draft, errors, onChange }: ConditionGroupsProps) {
  const { groups, match } = draft;
  const total = groups.reduce((sum, { conditions }) => sum + conditions.length, 0);
  const hasRoom = total < MAX_CONDITIONS;
  return (
    <section className="grid gap-4">
      <h3 className="rule-heavy mt-2 pt-3 text-h3">{COPY.conditions}</h3>
      {groups.length === 0 && <p className="-mt-2 text-text-2">{COPY.noConditions}</p>}
      {groups.length > 1 && (
        <Select
          label="Groups"
          name="match"
          value={match}
          options={GROUP_OPTIONS}
          onChange={(value) => onChange({ match: value })}
        />
      )}
      {groups.map((group, index) => (
        <Group
          key={group.key}
          group={group}
          index={index}
          isOnly={groups.length === 1}
          hasRoom={hasRoom}
          errors={errors}
          onChange={(changed) =>
            onChange({
              groups: changed === null ? groups.toSpliced(index, 1) : groups.with(index, changed),
            })
          }
        />
      ))}
      {errors.groups && <InlineAlert tone="bad">{errors.groups}</InlineAlert>}
      {hasRoom && groups.length < MAX_GROUPS && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange({ groups: [...groups, emptyGroup()] })}
        >
          {groups.length === 0 ? COPY.addCondition : COPY.addGroup}
        </Button>
      )}
    </section>
  );
}

interface GroupProps {
  group: GroupDraft;
  index: number;
  isOnly: boolean;
  hasRoom: boolean;
  errors: Problems;
  /** Null removes the group. */
  onChange: (group: GroupDraft | null) => void;
}

function Group({ group, index, isOnly, hasRoom, errors, onChange }: GroupProps) {
  const { conditions, match } = group;
  const set = (changed: readonly ConditionDraft[]) =>
    onChange(changed.length === 0 ? null : { ...group, conditions: changed });
  return (
    <fieldset
      aria-label={COPY.group(index + 1)}
      className="grid min-w-0 gap-4 border-l-2 border-line-strong pl-3"
    >
      {!isOnly && <p className="text-strong">{COPY.group(index + 1)}</p>}
      {conditions.length > 1 && (
        <Select
          label="Conditions"
          hideLabel
          name={`match-${index}`}
          value={match}
          options={MATCH_OPTIONS}
          onChange={(value) => onChange({ ...group, match: value })}
        />
      )}
      {conditions.map((condition, at) => (
        <ConditionFields
          key={condition.key}
          condition={condition}
          number={at + 1}
          path={`groups.${index}.conditions.${at}`}
          errors={errors}
          onChange={(changed) => set(conditions.with(at, changed))}
          onRemove={() => set(conditions.toSpliced(at, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {hasRoom && (
          <Button variant="ghost" size="sm" onClick={() => set([...conditions, emptyCondition()])}>
            {COPY.addCondition}
            {!isOnly && <span className="sr-only"> to group {index + 1}</span>}
          </Button>
        )}
        {!isOnly && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {COPY.removeGroup(index + 1)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
