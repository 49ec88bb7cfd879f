import { counted } from '@lading/contract/format-count.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import type { PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import { CHANNELS, ZONES } from '@lading/contract/pricing/rule-conditions.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ClientPicker } from './client-picker.tsx';
import { CHANNEL_NAMES, COPY, ZONE_NAMES } from './copy.ts';
import { CountryField } from './country-field.tsx';
import type { RuleDraft } from './rule-draft.ts';

export interface RuleFieldsProps {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
  errors: Problems;
  disabled: boolean;
}

interface ConditionFieldsProps extends RuleFieldsProps {
  known: Pick<PriceRulesAnswer, 'groups' | 'services'>;
  clientName: (id: string) => string;
  clientSearch: string;
  onClientSearch: (text: string) => void;
  /** Remembers names of clients that were just found. */
  onNames: (clients: readonly { id: string; name: string }[]) => void;
}

interface PartProps extends RuleFieldsProps {
  change: (part: Partial<RuleDraft['conditions']>) => void;
}

export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, onChange, errors, disabled, known, clientName, onNames } = props;
  const { conditions } = draft;
  const change = (part: Partial<RuleDraft['conditions']>) =>
    onChange({ conditions: { ...conditions, ...part } });
  const part = { draft, onChange, errors, disabled, change };
  return (
    <>
      <ClientPicker
        label={COPY.clients}
        text={props.clientSearch}
        onText={props.onClientSearch}
        chosen={conditions.clients.map((id) => ({ id, name: clientName(id) }))}
        disabled={disabled}
        error={errors.clients}
        onChange={(clients) => {
          onNames(clients);
          change({ clients: clients.map(({ id }) => id) });
        }}
      />
      <GroupChoice {...part} groups={known.groups} />
      <ServiceChoice {...part} services={known.services} />
      <ChoiceList
        legend={COPY.zones}
        name="zone"
        options={ZONES.map((zone) => ({ value: zone, label: ZONE_NAMES[zone] }))}
        chosen={conditions.zones}
        disabled={disabled}
        onChange={(zones) => change({ zones })}
      />
      <CountryField
        chosen={conditions.countries}
        disabled={disabled}
        onChange={(countries) => change({ countries })}
      />
      <WeightFields {...part} />
      <ChoiceList
        legend={COPY.channels}
        name="channel"
        options={CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_NAMES[channel] }))}
        chosen={conditions.channels}
        disabled={disabled}
        onChange={(channels) => change({ channels })}
      />
    </>
  );
}

interface Option {
  value: string;
  label: string;
}

/** A group or service that no longer exists stays visible, so that it can be removed. */
const withMissing = (options: Option[], chosen: readonly string[], label?: string): Option[] => [
  ...options,
  ...chosen
    .filter((value) => options.every((option) => option.value !== value))
    .map((value) => ({ value, label: label ?? value })),
];

function GroupChoice({
  draft,
  errors,
  disabled,
  change,
  groups,
}: PartProps & Pick<PriceRulesAnswer, 'groups'>) {
  const chosen = draft.conditions.groups;
  const own = groups.map(({ id, name }) => ({ value: id, label: name }));
  const options = withMissing(own, chosen, COPY.deletedGroup);
  if (options.length === 0) return null;
  return (
    <ChoiceList
      legend={COPY.groups}
      name="group"
      options={options}
      chosen={chosen}
      disabled={disabled}
      error={errors.groups}
      onChange={(next) => change({ groups: next })}
    />
  );
}

/** Only services of the chosen carriers, if some are chosen. */
function ServiceChoice({
  draft,
  disabled,
  change,
  services,
}: PartProps & Pick<PriceRulesAnswer, 'services'>) {
  const { carriers, services: chosen } = draft.conditions;
  const offered = services
    .filter(({ carrier }) => carriers.length === 0 || carriers.some((one) => one === carrier))
    .map(({ code, carrier, name }) => ({ value: code, label: `${carrier} ${name}` }));
  return (
    <>
      <ChoiceList
        legend={COPY.carriers}
        name="carrier"
        options={CARRIERS.map((carrier) => ({ value: carrier, label: carrier }))}
        chosen={carriers}
        disabled={disabled}
        onChange={(next) => change({ carriers: next })}
      />
      <Disclosure
        title={COPY.services}
        summary={chosen.length > 0 ? counted(chosen.length, 'service') : COPY.any}
      >
        <ChoiceList
          legend={COPY.services}
          name="service"
          options={withMissing(offered, chosen)}
          chosen={chosen}
          disabled={disabled}
          onChange={(next) => change({ services: next })}
        />
      </Disclosure>
    </>
  );
}

const WeightFields = ({ draft, onChange, errors, disabled }: PartProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-strong">{COPY.weight}</legend>
    <div className="grid grid-cols-2 gap-4">
      {(['minWeight', 'maxWeight'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'minWeight' ? COPY.weightFrom : COPY.weightTo}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={draft[name]}
          error={errors[name]}
          disabled={disabled}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  </fieldset>
);
