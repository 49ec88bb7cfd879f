import { SIGNATURE_NAMES, SIGNATURES } from '@lading/contract/customs/vocabulary.ts';
import { packageOptions, usePackages } from '../../lib/packages.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ActionInputsProps } from './action-draft.ts';
import { COPY, INSURE_NAMES } from './copy.ts';
import { ServiceInputs } from './service-inputs.tsx';

const SIGNATURE_OPTIONS = SIGNATURES.map((value) => ({ value, label: SIGNATURE_NAMES[value] }));
const INSURE_OPTIONS = (Object.keys(INSURE_NAMES) as (keyof typeof INSURE_NAMES)[]).map((value) => ({
  value,
  label: INSURE_NAMES[value],
}));

export function ActionInputs(props: ActionInputsProps) {
  const { action, path, errors, onChange } = props;
  switch (action.kind) {
    case 'package':
      return <PackageInput {...props} />;
    case 'set_weight':
    case 'add_weight':
      return (
        <TextField
          label="Weight (oz)"
          name={`${path}.ounces`}
          inputMode="decimal"
          autoComplete="off"
          className="sm:max-w-48"
          hint={action.kind === 'set_weight' ? 'Total weight, including packaging.' : undefined}
          value={action.ounces}
          error={errors[`${path}.ounces`]}
          onChange={(ounces) => onChange({ ounces })}
        />
      );
    case 'service':
      return <ServiceInputs {...props} />;
    case 'signature':
      return (
        <Select
          label="Signature"
          hideLabel
          name={`${path}.signature`}
          className="sm:max-w-72"
          value={action.signature}
          options={SIGNATURE_OPTIONS}
          onChange={(signature) => onChange({ signature })}
        />
      );
    case 'insurance':
      return <InsuranceInputs {...props} />;
    case 'hold':
      return <HoldInputs {...props} />;
    case 'tag':
      return (
        <TextField
          label="Tag"
          hideLabel
          name={`${path}.tag`}
          maxLength={40}
          autoComplete="off"
          className="sm:max-w-72"
          value={action.tag}
          error={errors[`${path}.tag`]}
          onChange={(tag) => onChange({ tag })}
        />
      );
  }
}

function PackageInput({ action, path, errors, onChange }: ActionInputsProps) {
  const { data } = usePackages();
  const options = data ? packageOptions(data) : [];
  const isGone = data && action.packageId !== '' && !options.some(({ value }) => value === action.packageId);
  const error = errors[`${path}.packageId`];
  const preset = data?.presets.find(({ id }) => id === action.packageId);
  return (
    <Select
      label="Package"
      hideLabel
      name={`${path}.packageId`}
      value={action.packageId}
      options={[
        { value: '', label: COPY.choose },
        ...(isGone ? [{ value: action.packageId, label: COPY.missingPackageOption }] : []),
        ...options,
      ]}
      hint={preset?.description ?? COPY.packageHint}
      error={action.packageId === '' ? error && 'Please choose a package.' : error}
      onChange={(packageId) => onChange({ packageId })}
    />
  );
}

function InsuranceInputs({ action, path, errors, onChange }: ActionInputsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label="Insure for"
        name={`${path}.insure`}
        value={action.insure}
        options={INSURE_OPTIONS}
        onChange={(insure) => onChange({ insure })}
      />
      {action.insure === 'amount' && (
        <TextField
          label="Amount ($)"
          name={`${path}.cents`}
          inputMode="decimal"
          autoComplete="off"
          value={action.amount}
          error={errors[`${path}.cents`] && 'Please enter an amount.'}
          onChange={(amount) => onChange({ amount })}
        />
      )}
    </div>
  );
}

function HoldInputs({ action, path, errors, onChange }: ActionInputsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <TextField
        label="Reason"
        name={`${path}.reason`}
        maxLength={200}
        autoComplete="off"
        value={action.reason}
        error={errors[`${path}.reason`]}
        onChange={(reason) => onChange({ reason })}
      />
      <TextField
        label="Days"
        name={`${path}.days`}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={COPY.holdHint}
        value={action.days}
        error={errors[`${path}.days`] && 'Please enter 1 to 365 days.'}
        onChange={(days) => onChange({ days })}
      />
    </div>
  );
}
