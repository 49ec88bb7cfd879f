import { CARRIERS } from '@lading/contract/parcel.ts';
import { useRuleServices } from '../../lib/rule-services.ts';
import { ChoiceList } from '../choice-list.tsx';
import { Select } from '../select.tsx';
import { TextField } from '../text-field.tsx';
import { CHOICE_NAMES, COPY } from './copy.ts';
import { type ChoiceKind, type ServiceDraft, serviceKey } from './service-draft.ts';

export const CHOICE_OPTIONS = (Object.keys(CHOICE_NAMES) as ChoiceKind[]).map((value) => ({
  value,
  label: CHOICE_NAMES[value],
}));
const CARRIER_OPTIONS = CARRIERS.map((value) => ({ value, label: value }));

export const choiceHint = (choice: string): string | undefined =>
  choice === 'cheapest_by_promise' ? COPY.noPromise : undefined;

interface ServiceFieldsProps {
  draft: ServiceDraft;
  /** Prefix of the field names. */
  path: string;
  errors: { service?: string | undefined; days?: string | undefined; maxCents?: string | undefined };
  onChange: (part: Partial<ServiceDraft>) => void;
}

/** The fields that the choice needs: the service, or days and carriers, plus the maximum price. */
export function ServiceFields({ draft, path, errors, onChange }: ServiceFieldsProps) {
  const isNamed = draft.choice === 'service';
  return (
    <>
      {isNamed && (
        <NamedService
          service={draft.service}
          name={`${path}.service`}
          error={errors.service}
          onChange={(service) => onChange({ service })}
        />
      )}
      {draft.choice === 'cheapest_within' && (
        <TextField
          label={COPY.days}
          name={`${path}.days`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.withinDays}
          error={errors.days && COPY.daysWrong}
          onChange={(withinDays) => onChange({ withinDays })}
        />
      )}
      <TextField
        label={COPY.maxPrice}
        name={`${path}.maxCents`}
        optional
        inputMode="decimal"
        autoComplete="off"
        value={draft.maxPrice}
        error={errors.maxCents}
        onChange={(maxPrice) => onChange({ maxPrice })}
      />
      {!isNamed && (
        <div className="sm:col-span-2">
          <ChoiceList
            legend={COPY.carriers}
            name={`${path}.carriers`}
            options={CARRIER_OPTIONS}
            chosen={draft.carriers}
            disabled={false}
            onChange={(carriers) => onChange({ carriers })}
          />
          <p className="mt-1 text-small text-text-2">{COPY.anyCarrier}</p>
        </div>
      )}
    </>
  );
}

interface NamedServiceProps {
  service: string;
  name: string;
  error: string | undefined;
  onChange: (service: string) => void;
}

function NamedService({ service, name, error, onChange }: NamedServiceProps) {
  const services = useRuleServices();
  const options = services.map(({ carrier, code, name: label }) => ({
    value: serviceKey(carrier, code),
    label,
    group: carrier,
  }));
  const isGone = service !== '' && !options.some(({ value }) => value === service);
  return (
    <Select
      label={COPY.which}
      name={name}
      value={service}
      options={[
        { value: '', label: COPY.choose },
        ...(isGone ? [{ value: service, label: service }] : []),
        ...options,
      ]}
      error={service === '' ? error && COPY.serviceMissing : error}
      onChange={onChange}
    />
  );
}
