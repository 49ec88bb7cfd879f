import type { GlobalPricing, GlobalPricingBody } from '@lading/contract/global-pricing.ts';
import { CLIENTS, PRICING } from '@lading/contract/messages.ts';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { formatClock } from '../../lib/format.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { AmountField } from '../../ui/commission/amount-field.tsx';
import { exampleText, formatMarkup, MARKUP_OPTIONS, ruleOf } from '../../ui/commission/commission-amount.ts';
import { useHighCommission } from '../../ui/commission/use-high-commission.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';
import { type PricingDraft, readDraft } from './pricing-draft.ts';
import { useSavePricing } from './use-pricing.ts';

interface PricingFormProps {
  /** Undefined while loading, which disables the form. */
  saved: GlobalPricing | undefined;
  draft: PricingDraft;
  onChange: (part: Partial<PricingDraft>) => void;
  /** Called after saving. Resets the form to the saved values. */
  onSaved: () => void;
}

export function PricingForm({ saved, draft, onChange, onSaved }: PricingFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const { pending, run } = usePending();
  const save = useSavePricing();
  const { confirm, dialog } = useHighCommission();
  const read = readDraft(draft);
  const reason = saved && 'problem' in read ? read.problem : null;

  const change = (part: Partial<PricingDraft>) => {
    setProblem(null);
    setSavedAt(null);
    onChange(part);
  };
  const submit = (body: GlobalPricingBody) =>
    run(async () => {
      setProblem(null);
      if (!(await confirm(body.markupType, body.markupAmount))) return;
      try {
        await save(body);
        setSavedAt(Date.now());
        onSaved();
      } catch (error) {
        if (reportError(error, PRICING.saveFailed)) setProblem(reasonOf(error));
      }
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ('body' in read) void submit(read.body);
  };
  return (
    <form
      noValidate
      aria-label="Global commission"
      onSubmit={handleSubmit}
      className="stub grid gap-4 rounded-b-card border-x border-b border-line bg-surface px-4 pt-5 pb-4 sm:px-5 sm:pb-5"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={CLIENTS.fields.commissionType}
          name="markupType"
          value={draft.type}
          options={MARKUP_OPTIONS}
          disabled={!saved}
          onChange={(type) => change({ type })}
          hint={
            <span role="status">
              {saved && draft.type !== saved.markupType && 'body' in read && keptText(read.body)}
            </span>
          }
        />
        <AmountField
          type={draft.type}
          name="markupAmount"
          required
          value={draft.amount}
          disabled={!saved}
          readOnly={pending}
          error={reason}
          onChange={(amount) => change({ amount })}
          hint={'body' in read && exampleText(ruleOf(read.body.markupType, read.body.markupAmount))}
        />
      </div>
      {dialog}
      {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" loading={pending} disabled={!saved || !('body' in read)}>
          {PRICING.save}
        </Button>
        <p className="num text-small text-text-2">
          {savedAt === null ? COPY.openQuotes : COPY.saved(formatClock(savedAt))}
        </p>
      </div>
    </form>
  );
}

/** Explains that changing the type does not convert the amount. */
const keptText = ({ markupType, markupAmount }: GlobalPricingBody) =>
  COPY.sameNumber(
    formatMarkup(markupType, markupAmount),
    markupType === 'percentage' ? 'of the shipping cost' : 'per shipment',
  );
