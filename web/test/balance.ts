import type { AutomaticTopUpAnswer, StoredCard, TopUpAnswer } from '@lading/contract/balance.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { openApp } from './app.tsx';
import { type Answers, json, NO_BALANCE } from './fake-server.ts';
import { PAYMENT_ID } from './purchase.ts';

export const CARD: StoredCard = {
  id: '0198f3c2-7c1e-7aa0-8000-000000000011',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
  isDefault: true,
  status: 'usable',
};
/** Automatic top-ups that were never turned on. */
export const OFF: AutomaticTopUpAnswer = {
  enabled: false,
  threshold: 0,
  amount: 0,
  monthlyCap: 0,
  usedThisMonth: 0,
  paused: null,
  topUpId: null,
  consentedAt: null,
};
export const topUp = (part: Partial<TopUpAnswer> = {}): TopUpAnswer => ({
  topUpId: 't-1',
  amount: 5_000,
  status: 'requires_payment_method',
  automatic: false,
  paymentIntentId: PAYMENT_ID,
  clientSecret: 'secret',
  card: null,
  methodId: null,
  problem: null,
  ...part,
});
/** A balance entry. */
export const entry = {
  id: '1',
  at: '2026-11-15T10:00:00.000Z',
  kind: 'top_up',
  text: 'Top-up with Visa ending in 4242',
  cents: 5_000,
  balance: 5_000,
  paymentId: null,
  shipmentId: null,
};

/** The balance page of a client with one card and $50.00. */
export const openBalance = (answers: Answers = {}) =>
  openApp(PAGES.balance, {
    as: 'client',
    answers: {
      [`GET ${API.balance}`]: () => json({ ...NO_BALANCE, balance: 5_000, available: 5_000, payable: 5_000 }),
      [`GET ${API.balanceEntries}`]: () => json({ entries: [entry], pagination: paginationOf(1, 1, 50) }),
      [`GET ${API.adjustments}`]: () => json({ adjustments: [], pagination: paginationOf(0, 1, 50) }),
      [`GET ${API.storedCards}`]: () => json({ cards: [CARD] }),
      [`GET ${API.automaticTopUp}`]: () => json(OFF),
      [`GET ${API.balanceRefunds}`]: () => json({ refundTo: 'card', canChoose: true }),
      ...answers,
    },
  });
