import type { BillingSettingsAnswer } from '@lading/contract/billing.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { FormEvent } from 'react';
import { formatMonth, monthBefore, monthOf } from '../../lib/months.ts';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { useSaveKey } from '../../lib/use-save-key.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { RequiredNote } from '../../ui/required-note.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { TaxFields } from './tax-fields.tsx';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';

const { settings: copy } = COPY;
const MAX_ADDRESS = 500;
const MAX_INSTRUCTIONS = 1000;
/** An earlier first month can be set only through the API. */
const OFFERED_MONTHS = 13;

export function BillingSettingsForm({ settings }: { settings: BillingSettingsAnswer }) {
  const { timeZone } = useOperatorTime();
  const today = dateIn(timeZone, new Date());
  const form = useSettingsForm(settings, monthOf(today));
  useSaveKey(() => void form.submit());
  return (
    <form
      ref={form.formRef}
      noValidate
      aria-label={copy.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className="mb-4">
        <RequiredNote />
      </div>
      <SettingsSection title={copy.issuer} hint={copy.issuerHint}>
        <IssuerFields form={form} />
      </SettingsSection>
      <SettingsSection title={copy.numbers} hint={copy.numbersHint}>
        <NumberFields form={form} today={today} startMonth={form.isFirst ? null : settings.startMonth} />
      </SettingsSection>
      <SettingsSection title={copy.taxes} hint={copy.taxesHint}>
        <TaxFields form={form} />
      </SettingsSection>
      <SettingsSection title={copy.payment} hint={copy.paymentHint}>
        <TextAreaField
          label={copy.instructions}
          name="paymentInstructions"
          value={form.draft.paymentInstructions}
          onChange={(paymentInstructions) => form.change({ paymentInstructions })}
          maxLength={MAX_INSTRUCTIONS}
          rows={4}
          error={form.problems.paymentInstructions}
          disabled={form.pending}
          optional
        />
      </SettingsSection>
      <SaveBar form={form} />
      <LeaveGuard active={form.dirty} withQuery>
        {copy.leave}
      </LeaveGuard>
    </form>
  );
}

const textField = (
  { draft, problems, pending, change }: SettingsForm,
  name: 'legalName' | 'taxId' | 'contactEmail' | 'numberPrefix',
) => ({
  name,
  value: draft[name],
  onChange: (value: string) => change({ [name]: value }),
  error: problems[name],
  readOnly: pending,
});

const IssuerFields = ({ form }: { form: SettingsForm }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label={copy.legalName}
      {...textField(form, 'legalName')}
      required
      autoComplete="organization"
      className="sm:col-span-2"
    />
    <div className="sm:col-span-2">
      <TextAreaField
        label={copy.address}
        name="address"
        value={form.draft.address}
        onChange={(address) => form.change({ address })}
        maxLength={MAX_ADDRESS}
        rows={4}
        hint={copy.addressHint}
        error={form.problems.address}
        disabled={form.pending}
        required
      />
    </div>
    <TextField label={copy.taxId} {...textField(form, 'taxId')} optional />
    <TextField label={copy.contactEmail} {...textField(form, 'contactEmail')} type="email" optional />
  </div>
);

interface NumberFieldsProps {
  form: SettingsForm;
  today: string;
  startMonth: string | null;
}

function NumberFields({ form, today, startMonth }: NumberFieldsProps) {
  const months = lastMonths(monthOf(today));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={copy.prefix}
        {...textField(form, 'numberPrefix')}
        onChange={(text) => form.change({ numberPrefix: text.toUpperCase() })}
        hint={copy.prefixHint(`${form.draft.numberPrefix}INV-${today.slice(0, 4)}-00001`)}
        spellCheck={false}
        optional
      />
      {startMonth === null ? (
        <Select
          label={copy.firstMonth}
          name="startMonth"
          value={form.draft.startMonth}
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChange={(month) => form.change({ startMonth: month })}
          hint={copy.firstMonthHint}
          error={form.problems.startMonth}
          disabled={form.pending}
        />
      ) : (
        <p className="text-text-2 sm:col-span-2">{copy.since(formatMonth(startMonth))}</p>
      )}
    </div>
  );
}

/** Newest first. */
function lastMonths(month: string): string[] {
  const months = [month];
  while (months.length < OFFERED_MONTHS) months.push(monthBefore(months.at(-1) ?? month));
  return months;
}

/** At the end of the form, but kept in view while there are unsaved changes. */
function SaveBar({ form: { dirty, failure, pending, discard } }: { form: SettingsForm }) {
  return (
    <div
      className={cx(
        '-mx-4 grid gap-3 px-4 py-3 md:mx-0',
        dirty ? 'sticky bottom-0 z-10 border-t-2 border-text bg-surface' : 'md:px-0',
      )}
    >
      {failure && <InlineAlert tone="bad">{failure}</InlineAlert>}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {dirty && (
          <>
            <p className="mr-auto text-strong">{copy.unsaved}</p>
            <Button variant="ghost" disabled={pending} onClick={discard}>
              {copy.discard}
            </Button>
          </>
        )}
        <Button type="submit" loading={pending}>
          {copy.save}
        </Button>
      </div>
    </div>
  );
}
