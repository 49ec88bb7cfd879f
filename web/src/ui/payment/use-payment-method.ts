import { type BalanceAnswer, BalanceAnswerSchema } from '@lading/contract/balance.ts';
import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';

/** `split`: the balance pays a part and the card the rest. */
export type PaymentMethod = 'balance' | 'split' | 'card';

export interface MethodChoice {
  /** Null while the balance is loading. */
  method: PaymentMethod | null;
  /** Grows with every change, because each choice is a payment of its own. */
  turn: number;
  /** Undefined for a client without a balance. */
  useBalance: boolean | undefined;
}

/** What the client can pay with. The balance is the first choice if it covers everything. */
export function usePaymentMethod(amountCents: number, isForLabels: boolean) {
  const [chosen, setChosen] = useState<{ method: PaymentMethod; turn: number } | null>(null);
  const balance = useQuery({
    queryKey: ['balance'],
    queryFn: () => apiRequest(BalanceAnswerSchema, API.balance),
    enabled: isForLabels,
    retry: false,
  });
  const methods = isForLabels ? methodsFor(amountCents, balance.data) : [];
  const first = isForLabels && balance.isPending ? null : (methods[0] ?? 'card');
  const method = chosen?.method ?? first;
  const choice: MethodChoice = {
    method,
    turn: chosen?.turn ?? 0,
    useBalance: methods.length === 0 || method === null ? undefined : method !== 'card',
  };
  return {
    choice,
    /** Empty if there is nothing to choose. */
    methods,
    availableCents: balance.data?.available ?? 0,
    reload: () => void balance.refetch(),
    choose: (next: PaymentMethod) =>
      next !== method && setChosen({ method: next, turn: (chosen?.turn ?? 0) + 1 }),
  };
}

/** The preferred one first. A card can't be charged less than its minimum. */
function methodsFor(amountCents: number, balance: BalanceAnswer | undefined): PaymentMethod[] {
  const available = balance?.available ?? 0;
  if (available >= amountCents) return ['balance', 'card'];
  return available > 0 && amountCents > PAYMENT_CENTS.min ? ['card', 'split'] : [];
}
