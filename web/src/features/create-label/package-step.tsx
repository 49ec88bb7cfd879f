import { WIZARD } from '@lading/contract/messages.ts';
import { PACKAGE_TYPES, type PackageType } from '@lading/contract/parcel.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { useSavedParcels } from '../../lib/saved-parcels.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { dateChoices } from './calendar.ts';
import { COPY } from './copy.ts';
import { CustomsSection } from './customs/customs-section.tsx';
import { ExtrasSection } from './extras-section.tsx';
import { MeasureField } from './measure-field.tsx';
import { BoxOutline, PackageDrawing } from './package-drawings.tsx';
import { dimensionsOf, ouncesFromPounds, poundsFromOunces, SIZES, withSavedParcel } from './parcel-values.ts';
import { RatesProblem, type RatesWait } from './rates-problem.tsx';
import type { RefusedFields } from './refused-fields.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { usePackageForm } from './use-package-form.ts';
import type { ParcelValues } from './wizard-state.ts';

interface PackageStepProps extends StepProps, RatesWait {
  refused: RefusedFields | null;
  onRates: () => void;
}

const TYPE_NAMES: Record<PackageType, string> = {
  envelope: 'Envelope',
  package: 'Package',
  tube: 'Tube',
  pallet: 'Pallet',
};
const SIZE_NAMES = { length: 'Length', width: 'Width', height: 'Height' } as const;
const NOTES_MAX = 500;

export function PackageStep({ refused, onRates, ...props }: PackageStepProps) {
  const { pending, slow, problem, onCancel, ...step } = props;
  const { wizard, today, dispatch } = step;
  const { parcel, shippingDate, internalNotes } = wizard;
  const { formRef, problems, submit } = usePackageForm({ wizard, today, refused, pending });
  const replace = (next: ParcelValues) => dispatch({ type: 'parcel-edited', parcel: next });
  const edit = (part: Partial<ParcelValues>) => replace({ ...parcel, ...part });

  return (
    <StepFrame
      {...step}
      formRef={formRef}
      number={3}
      title="Package"
      onBack={() => dispatch({ type: 'went-back' })}
      onSubmit={() => submit(onRates)}
      submitLabel={WIZARD.continue}
      pending={pending}
      pendingText={COPY.package.fetchingRates}
    >
      <RatesProblem {...{ pending, slow, problem, onCancel }} />
      <TypeField type={parcel.type} onChange={(type) => edit({ type })} />
      {parcel.type === 'pallet' && <InlineAlert tone="info">{COPY.package.pallet}</InlineAlert>}
      <SavedParcels parcel={parcel} onPick={replace} />
      <WeightFields weight={parcel.weight} error={problems.weight} onChange={(weight) => edit({ weight })} />
      <SizeFields parcel={parcel} problems={problems} onChange={edit} />
      <DateField
        date={shippingDate}
        today={today}
        error={problems.shippingDate}
        onChange={(date) => dispatch({ type: 'date-chosen', date })}
      />
      <CustomsSection wizard={wizard} problems={problems} dispatch={dispatch} />
      <ExtrasSection
        extras={wizard.extras}
        problems={problems}
        onChange={(extras) => dispatch({ type: 'extras-edited', extras })}
      />
      <Field label="Internal notes" optional hint={COPY.package.notesHint}>
        {(control) => (
          <textarea
            {...control}
            name="internalNotes"
            rows={2}
            maxLength={NOTES_MAX}
            value={internalNotes}
            onChange={(event) => dispatch({ type: 'notes-edited', notes: event.target.value })}
            className={controlClass}
          />
        )}
      </Field>
    </StepFrame>
  );
}

function TypeField({ type, onChange }: { type: PackageType; onChange: (type: PackageType) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-strong">Type</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {PACKAGE_TYPES.map((choice) => (
          <label
            key={choice}
            className="relative flex flex-col items-center gap-1 rounded-card border border-control bg-surface p-3 font-medium hover:border-text-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name="type"
              value={choice}
              checked={choice === type}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-card outline-none"
            />
            <PackageDrawing type={choice} />
            {TYPE_NAMES[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SavedParcelsProps {
  parcel: ParcelValues;
  onPick: (parcel: ParcelValues) => void;
}

function SavedParcels({ parcel, onPick }: SavedParcelsProps) {
  const { parcels: saved } = useSavedParcels();
  if (saved.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-small text-text-2">Saved packages</span>
      {saved.map((box) => (
        <Button
          key={box.id}
          variant="secondary"
          size="sm"
          onClick={() => onPick(withSavedParcel(parcel, box))}
        >
          {box.nickname}
        </Button>
      ))}
    </div>
  );
}

interface WeightFieldsProps {
  weight: string;
  error: string | undefined;
  onChange: (weight: string) => void;
}

function WeightFields({ weight, error, onChange }: WeightFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:max-w-105">
      <MeasureField
        label="Weight"
        name="weight"
        unit="lb"
        step="0.1"
        required
        value={weight}
        onChange={onChange}
        error={error}
      />
      <MeasureField
        label="Same weight"
        name="ounces"
        unit="oz"
        step="1"
        value={ouncesFromPounds(weight)}
        onChange={(ounces) => onChange(poundsFromOunces(ounces))}
      />
    </div>
  );
}

interface SizeFieldsProps {
  parcel: ParcelValues;
  problems: Problems;
  onChange: (part: Partial<ParcelValues>) => void;
}

function SizeFields({ parcel, problems, onChange }: SizeFieldsProps) {
  const size = dimensionsOf(parcel);
  return (
    <div className="grid items-center gap-5 sm:grid-cols-[minmax(0,1fr)_220px]">
      {parcel.type === 'envelope' ? (
        <p className="text-text-2">{COPY.package.envelopeSize}</p>
      ) : (
        <div className="grid grid-cols-3 gap-3">
          {SIZES.map((field) => (
            <MeasureField
              key={field}
              label={SIZE_NAMES[field]}
              name={field}
              unit="in"
              step="any"
              required
              value={parcel[field]}
              onChange={(value) => onChange({ [field]: value })}
              error={problems[field]}
            />
          ))}
        </div>
      )}
      <div className="hidden justify-items-center sm:grid">{size && <BoxOutline size={size} />}</div>
    </div>
  );
}

interface DateFieldProps {
  date: string;
  today: string;
  error: string | undefined;
  onChange: (date: string) => void;
}

function DateField({ date, today, error, onChange }: DateFieldProps) {
  return (
    <Field label="Shipping date" required error={error} className="sm:max-w-105">
      {(control) => (
        <div className="grid gap-2">
          <input
            {...control}
            type="date"
            name="shippingDate"
            min={today}
            value={date}
            onChange={(event) => onChange(event.target.value)}
            className={controlClass}
          />
          <div className="flex flex-wrap gap-2">
            {dateChoices(today).map((choice) => (
              <Button
                key={choice.date}
                variant="secondary"
                size="sm"
                aria-pressed={choice.date === date}
                className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft"
                onClick={() => onChange(choice.date)}
              >
                {choice.label}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
