import { formatMoney } from '@lading/contract/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { COPY } from './copy.ts';
import { unknownCharge, wasCharged } from './unknown-charge.ts';
import type { PaymentRequest } from './use-payment-setup.ts';

/** A payment for the same rates needs no check: the server continues the one that was made. */
function readOther({ start, rateIds }: PaymentRequest) {
  const charge = start ? null : unknownCharge.read();
  return charge?.order.rateIds.join() === rateIds.join() ? null : charge;
}

/** Finds out whether the balance was charged for other rates, before anything else is charged. */
export function useEarlierCharge(request: PaymentRequest) {
  const client = useQueryClient();
  const [charge, setCharge] = useState(() => readOther(request));
  const lookup = useQuery({
    queryKey: ['earlier-charge', charge?.key],
    queryFn: () => (charge ? wasCharged(charge) : false),
    enabled: charge !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data: wasMade } = lookup;
  useEffect(() => {
    if (wasMade === undefined) return;
    unknownCharge.forget();
    if (wasMade) void client.invalidateQueries({ queryKey: ['balance'] });
    else setCharge(null);
  }, [wasMade, client]);
  return {
    isSettled: charge === null,
    problem: charge && problemOf(charge.order.amount, wasMade, lookup.isError && !lookup.isFetching),
    /** What the client can do about the problem. */
    action: wasMade ? COPY.payAnyway : COPY.tryAgain,
    act() {
      if (wasMade) setCharge(null);
      else void lookup.refetch();
    },
  };
}

function problemOf(cents: number, wasMade: boolean | undefined, isUnknown: boolean): string | null {
  if (wasMade) return COPY.earlierPaid(formatMoney(cents));
  return isUnknown ? COPY.earlierUnknown : null;
}
