import type { Problems } from '../../../lib/form-problems.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Wizard } from '../wizard-state.ts';
import { COPY } from './copy.ts';
import type { CustomsValues } from './customs-values.ts';
import { filingSoFar } from './filing-so-far.ts';

interface FilingFieldsProps {
  shipment: Pick<Wizard, 'sender' | 'recipient' | 'customs'>;
  problems: Problems;
  onChange: (part: Partial<CustomsValues>) => void;
}

/** The export filing, which follows from the items. Only an ITN is asked for. */
export function FilingFields({ shipment, problems, onChange }: FilingFieldsProps) {
  const { customs } = shipment;
  const filing = filingSoFar(shipment);
  if (filing.kind === 'none' || filing.kind === 'embargo') return null;
  return (
    <div className="grid gap-3">
      <Checkbox
        label={COPY.license}
        name="customs.needsLicense"
        checked={customs.needsLicense}
        error={problems['customs.needsLicense']}
        onChange={(needsLicense) => onChange({ needsLicense })}
      />
      {filing.kind === 'itn' ? (
        <TextField
          label="ITN"
          name="customs.itn"
          required
          spellCheck={false}
          autoComplete="off"
          hint={COPY.itnHint}
          value={customs.itn}
          error={problems['customs.itn']}
          onChange={(itn) => onChange({ itn })}
          className="sm:max-w-80"
        />
      ) : (
        <p className="text-text-2">{COPY.exempt[filing.code]}</p>
      )}
    </div>
  );
}
