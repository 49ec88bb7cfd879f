import type { BillingDetailsAnswer, BillingDetailsBody } from '@lading/contract/billing.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton } from '../skeleton.tsx';
import { COPY } from './copy.ts';
import { DetailsDialog } from './details-dialog.tsx';

interface BillingDetailsProps {
  query: UseQueryResult<BillingDetailsAnswer>;
  /** Null for people who may not change the details. */
  save: ((loaded: BillingDetailsBody, edited: BillingDetailsBody) => Promise<void>) | null;
}

/** The name and address that documents are issued to. */
export function BillingDetails({ query, save }: BillingDetailsProps) {
  const [open, setOpen] = useState(false);
  const { data } = query;
  if (!data)
    return query.isError ? (
      <ErrorPanel
        message={COPY.details.loadFailed}
        reason={reasonOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton className="h-28" />
    );
  return (
    <section
      aria-label={COPY.details.title}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-5"
    >
      <dl className="flex min-w-0 flex-wrap gap-x-12 gap-y-4">
        <Part name={COPY.details.issuedTo}>
          <span className="text-strong">{data.printed.name}</span>
          {data.printed.addressLines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and lines are never moved.
            <span key={index} className="block">
              {line}
            </span>
          ))}
        </Part>
        {data.taxId && <Part name={COPY.details.taxId}>{data.taxId}</Part>}
        {data.reference && <Part name={COPY.details.reference}>{data.reference}</Part>}
      </dl>
      {save && (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {COPY.details.change}
        </Button>
      )}
      {open && save && <DetailsDialog details={data} save={save} onClose={() => setOpen(false)} />}
    </section>
  );
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-small text-text-2">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);
