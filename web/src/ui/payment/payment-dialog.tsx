import { PAYMENT } from '@lading/contract/messages.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { CircleCheck, CreditCard, LockKeyhole, ShieldCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { ExtraLines } from '../rates/extra-lines.tsx';
import { Segmented } from '../segmented.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useSlow } from '../use-slow.ts';
import { badgesFor } from './badges.ts';
import { COPY } from './copy.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import type { PaymentEvents } from './payment-events.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { usePayment } from './use-payment.ts';
import type { PaymentRequest } from './use-payment-setup.ts';

export interface PaymentDialogProps extends PaymentEvents {
  /** Null closes the dialog. */
  request: PaymentRequest | null;
  onCancel: () => void;
  /** Gets new rates when the price has changed. */
  onRefresh?: () => void;
}

export function PaymentDialog({ request, onCancel, onRefresh, ...events }: PaymentDialogProps) {
  if (!request) return null;
  return <OpenDialog key={request.key} {...{ request, onCancel, onRefresh, events }} />;
}

interface OpenDialogProps {
  request: PaymentRequest;
  onCancel: () => void;
  onRefresh: (() => void) | undefined;
  events: PaymentEvents;
}

function OpenDialog({ request, onCancel, onRefresh, events }: OpenDialogProps) {
  const payment = usePayment(request, events);
  const { phase, Form } = payment;
  const { method } = payment.methods.choice;
  const { key: turn, ...formProps } = payment.formProps;
  const amount = formatMoney(request.amountCents);
  const labels = request.rateIds.length;
  const locked = phase === 'processing' || phase === 'success';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void payment.pay();
  };
  return (
    <PaymentFrame title={PAYMENT.title} locked={locked} onClose={onCancel}>
      <div className="stub mt-3 flex items-start justify-between gap-4 border-b border-line bg-surface-2 px-4 py-3">
        <p className="min-w-0 wrap-anywhere text-text-2">
          {request.description}
          {request.extras && <ExtraLines extras={request.extras} />}
        </p>
        <p className="num shrink-0 text-h3">{amount}</p>
      </div>
      <CrashBoundary onRetry={payment.retry} onCancel={onCancel}>
        {phase === 'success' ? (
          <Paid amount={amount} next={request.afterPaying ?? COPY.afterPaying(labels)} />
        ) : (
          <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
            <Methods payment={payment} amountCents={request.amountCents} locked={locked} />
            <div className="relative empty:hidden">
              {phase === 'loading' && payment.problem === null && <FormSkeleton />}
              {Form && method !== 'balance' && (
                // Laid out while invisible, because a form in a frame needs its width to compute its height.
                <div className={cx(phase === 'loading' && 'invisible absolute inset-x-0 top-0')}>
                  <Form key={turn} {...formProps} onEscape={() => locked || onCancel()} />
                </div>
              )}
            </div>
            <Problem payment={payment} onRefresh={onRefresh} />
            <div className="grid gap-3">
              <Button
                type="submit"
                size="lg"
                loading={phase === 'processing'}
                disabled={payment.blocked}
                aria-disabled={phase === 'loading'}
              >
                <Icon of={LockKeyhole} className="size-4" />
                {PAYMENT.pay(amount)}
              </Button>
              <Button variant="ghost" disabled={locked} onClick={onCancel}>
                {PAYMENT.cancel}
              </Button>
            </div>
            <p role="status" className="min-h-5 text-center text-small text-text-2">
              {phase === 'processing'
                ? COPY.processing
                : (request.afterPaying ?? COPY.beforePaying(labels, method))}
            </p>
          </form>
        )}
      </CrashBoundary>
      <Badges provider={payment.provider} />
    </PaymentFrame>
  );
}

interface MethodsProps {
  payment: Pick<ReturnType<typeof usePayment>, 'methods' | 'balanceCents'>;
  amountCents: number;
  locked: boolean;
}

function Methods({ payment: { methods, balanceCents }, amountCents, locked }: MethodsProps) {
  const hasChoice = methods.methods.length > 0;
  if (!hasChoice && balanceCents === 0) return null;
  const available = formatMoney(methods.availableCents);
  return (
    <div className="grid gap-3">
      {hasChoice && (
        <Segmented
          legend={COPY.method}
          value={methods.choice.method}
          onChange={(method) => locked || methods.choose(method)}
          options={methods.methods.map((value) => ({ value, label: COPY.methods[value](available) }))}
        />
      )}
      {balanceCents > 0 && (
        <dl className="num grid grid-cols-[1fr_auto] gap-y-1 text-small text-text-2">
          <dt>{COPY.fromBalance}</dt>
          <dd>{formatMoney(balanceCents)}</dd>
          <dt>{COPY.byCard}</dt>
          <dd>{formatMoney(amountCents - balanceCents)}</dd>
        </dl>
      )}
    </div>
  );
}

interface ProblemProps {
  payment: Pick<ReturnType<typeof usePayment>, 'problem' | 'action' | 'retry' | 'priceChanged'>;
  onRefresh: (() => void) | undefined;
}

function Problem({ payment, onRefresh }: ProblemProps) {
  if (!payment.problem) return null;
  return (
    <InlineAlert tone="bad">
      <p>{payment.problem}</p>
      {payment.action && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={payment.retry}>
          {payment.action}
        </Button>
      )}
      {payment.priceChanged && onRefresh && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onRefresh}>
          {COPY.refreshRates}
        </Button>
      )}
    </InlineAlert>
  );
}

/** As tall as the card form, so that nothing moves when the form appears. */
function FormSkeleton() {
  const slow = useSlow(true);
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{COPY.loading}</span>
      <Skeleton className="h-11 w-24" />
      <Skeleton className="h-20" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
      </div>
      {slow && <p className="text-small text-text-2">{COPY.stillLoading}</p>}
    </div>
  );
}

function Paid({ amount, next }: { amount: string; next: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-14 text-center">
      <Icon of={CircleCheck} strokeWidth={1.5} className="size-14 text-ok-fg" />
      <p className="num text-h2">{COPY.paid(amount)}</p>
      <p className="text-text-2">{next}</p>
    </div>
  );
}

const BADGE_ICONS = { ssl: LockKeyhole, pci: ShieldCheck, provider: CreditCard } as const;

function Badges({ provider }: { provider: string | null }) {
  const badges = badgesFor(window.location, provider);
  return (
    <ul className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 border-t border-line pt-4 text-small text-text-2">
      {badges.map(({ kind, text }) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <Icon of={BADGE_ICONS[kind]} className="size-4" />
          {text}
        </li>
      ))}
    </ul>
  );
}
