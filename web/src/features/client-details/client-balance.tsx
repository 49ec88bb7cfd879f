import type { AdminBalanceAnswer } from '@lading/contract/balance.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useRef, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { useLinkTarget } from '../../lib/use-link-target.ts';
import { BalanceEntries } from '../../ui/balance-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BALANCE_COPY as COPY } from './balance-copy.ts';
import { ChangeBalanceDialog, TermsDialog } from './balance-dialogs.tsx';
import { useClientBalance } from './use-client-balance.ts';

export function ClientBalance({ clientId, mayChange }: { clientId: string; mayChange: boolean }) {
  const balance = useClientBalance(clientId);
  const [open, setOpen] = useState<'change' | 'terms' | null>(null);
  const close = () => setOpen(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLinkTarget(heading, !balance.isPending);
  return (
    <section aria-labelledby="client-balance" className="rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="client-balance" ref={heading} tabIndex={-1} className="scroll-mt-20 text-h3 outline-none">
          {COPY.title}
        </h2>
        {mayChange && balance.data && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setOpen('change')}>
              {COPY.change}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setOpen('terms')}>
              {COPY.terms}
            </Button>
          </div>
        )}
      </div>
      {balance.data ? (
        <Standing answer={balance.data} />
      ) : balance.isError ? (
        <ErrorPanel
          message={COPY.loadFailed}
          reason={reasonOf(balance.error)}
          onRetry={() => void balance.refetch()}
        />
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
      {open === 'change' && <ChangeBalanceDialog clientId={clientId} onClose={close} />}
      {open === 'terms' && balance.data && (
        <TermsDialog clientId={clientId} terms={balance.data.balance} onClose={close} />
      )}
    </section>
  );
}

function Standing({ answer: { balance, entries } }: { answer: AdminBalanceAnswer }) {
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <Figure name={COPY.balance} text={formatMoney(balance.balance)} />
        {balance.creditLimit > 0 && (
          <>
            <Figure name={COPY.creditLimit} text={formatMoney(balance.creditLimit)} />
            <Figure name={COPY.due} text={COPY.days(balance.dueDays)} />
          </>
        )}
      </dl>
      {balance.owed > 0 && (
        <div className="mt-4">
          <InlineAlert tone="warn">
            {balance.overdue > 0
              ? COPY.overdue(formatMoney(balance.overdue))
              : COPY.owed(formatMoney(balance.owed))}
          </InlineAlert>
        </div>
      )}
      {entries.length === 0 ? (
        <p className="mt-4 text-text-2">{COPY.none}</p>
      ) : (
        <div className="mt-4">
          <BalanceEntries entries={entries} />
        </div>
      )}
    </>
  );
}

function Figure({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-small text-text-2">{name}</dt>
      <dd className="num text-h3">{text}</dd>
    </div>
  );
}
