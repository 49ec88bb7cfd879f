import { Select } from '../../ui/select.tsx';
import { CHOICE_OPTIONS, choiceHint, ServiceFields } from '../../ui/service-choice/service-fields.tsx';
import type { ActionInputsProps } from './action-draft.ts';

export function ServiceInputs({ action, path, errors, onChange }: ActionInputsProps) {
  const at = `${path}.choice`;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label="Service"
        hideLabel
        name={at}
        value={action.choice}
        options={CHOICE_OPTIONS}
        className="sm:col-span-2"
        hint={choiceHint(action.choice)}
        onChange={(choice) => onChange({ choice })}
      />
      <ServiceFields
        draft={action}
        path={at}
        errors={{
          service: errors[`${at}.service`] ?? errors[`${at}.carrier`],
          days: errors[`${at}.days`],
          maxCents: errors[`${at}.maxCents`],
        }}
        onChange={onChange}
      />
    </div>
  );
}
