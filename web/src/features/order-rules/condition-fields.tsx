import { countryName } from '@lading/contract/countries.ts';
import type { ConditionField } from '@lading/contract/orders/rule-conditions.ts';
import { CONDITION_NAMES, OPERATOR_NAMES } from '@lading/contract/orders/rule-texts.ts';
import { Trash2 } from 'lucide-react';
import type { Problems } from '../../lib/form-problems.ts';
import { useOrderSources } from '../../lib/order-sources.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chips } from '../../ui/choice-list.tsx';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY, YES_NO_NAMES } from './copy.ts';
import {
  CONDITION_FIELDS,
  type ConditionDraft,
  emptyCondition,
  inputOf,
  isAboutLines,
  opsOf,
} from './rule-draft.ts';
import { TextValues } from './text-values.tsx';

const UNITS: Partial<Record<ConditionField, string>> = { weight: 'oz', total: '$' };

const FIELD_OPTIONS = CONDITION_FIELDS.map((value) => {
  const name = CONDITION_NAMES[value] ?? value;
  return { value, label: UNITS[value] ? `${name} (${UNITS[value]})` : name };
});

/** For fields of items, the comparison also says whether one item is enough. */
const operatorOptions = (field: ConditionField) =>
  isAboutLines(field)
    ? (['any', 'all'] as const).flatMap((lines) =>
        opsOf(field).map((op) => ({
          value: `${lines} ${op}`,
          label: `of ${lines === 'any' ? 'any' : 'every'} item ${OPERATOR_NAMES[op] ?? op}`,
        })),
      )
    : opsOf(field).map((op) => ({ value: `any ${op}`, label: OPERATOR_NAMES[op] ?? op }));

interface ConditionFieldsProps {
  condition: ConditionDraft;
  number: number;
  /** The path of the condition in the rule, used to find its errors. */
  path: string;
  errors: Problems;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
}

export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, number, path, errors, onChange, onRemove } = props;
  const { field, lines, op } = condition;
  const error =
    errors[`${path}.values`] ??
    errors[`${path}.value`] ??
    Object.entries(errors).find(([key]) => key.startsWith(`${path}.values.`))?.[1];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 border-line max-sm:border-b max-sm:pb-4 sm:grid-cols-[minmax(0,11rem)_minmax(0,11rem)_minmax(0,1fr)_auto]">
      <Select
        label={`${COPY.field} ${number}`}
        hideLabel
        name={`${path}.field`}
        value={field}
        options={FIELD_OPTIONS}
        className="max-sm:col-start-1"
        onChange={(value) => onChange({ ...emptyCondition(value), key: condition.key })}
      />
      <Select
        label={`${COPY.operator} ${number}`}
        hideLabel
        name={`${path}.op`}
        value={`${lines} ${op}`}
        options={operatorOptions(field)}
        className="max-sm:col-span-2 max-sm:row-start-2"
        onChange={(value) => {
          const [chosen, operator = op] = value.split(' ');
          onChange({ ...condition, lines: chosen === 'all' ? 'all' : 'any', op: operator });
        }}
      />
      <div className="min-w-0 max-sm:col-span-2">
        <ValueField
          condition={condition}
          number={number}
          name={`${path}.value`}
          error={error}
          onChange={onChange}
        />
      </div>
      <IconButton
        label={COPY.removeCondition(number)}
        className="max-sm:col-start-2 max-sm:row-start-1"
        onClick={onRemove}
      >
        <Icon of={Trash2} />
      </IconButton>
    </div>
  );
}

interface ValueFieldProps {
  condition: ConditionDraft;
  number: number;
  name: string;
  error: string | undefined;
  onChange: (condition: ConditionDraft) => void;
}

const YES_NO_OPTIONS = ['yes', 'no'] as const;

function ValueField({ condition, number, name, error, onChange }: ValueFieldProps) {
  const { field, values } = condition;
  const { data } = useOrderSources();
  const stores = data?.sources ?? [];
  const label = `${COPY.value} ${number}`;
  const common = { name, error };
  const setValues = (changed: readonly string[]) => onChange({ ...condition, values: changed });
  switch (inputOf(field)) {
    case 'number':
      return (
        <TextField
          {...common}
          label={label}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          hint={field === 'weight' ? '16 oz = 1 lb' : undefined}
          value={condition.text}
          onChange={(text) => onChange({ ...condition, text })}
        />
      );
    case 'yes_no':
      return (
        <Select
          {...common}
          label={label}
          hideLabel
          value={condition.isTrue ? 'yes' : 'no'}
          options={YES_NO_OPTIONS.map((value, index) => ({
            value,
            label: YES_NO_NAMES[field]?.[index] ?? value,
          }))}
          onChange={(value) => onChange({ ...condition, isTrue: value === 'yes' })}
        />
      );
    case 'store':
      return (
        <PickedValues
          {...common}
          label={label}
          options={stores.map(({ id, name: store }) => ({ value: id, label: store }))}
          values={values}
          nameOf={(id) => stores.find((store) => store.id === id)?.name ?? COPY.missingStore}
          onChange={setValues}
        />
      );
    case 'country':
      return (
        <PickedValues
          {...common}
          label={label}
          options={COUNTRY_OPTIONS}
          values={values}
          nameOf={(code) => countryName(code) ?? code}
          onChange={setValues}
        />
      );
    default:
      return <TextValues {...common} label={label} condition={condition} onChange={onChange} />;
  }
}

interface PickedValuesProps {
  label: string;
  name: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  nameOf: (value: string) => string;
  onChange: (values: readonly string[]) => void;
}

/** One or more of a list. */
function PickedValues({ label, name, error, options, values, nameOf, onChange }: PickedValuesProps) {
  return (
    <div>
      <Select
        label={label}
        hideLabel
        name={name}
        error={error}
        value=""
        options={[
          { value: '', label: COPY.choose },
          ...options.filter(({ value }) => !values.includes(value)),
        ]}
        onChange={(value) => value && onChange([...values, value])}
      />
      <Chips
        label={label}
        chips={values.map((id) => ({ id, name: nameOf(id) }))}
        disabled={false}
        onRemove={(id) => onChange(values.filter((value) => value !== id))}
      />
    </div>
  );
}
