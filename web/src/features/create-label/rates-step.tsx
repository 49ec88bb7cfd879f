import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { WIZARD } from '@lading/contract/messages.ts';
import type { CarrierMessage } from '@lading/contract/rate-refusals.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { mayChange, reasonTexts } from '../../ui/rates/carrier-messages.ts';
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
import { COPY } from './copy.ts';
import { RatesProblem, type RatesWait } from './rates-problem.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { isOutdated, selectedRate } from './wizard-state.ts';

interface RatesStepProps extends StepProps, RatesWait {
  onRefresh: () => void;
  onPay: (rate: Rate) => void;
}

const ALL = 'all';
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** A longer delay overflows the timer and fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The current time, updated when the next rate expires. */
function useNowUntilExpiry(rates: readonly Rate[]): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const next = Math.min(...rates.map(({ expiresAt }) => Date.parse(expiresAt)).filter((at) => at > now));
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now(), MAX_TIMER_MS) + 1);
    return () => clearTimeout(timer);
  }, [rates, now]);
  return now;
}

/** Sorting and filtering by carrier. */
function useRateView(rates: readonly Rate[]) {
  const [sort, setSort] = useState<RateSort>('recommended');
  const [wanted, setCarrier] = useState(ALL);
  const carriers = carriersOf(rates);
  const canFilter = rates.length >= FILTER_FROM && carriers.length > 1;
  // Refreshed rates may no longer include the carrier.
  const carrier = canFilter && carriers.includes(wanted) ? wanted : ALL;
  const shown = sortRates(rates, sort).filter((rate) => carrier === ALL || rate.carrier === carrier);
  return { shown, sort, setSort, carrier, setCarrier, carriers: canFilter ? carriers : [] };
}

const NO_RATES: readonly Rate[] = [];

export function RatesStep(props: RatesStepProps) {
  const { pending, slow, problem, onCancel, onRefresh, onPay, ...step } = props;
  const { wizard, today, dispatch } = step;
  const rates = wizard.quote?.rates ?? NO_RATES;
  const messages = wizard.quote?.messages ?? [];
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const outdated = isOutdated(wizard, today, useNowUntilExpiry(rates));
  const datePassed = wizard.shippingDate < today;
  const chosen = selectedRate(wizard);
  const view = useRateView(rates);

  const select = (rate: Rate | undefined) => {
    if (!rate || pending) return;
    setMissing(false);
    dispatch({ type: 'rate-selected', rateId: rate.objectId });
  };
  useShortcuts(
    DIGITS.map((digit) => ({
      keys: String(digit),
      label: `Choose rate ${digit}`,
      run: () => select(view.shown[digit - 1]),
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
      pendingText={COPY.package.fetchingRates}
      aside={
        chosen && (
          <p className="num text-text-2 max-lg:hidden">
            Total <span className="text-strong text-text">{priceText(chosen)}</span>
          </p>
        )
      }
    >
      <RatesProblem {...{ pending, slow, problem, onCancel }} />
      {outdated && !pending && (
        <OutdatedAlert datePassed={datePassed} onFix={datePassed ? back : onRefresh} />
      )}
      {missing && !chosen && rates.length > 0 && <InlineAlert tone="bad">{WIZARD.rateRequired}</InlineAlert>}
      {rates.length > 0 ? (
        <RateChoices view={view} rateId={wizard.rateId} pending={pending} onPick={select} />
      ) : (
        <NoRates messages={messages} pending={pending} onBack={back} onRetry={onRefresh} />
      )}
      {rates.length > 0 && (
        <CarrierMessages
          messages={messages}
          pending={pending}
          onRetry={onRefresh}
          onDeclare={() => {
            dispatch({ type: 'customs-edited', edit: (customs) => ({ ...customs, wanted: true }) });
            back();
          }}
        />
      )}
    </StepFrame>
  );
}

function OutdatedAlert({ datePassed, onFix }: { datePassed: boolean; onFix: () => void }) {
  return (
    <InlineAlert tone="warn">
      <p>{datePassed ? COPY.rates.datePassed : COPY.rates.changed}</p>
      <Button variant="secondary" size="sm" className="mt-2" onClick={onFix}>
        {datePassed ? 'Change date' : 'Refresh rates'}
      </Button>
    </InlineAlert>
  );
}

interface RateChoicesProps {
  view: ReturnType<typeof useRateView>;
  rateId: string | null;
  pending: boolean;
  onPick: (rate: Rate) => void;
}

function RateChoices({ view, rateId, pending, onPick }: RateChoicesProps) {
  const shortcuts = useShortcutsEnabled();
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Segmented legend="Sort rates" value={view.sort} onChange={view.setSort} options={RATE_SORTS} />
        {view.carriers.length > 0 && (
          <Segmented
            legend="Show carrier"
            value={view.carrier}
            onChange={view.setCarrier}
            options={[ALL, ...view.carriers].map((value) => ({
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
        {view.shown.map((rate, index) => (
          <RateRow
            key={rate.objectId}
            rate={rate}
            shortcut={shortcuts && index < DIGITS.length ? index + 1 : null}
            checked={rate.objectId === rateId}
            onPick={() => onPick(rate)}
          />
        ))}
      </fieldset>
    </>
  );
}

interface CarrierMessagesProps {
  messages: readonly CarrierMessage[];
  pending: boolean;
  onRetry: () => void;
}

function NoRates({ onBack, ...props }: CarrierMessagesProps & { onBack: () => void }) {
  return (
    <EmptyState
      title={COPY.rates.none}
      action={
        <>
          <Button onClick={onBack}>Change package</Button>
          <Button
            variant="secondary"
            onClick={() => {
              onBack();
              onBack();
            }}
          >
            Change addresses
          </Button>
          {mayChange(props.messages) && (
            <Button variant="secondary" loading={props.pending} onClick={props.onRetry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <Reasons messages={props.messages} />
    </EmptyState>
  );
}

/** Why a carrier has no rates. */
function CarrierMessages(props: CarrierMessagesProps & { onDeclare: () => void }) {
  const { messages, pending, onRetry, onDeclare } = props;
  if (messages.length === 0) return null;
  const lacksDeclaration = messages.some(({ text }) => text === CUSTOMS.declarationRequired);
  return (
    <div className="rounded-card border border-line bg-surface-2 p-4">
      <Reasons messages={messages} />
      {lacksDeclaration && (
        <Button variant="secondary" size="sm" className="mt-3 mr-3" onClick={onDeclare}>
          {COPY.customs.add}
        </Button>
      )}
      {mayChange(messages) && (
        <Button variant="secondary" size="sm" className="mt-3" loading={pending} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function Reasons({ messages }: { messages: readonly CarrierMessage[] }) {
  return (
    <ul className="grid gap-1.5 text-text-2">
      {reasonTexts(messages).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
