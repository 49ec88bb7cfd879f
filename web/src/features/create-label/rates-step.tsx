import { WIZARD } from '@lading/contract/messages.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import {
  carriersOf,
  FILTER_FROM,
  priceText,
  RATE_SORTS,
  type RateSort,
  sortRates,
} from '../../ui/rates/rate-list.ts';
import { RateRow } from '../../ui/rates/rate-row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { isOutdated, selectedRate } from './wizard-state.ts';

export interface RatesStepProps extends StepProps {
  /** While the carriers are asked again. */
  pending: boolean;
  problem: string | null;
  onRefresh: () => void;
  onPay: (rate: Rate) => void;
}

const ALL = 'all';
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** Longer waits than a timer can count end at once; nobody sits here that long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The present moment, renewed when the next price runs out. */
function useMomentOfExpiry(rates: readonly Rate[]): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const next = Math.min(...rates.map(({ expiresAt }) => Date.parse(expiresAt)).filter((at) => at > now));
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now(), LONGEST_TIMER_MS) + 1);
    return () => clearTimeout(timer);
  }, [rates, now]);
  return now;
}

const NO_RATES: readonly Rate[] = [];

export function RatesStep({ pending, problem, onRefresh, onPay, ...step }: RatesStepProps) {
  const { wizard, today, dispatch } = step;
  const rates = wizard.quote?.rates ?? NO_RATES;
  const [sort, setSort] = useState<RateSort>('recommended');
  const [carrier, setCarrier] = useState(ALL);
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const now = useMomentOfExpiry(rates);
  const outdated = isOutdated(wizard, today, now);
  const dayPassed = wizard.shippingDate < today;
  const carriers = carriersOf(rates);
  const filter = rates.length >= FILTER_FROM && carriers.length > 1;
  // The carrier that was looked for may be missing among newer prices.
  const only = filter && carriers.includes(carrier) ? carrier : ALL;
  const shown = sortRates(rates, sort).filter((rate) => only === ALL || rate.carrier === only);
  const chosen = selectedRate(wizard);
  const shortcuts = useShortcutsEnabled();

  const select = (rate: Rate | undefined) => {
    if (!rate || pending) return;
    setMissing(false);
    dispatch({ type: 'rate-selected', rateId: rate.objectId });
  };
  useShortcuts(
    DIGITS.map((digit) => ({
      keys: String(digit),
      label: `Choose rate ${digit}`,
      run: () => select(shown[digit - 1]),
    })),
  );

  const back = () => dispatch({ type: 'went-back' });
  const submit = () => {
    if (outdated) return;
    if (chosen) return onPay(chosen);
    setMissing(true);
    toast.error(WIZARD.rateRequired);
    form.current?.querySelector<HTMLInputElement>('input[name=rate]')?.focus();
  };

  return (
    <StepFrame
      {...step}
      formRef={form}
      number={4}
      title="Rates"
      onBack={back}
      onSubmit={submit}
      submitLabel={WIZARD.payAndGenerate}
      submitDisabled={outdated || rates.length === 0}
      pending={pending}
      pendingText="Asking the carriers…"
    >
      {problem && (
        <InlineAlert tone="bad">
          <p>{WIZARD.ratesFailed}</p>
          {problem !== WIZARD.ratesFailed && <p>{problem}</p>}
        </InlineAlert>
      )}
      {outdated && !pending && (
        <InlineAlert tone="warn">
          <p>{dayPassed ? 'The shipping date has passed.' : 'Rates may have changed.'}</p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={dayPassed ? back : onRefresh}>
            {dayPassed ? 'Change the date' : 'Refresh rates'}
          </Button>
        </InlineAlert>
      )}
      {missing && !chosen && rates.length > 0 && <InlineAlert tone="bad">{WIZARD.rateRequired}</InlineAlert>}
      {rates.length > 0 ? (
        <>
          <div className="flex flex-wrap gap-3">
            <Segmented legend="Sort rates" value={sort} onChange={setSort} options={RATE_SORTS} />
            {filter && (
              <Segmented
                legend="Show carrier"
                value={only}
                onChange={setCarrier}
                options={[ALL, ...carriers].map((value) => ({
                  value,
                  label: value === ALL ? 'All carriers' : value,
                }))}
              />
            )}
          </div>
          <fieldset
            aria-busy={pending}
            className="rule-heavy divide-y divide-line overflow-hidden rounded-b-card border-x border-b border-line bg-surface"
          >
            <legend className="sr-only">Shipping rates</legend>
            {shown.map((rate, index) => (
              <RateRow
                key={rate.objectId}
                rate={rate}
                shortcut={shortcuts && index < DIGITS.length ? index + 1 : null}
                checked={rate.objectId === wizard.rateId}
                onPick={() => select(rate)}
              />
            ))}
          </fieldset>
        </>
      ) : (
        <EmptyState
          title="No carrier offered a rate for this package"
          action={
            <>
              <Button onClick={back}>Change package</Button>
              <Button
                variant="secondary"
                onClick={() => {
                  back();
                  back();
                }}
              >
                Change addresses
              </Button>
            </>
          }
        />
      )}
      <CarrierMessages messages={wizard.quote?.messages ?? []} pending={pending} onRetry={onRefresh} />
      {chosen && (
        <p className="num text-right text-text-2 max-lg:hidden">
          To pay <span className="text-strong text-text">{priceText(chosen)}</span>
        </p>
      )}
    </StepFrame>
  );
}

interface CarrierMessagesProps {
  messages: readonly { carrier: string; text: string }[];
  pending: boolean;
  onRetry: () => void;
}

/** What a carrier could not offer is said, not hidden. */
function CarrierMessages({ messages, pending, onRetry }: CarrierMessagesProps) {
  if (messages.length === 0) return null;
  return (
    <div className="rounded-card border border-line bg-surface-2 p-4">
      <ul className="grid gap-1.5 text-text-2">
        {messages.map(({ carrier, text }) => (
          <li key={`${carrier} ${text}`}>
            {!text.startsWith(carrier) && <span className="text-strong text-text">{carrier} </span>}
            {text}
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="sm" className="mt-3" loading={pending} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
