import { CARRIERS } from '@lading/contract/parcel.ts';
import { useRuleServices } from '../../lib/rule-services.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type ActionInputsProps, serviceKey } from './action-draft.ts';
import { CHOICE_NAMES, type ChoiceKind, COPY } from './copy.ts';

const CHOICE_OPTIONS = (Object.keys(CHOICE_NAMES) as ChoiceKind[]).map((value) => ({
  value,
  label: CHOICE_NAMES[value],
}));
const CARRIER_OPTIONS = CARRIERS.map((value) => ({ value, label: value }));

export function ServiceInputs(props: ActionInputsProps) {
  const { action, path, errors, onChange } = props;
  const isNamed = action.choice === 'service';
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label="Service"
        hideLabel
        name={`${path}.choice`}
        value={action.choice}
        options={CHOICE_OPTIONS}
        className="sm:col-span-2"
        hint={
          action.choice === 'cheapest_by_promise'
            ? 'For orders without a promised day, the cheapest service.'
            : undefined
        }
        onChange={(choice) => onChange({ choice })}
      />
      {isNamed && <NamedService {...props} />}
      {action.choice === 'cheapest_within' && (
        <TextField
          label="Days"
          name={`${path}.choice.days`}
          inputMode="numeric"
          autoComplete="off"
          value={action.withinDays}
          error={errors[`${path}.choice.days`] && 'Please enter 1 to 30 days.'}
          onChange={(withinDays) => onChange({ withinDays })}
        />
      )}
      <TextField
        label="Maximum price ($)"
        name={`${path}.choice.maxCents`}
        optional
        inputMode="decimal"
        autoComplete="off"
        value={action.maxPrice}
        error={errors[`${path}.choice.maxCents`]}
        onChange={(maxPrice) => onChange({ maxPrice })}
      />
      {!isNamed && (
        <div className="sm:col-span-2">
          <ChoiceList
            legend="Carriers"
            name={`${path}.carriers`}
            options={CARRIER_OPTIONS}
            chosen={action.carriers}
            disabled={false}
            onChange={(carriers) => onChange({ carriers })}
          />
          <p className="mt-1 text-small text-text-2">{COPY.anyCarrier}</p>
        </div>
      )}
    </div>
  );
}

function NamedService({ action, path, errors, onChange }: ActionInputsProps) {
  const services = useRuleServices();
  const options = services.map(({ carrier, code, name }) => ({
    value: serviceKey(carrier, code),
    label: name,
    group: carrier,
  }));
  const isGone = action.service !== '' && !options.some(({ value }) => value === action.service);
  const hasError = errors[`${path}.choice.service`] ?? errors[`${path}.choice.carrier`];
  return (
    <Select
      label="Which service"
      name={`${path}.choice.service`}
      value={action.service}
      options={[
        { value: '', label: COPY.choose },
        ...(isGone ? [{ value: action.service, label: action.service }] : []),
        ...options,
      ]}
      error={hasError && 'Please choose a service.'}
      onChange={(service) => onChange({ service })}
    />
  );
}
