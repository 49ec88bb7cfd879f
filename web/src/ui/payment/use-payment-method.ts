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

const UNDECIDED: MethodChoice = { method: null, turn: 0, useBalance: undefined };

/**
 * What the client can pay with. The balance is the first choice if it covers everything. A choice stays when the balance
 * changes: the card may be typed already, and the payment may have been started.
 */
export function usePaymentMethod(amountCents: number, isForLabels: boolean) {
  const [choice, setChoice] = useState(UNDECIDED);
  const balance = useQuery({
    queryKey: ['balance'],
    queryFn: () => apiRequest(BalanceAnswerSchema, API.balance),
    enabled: isForLabels,
    retry: false,
  });
  const methods = isForLabels ? methodsFor(amountCents, balance.data) : [];
  if (choice.method === null && !(isForLabels && balance.isPending)) setChoice(firstOf(methods, 0));
  return {
    choice,
    /** Empty if there is nothing to choose. */
    methods: choice.method === 'balance' && methods.length === 0 ? BALANCE_OR_CARD : methods,
    availableCents: balance.data?.available ?? 0,
    choose: (method: PaymentMethod) =>
      method !== choice.method && setChoice({ method, turn: choice.turn + 1, useBalance: method !== 'card' }),
    /** Replaces a payment that the balance no longer covers. */
    async chooseAgain() {
      const { data } = await balance.refetch();
      setChoice(firstOf(methodsFor(amountCents, data), choice.turn + 1));
    },
  };
}

const firstOf = (methods: readonly PaymentMethod[], turn: number): MethodChoice => {
  const [method = 'card'] = methods;
  return { method, turn, useBalance: methods.length === 0 ? undefined : method !== 'card' };
};

const BALANCE_OR_CARD: PaymentMethod[] = ['balance', 'card'];

/** The preferred one first. A card can't be charged less than its minimum. */
function methodsFor(amountCents: number, balance: BalanceAnswer | undefined): PaymentMethod[] {
  const available = balance?.available ?? 0;
  if (available >= amountCents) return BALANCE_OR_CARD;
  return available > 0 && amountCents > PAYMENT_CENTS.min ? ['card', 'split'] : [];
}
