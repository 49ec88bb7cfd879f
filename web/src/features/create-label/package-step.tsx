import { WIZARD } from '@lading/contract/messages.ts';
import { PACKAGE_TYPES, type PackageType } from '@lading/contract/parcel.ts';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { dateChoices } from './calendar.ts';
import { MeasureField } from './measure-field.tsx';
import { BoxOutline, PackageDrawing } from './package-drawings.tsx';
import {
  dimensionsOf,
  firstPackageProblem,
  ouncesFromPounds,
  type PackageField,
  packageProblems,
  poundsFromOunces,
  SIZES,
  withSavedParcel,
} from './parcel-values.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useSavedParcels } from './use-address-book.ts';
import type { ParcelValues } from './wizard-state.ts';

export interface PackageStepProps extends StepProps {
  pending: boolean;
  /** Why the last question for rates had no answer. */
  problem: string | null;
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

export function PackageStep({ pending, problem, onRates, ...step }: PackageStepProps) {
  const { wizard, today, dispatch } = step;
  const { parcel, shippingDate } = wizard;
  // A draft may come back on a later day; then its date is the first thing to look at.
  const [submitted, setSubmitted] = useState(shippingDate !== '' && shippingDate < today);
  const form = useRef<HTMLFormElement>(null);
  const saved = useSavedParcels();
  const problems = submitted ? packageProblems(wizard, today) : {};
  const size = dimensionsOf(parcel);
  const edit = (part: Partial<ParcelValues>) =>
    dispatch({ type: 'parcel-edited', parcel: { ...parcel, ...part } });

  const focusField = (name: PackageField) => {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };
  const submit = () => {
    setSubmitted(true);
    const first = firstPackageProblem(packageProblems(wizard, today));
    if (first) focusField(first);
    else onRates();
  };

  return (
    <StepFrame
      {...step}
      formRef={form}
      number={3}
      title="Package"
      onBack={() => dispatch({ type: 'went-back' })}
      onSubmit={submit}
      submitLabel={WIZARD.continue}
      pending={pending}
      pendingText="Asking the carriers…"
    >
      {problem && (
        <InlineAlert tone="bad">
          <p>{WIZARD.ratesFailed}</p>
          {problem !== WIZARD.ratesFailed && <p>{problem}</p>}
        </InlineAlert>
      )}
      <fieldset>
        <legend className="mb-1.5 text-strong">Type</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {PACKAGE_TYPES.map((type) => (
            <label
              key={type}
              className="relative flex flex-col items-center gap-1 rounded-card border border-control bg-surface p-3 font-medium hover:border-text-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name="type"
                value={type}
                checked={parcel.type === type}
                onChange={() => edit({ type })}
                className="absolute inset-0 cursor-pointer appearance-none rounded-card outline-none"
              />
              <PackageDrawing type={type} />
              {TYPE_NAMES[type]}
            </label>
          ))}
        </div>
      </fieldset>
      {saved.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-small text-text-2">Saved packages</span>
          {saved.map((box) => (
            <Button
              key={box.id}
              variant="secondary"
              size="sm"
              onClick={() => dispatch({ type: 'parcel-edited', parcel: withSavedParcel(parcel, box) })}
            >
              {box.nickname}
            </Button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-4 sm:max-w-105">
        <MeasureField
          label="Weight"
          name="weight"
          unit="lb"
          step="0.1"
          required
          value={parcel.weight}
          onChange={(weight) => edit({ weight })}
          error={problems.weight}
        />
        <MeasureField
          label="Same weight"
          name="ounces"
          unit="oz"
          step="1"
          value={ouncesFromPounds(parcel.weight)}
          onChange={(ounces) => edit({ weight: poundsFromOunces(ounces) })}
        />
      </div>
      <div className="grid items-center gap-5 sm:grid-cols-[minmax(0,1fr)_220px]">
        {parcel.type === 'envelope' ? (
          <p className="text-text-2">Envelope: 12 × 9 × 0.25 in</p>
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
                onChange={(value) => edit({ [field]: value })}
                error={problems[field]}
              />
            ))}
          </div>
        )}
        <div className="hidden justify-items-center sm:grid">{size && <BoxOutline size={size} />}</div>
      </div>
      <Field label="Shipping date" required error={problems.shippingDate} className="sm:max-w-105">
        {(control) => (
          <div className="grid gap-2">
            <input
              {...control}
              type="date"
              name="shippingDate"
              min={today}
              value={shippingDate}
              onChange={(event) => dispatch({ type: 'date-chosen', date: event.target.value })}
              className={controlClass}
            />
            <div className="flex flex-wrap gap-2">
              {dateChoices(today).map(({ label, date }) => (
                <Button
                  key={date}
                  variant="secondary"
                  size="sm"
                  aria-pressed={date === shippingDate}
                  className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft"
                  onClick={() => dispatch({ type: 'date-chosen', date })}
                >
                  {label}
                </Button>
              ))}
            </div>
          </div>
        )}
      </Field>
      <Field label="Internal notes" optional hint="Only you see them, in Shipping History.">
        {(control) => (
          <textarea
            {...control}
            name="internalNotes"
            rows={2}
            maxLength={NOTES_MAX}
            value={wizard.internalNotes}
            onChange={(event) => dispatch({ type: 'notes-edited', notes: event.target.value })}
            className={controlClass}
          />
        )}
      </Field>
    </StepFrame>
  );
}
