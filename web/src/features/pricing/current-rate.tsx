import type { GlobalPricing } from '@lading/contract/global-pricing.ts';
import { PRICING } from '@lading/contract/messages.ts';
import { type ReactNode, useId } from 'react';
import { formatMarkup } from '../../ui/commission/commission-amount.ts';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface CurrentRateProps {
  pricing: GlobalPricing | undefined;
  waiting: boolean;
}

/** The commission currently in force. */
export function CurrentRate({ pricing, waiting }: CurrentRateProps) {
  const id = useId();
  const value = (show: (pricing: GlobalPricing) => ReactNode) => {
    if (pricing) return show(pricing);
    return waiting ? <Skeleton className="my-1 h-5 w-24" /> : <span aria-hidden="true">&nbsp;</span>;
  };
  return (
    <section
      aria-labelledby={id}
      className="rounded-t-card border border-b-0 border-line bg-surface px-4 pt-4 pb-5 sm:px-5"
    >
      <h2 id={id} className="text-h3">
        Current commission
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="Type">{value(({ markupType }) => PRICING.types[markupType])}</Fact>
        <Fact name="Amount">
          {value(({ markupType, markupAmount }) => formatMarkup(markupType, markupAmount))}
        </Fact>
        <Fact name="Last updated">
          {value(({ updatedAt }) => (
            <OperatorMoment iso={updatedAt} day />
          ))}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-micro text-text-2">{name}</dt>
      <dd className="num text-h3">{children}</dd>
    </div>
  );
}
