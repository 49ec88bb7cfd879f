import {
  type AutomaticTopUpAnswer,
  type AutomaticTopUpBody,
  AutomaticTopUpBodySchema,
  automaticTopUpConsent,
  type TopUpAnswer,
} from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { typedCents } from '../../lib/typed-amount.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { reportFailure } from '../../ui/report-error.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import {
  readTopUp,
  saveAutomaticTopUp,
  startAgain,
  useAutomaticTopUp,
  useCards,
  useReload,
} from './balance-calls.ts';
import { COPY } from './copy.ts';
import { SectionFailure } from './section-failure.tsx';
import { useTopUpPayment } from './use-top-up-payment.ts';

export function AutomaticTopUpSection() {
  const automatic = useAutomaticTopUp();
  return (
    <SettingsSection title={COPY.automatic.title} hint={COPY.automatic.hint}>
      {automatic.data ? (
        <Settings settings={automatic.data} />
      ) : automatic.isError ? (
        <SectionFailure query={automatic} />
      ) : (
        <Skeleton className="h-14" />
      )}
    </SettingsSection>
  );
}

function Settings({ settings }: { settings: AutomaticTopUpAnswer }) {
  const [open, setOpen] = useState(false);
  const cards = useCards();
  const reload = useReload();
  const { pending, run } = usePending();
  const { enabled, amount, threshold, monthlyCap, usedThisMonth } = settings;
  const hasCard = (cards.data?.cards.length ?? 0) > 0;
  const turnOff = () =>
    run(async () => {
      try {
        await saveAutomaticTopUp({ enabled: false, amount, threshold, monthlyCap });
        toast.success(COPY.automatic.turnedOff);
        await reload();
      } catch (error) {
        reportFailure(error, COPY.failed);
      }
    });
  return (
    <div className="grid gap-3">
      <p>
        {enabled
          ? COPY.automatic.on(formatMoney(amount), formatMoney(threshold), formatMoney(monthlyCap))
          : COPY.automatic.off}
      </p>
      {usedThisMonth > 0 && <p className="text-text-2">{COPY.automatic.used(formatMoney(usedThisMonth))}</p>}
      <Paused settings={settings} />
      {!enabled && !hasCard && <p className="text-text-2">{COPY.automatic.needsCard}</p>}
      <div className="flex flex-wrap gap-3">
        {(enabled || hasCard) && (
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            {enabled ? COPY.automatic.change : COPY.automatic.turnOn}
          </Button>
        )}
        {enabled && (
          <Button variant="ghost" size="sm" disabled={pending} onClick={() => void turnOff()}>
            {COPY.automatic.turnOff}
          </Button>
        )}
      </div>
      {open && <TermsDialog settings={settings} onClose={() => setOpen(false)} />}
    </div>
  );
}

const isKnown = (reason: string): reason is keyof typeof COPY.automatic.paused =>
  Object.hasOwn(COPY.automatic.paused, reason);

const PAYABLE: ReadonlySet<string> = new Set<TopUpAnswer['status']>([
  'requires_payment_method',
  'requires_action',
]);

/** Why no top-up starts, and the payment that waits for the client's bank, even if automatic top-ups are off now. */
function Paused({ settings: { paused, topUpId } }: { settings: AutomaticTopUpAnswer }) {
  const payment = useTopUpPayment();
  const finish = async (id: string) => {
    const topUp = await readTopUp(id);
    if (PAYABLE.has(topUp.status)) payment.open(topUp.amount, startAgain(topUp), topUp);
    else await payment.report({ ...topUp, problem: topUp.problem ?? COPY.automatic.canceled });
  };
  return (
    <>
      {paused !== null && (
        <InlineAlert tone="warn">
          <p>{isKnown(paused) ? COPY.automatic.paused[paused] : paused}</p>
          {paused === 'confirmation_needed' && topUpId !== null && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              onClick={() => void finish(topUpId).catch((error) => reportFailure(error, COPY.failed))}
            >
              {COPY.automatic.finish}
            </Button>
          )}
        </InlineAlert>
      )}
      {/* Stays open although a paid top-up ends the pause. */}
      <PaymentDialog {...payment.dialog} />
    </>
  );
}

interface Draft {
  threshold: string;
  amount: string;
  monthlyCap: string;
  consent: boolean;
}

const FIRST: Omit<Draft, 'consent'> = { threshold: '20.00', amount: '50.00', monthlyCap: '500.00' };
const dollars = (cents: number) => (cents / 100).toFixed(2);

function TermsDialog({ settings, onClose }: { settings: AutomaticTopUpAnswer; onClose: () => void }) {
  const reload = useReload();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...(settings.amount > 0
      ? {
          threshold: dollars(settings.threshold),
          amount: dollars(settings.amount),
          monthlyCap: dollars(settings.monthlyCap),
        }
      : FIRST),
    consent: false,
  }));
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, consent: false, ...part }));
  const terms = termsOf(draft);
  return (
    <FormDialog
      title={COPY.automatic.dialog}
      submitLabel={COPY.automatic.save}
      onClose={onClose}
      check={() => checkTerms(draft)}
      send={async (body) => {
        await saveAutomaticTopUp(body);
        toast.success(COPY.automatic.saved);
        await reload();
      }}
      explain={(error) => messageOf(error, COPY.failed)}
    >
      {({ errors, pending }) => (
        <>
          {(['threshold', 'amount', 'monthlyCap'] as const).map((name) => (
            <TextField
              key={name}
              label={
                {
                  threshold: COPY.automatic.threshold,
                  amount: COPY.automatic.amount,
                  monthlyCap: COPY.automatic.cap,
                }[name]
              }
              name={name}
              value={draft[name]}
              onChange={(value) => set({ [name]: value })}
              inputMode="decimal"
              error={errors[name]}
              disabled={pending}
              required
            />
          ))}
          <Checkbox
            label={automaticTopUpConsent(terms)}
            name="consent"
            checked={draft.consent}
            onChange={(consent) => setDraft((current) => ({ ...current, consent }))}
            error={errors.consent}
            disabled={pending}
            required
          />
        </>
      )}
    </FormDialog>
  );
}

const termsOf = ({ threshold, amount, monthlyCap }: Draft) => ({
  threshold: typedCents(threshold) ?? 0,
  amount: typedCents(amount) ?? 0,
  monthlyCap: typedCents(monthlyCap) ?? 0,
});

function checkTerms(draft: Draft): Checked<AutomaticTopUpBody> {
  const names = ['threshold', 'amount', 'monthlyCap'] as const;
  const wrong = names.filter((name) => typedCents(draft[name]) === null);
  if (wrong.length > 0)
    return { errors: Object.fromEntries(wrong.map((name) => [name, COPY.add.amountWrong])) };
  return checkBody(AutomaticTopUpBodySchema, { enabled: true, ...termsOf(draft), consent: draft.consent });
}
