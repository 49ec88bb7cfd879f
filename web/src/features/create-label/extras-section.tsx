import { LITHIUM_BATTERIES, SIGNATURE_NAMES, SIGNATURES } from '@lading/contract/customs/vocabulary.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { extrasTexts } from '../../ui/declaration/extras-texts.ts';
import { BATTERY_NAMES } from '../../ui/declaration/names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { type ExtrasValues, extrasBody } from './extras-values.ts';

const SIGNATURE_OPTIONS = SIGNATURES.map((value) => ({ value, label: SIGNATURE_NAMES[value] }));
const BATTERY_OPTIONS = LITHIUM_BATTERIES.map((value) => ({ value, label: BATTERY_NAMES[value] }));

interface ExtrasSectionProps {
  extras: ExtrasValues;
  problems: Problems;
  onChange: (extras: ExtrasValues) => void;
}

export function ExtrasSection({ extras, problems, onChange }: ExtrasSectionProps) {
  const change = (part: Partial<ExtrasValues>) => onChange({ ...extras, ...part });
  const chosen = extrasBody(extras);
  const hasProblem = Object.keys(problems).some((path) => path.startsWith('extras.'));
  return (
    <Disclosure
      title={COPY.extras.title}
      summary={chosen ? extrasTexts(chosen).join(', ') : COPY.extras.none}
      forced={hasProblem}
    >
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <Select
          label="Signature"
          name="extras.signature"
          value={extras.signature}
          options={SIGNATURE_OPTIONS}
          error={problems['extras.signature']}
          onChange={(signature) => change({ signature })}
        />
        <TextField
          label="Insured value ($)"
          name="extras.insuredValue"
          optional
          inputMode="decimal"
          autoComplete="off"
          hint={COPY.extras.insuredHint}
          value={extras.insuredValue}
          error={problems['extras.insuredValue']}
          onChange={(insuredValue) => change({ insuredValue })}
        />
        <Select
          label="Lithium batteries"
          name="extras.batteries"
          value={extras.batteries}
          options={BATTERY_OPTIONS}
          hint={COPY.extras.batteriesHint}
          error={problems['extras.batteries']}
          onChange={(batteries) => change({ batteries })}
        />
        <div className="sm:mt-7">
          <Checkbox
            label={
              <>
                {COPY.extras.saturday}
                <span className="block text-small text-text-2">{COPY.extras.saturdayHint}</span>
              </>
            }
            name="extras.saturdayDelivery"
            checked={extras.saturdayDelivery}
            error={problems['extras.saturdayDelivery']}
            onChange={(saturdayDelivery) => change({ saturdayDelivery })}
          />
        </div>
      </div>
    </Disclosure>
  );
}
