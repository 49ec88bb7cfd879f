import type { BalanceAnswer } from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PaymentDialog } from '../../ui/payment/payment-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddFundsDialog } from './add-funds-dialog.tsx';
import { AdjustmentsSection } from './adjustments-section.tsx';
import { AutomaticTopUpSection } from './automatic-top-up-section.tsx';
import { useBalance } from './balance-calls.ts';
import { CardsSection } from './cards-section.tsx';
import { COPY } from './copy.ts';
import { EntriesSection } from './entries-section.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';
import { RefundsSection } from './refunds-section.tsx';
import { useTopUpPayment } from './use-top-up-payment.ts';

export function BalancePage() {
  const balance = useBalance();
  const [open, setOpen] = useState<'add' | 'pay-out' | null>(null);
  const payment = useTopUpPayment();
  const close = () => setOpen(null);
  return (
    <>
      <h1 className="text-h1">{COPY.title}</h1>
      <p className="mt-1 max-w-prose text-text-2">{COPY.intro}</p>
      <div className="mt-6">
        {balance.data ? (
          <Figures balance={balance.data} onAdd={() => setOpen('add')} onPayOut={() => setOpen('pay-out')} />
        ) : balance.isError ? (
          <ErrorPanel
            message={COPY.loadFailed}
            reason={reasonOf(balance.error)}
            onRetry={() => void balance.refetch()}
          />
        ) : (
          <Skeleton className="h-36" />
        )}
      </div>
      <div className="mt-8">
        <AutomaticTopUpSection />
        <CardsSection />
        <RefundsSection />
        <AdjustmentsSection />
        <EntriesSection />
      </div>
      {open === 'add' && <AddFundsDialog onClose={close} onPay={payment.open} onDone={payment.report} />}
      <PaymentDialog {...payment.dialog} />
      {open === 'pay-out' && balance.data && <PayOutDialog payable={balance.data.payable} onClose={close} />}
    </>
  );
}

interface FiguresProps {
  balance: BalanceAnswer;
  onAdd: () => void;
  onPayOut: () => void;
}

function Figures({ balance, onAdd, onPayOut }: FiguresProps) {
  return (
    <section aria-label={COPY.figure} className="rounded-card border border-line bg-surface p-5">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Figure title={COPY.figure} cents={balance.balance} isMain />
        {balance.creditLimit > 0 && (
          <>
            <Figure title={COPY.available} cents={balance.available} />
            <Figure title={COPY.creditLimit} cents={balance.creditLimit} />
          </>
        )}
      </dl>
      <div className="mt-4 grid gap-3 empty:hidden">
        {balance.overdue > 0 ? (
          <InlineAlert tone="bad" announced>
            {COPY.overdue(formatMoney(balance.overdue))}
          </InlineAlert>
        ) : (
          balance.owed > 0 && <InlineAlert tone="warn">{COPY.owed(formatMoney(balance.owed))}</InlineAlert>
        )}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onAdd}>{COPY.addFunds}</Button>
        {balance.payable > 0 && (
          <Button variant="secondary" onClick={onPayOut}>
            {COPY.payOut.action}
          </Button>
        )}
      </div>
    </section>
  );
}

function Figure({ title, cents, isMain = false }: { title: string; cents: number; isMain?: boolean }) {
  return (
    <div>
      <dt className="text-small text-text-2">{title}</dt>
      <dd className={isMain ? 'num text-h1' : 'num text-h3'}>{formatMoney(cents)}</dd>
    </div>
  );
}
