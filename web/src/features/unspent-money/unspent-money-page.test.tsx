import {
  UNSPENT_STATE_NAMES,
  type UnspentItem,
  type UnspentMoneyAnswer,
} from '@lading/contract/admin-refunds.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { COPY } from './copy.ts';

const item = (part: Partial<UnspentItem>): UnspentItem => ({
  paymentId: 'p-1',
  refundId: null,
  shipmentId: null,
  clientId: '0198f3c2-7c1e-7aa0-8000-000000000002',
  clientName: 'Dana Reyes',
  amount: 5,
  paid: 17.5,
  state: 'waiting',
  reason: 'The rates expired before the label was bought',
  at: '2026-11-15T10:00:00.000Z',
  ...part,
});
const LIST = `GET ${API.adminUnspentMoney}`;
const answer = (items: UnspentItem[], totals: UnspentMoneyAnswer['data']['totals']) => () =>
  json({ data: { items, totals, pagination: paginationOf(items.length, 1, 50) } });
const card = (title: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${title}$`) })
    .first();

describe('unspent money', () => {
  it('says how much is waiting, from which payment, and why', async () => {
    const totals = [
      { state: 'waiting', count: 1, amount: 5 },
      { state: 'refunded', count: 2, amount: 31.1 },
    ];
    await openApp(PAGES.adminUnspentMoney, { as: 'admin', answers: { [LIST]: answer([item({})], totals) } });
    const row = page.getByRole('row').filter({ hasText: 'Dana Reyes' });
    for (const text of ['from a payment of $17.50', UNSPENT_STATE_NAMES.waiting, item({}).reason])
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    await expect.element(card(UNSPENT_STATE_NAMES.refunded)).toBeVisible();
    await expect.element(page.getByText('$31.10')).toBeVisible();
    await expect.element(page.getByText('2 items')).toBeVisible();
  });

  it('can be filtered by status, and says when there is none', async () => {
    const { callsTo, answer: reply } = await openApp(PAGES.adminUnspentMoney, {
      as: 'admin',
      answers: { [LIST]: answer([item({})], []) },
    });
    await expect.element(page.getByText('from a payment of $17.50')).toBeVisible();
    reply({ [LIST]: answer([], []) });
    await page.getByLabelText('Status').selectOptions('failed');
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    expect(callsTo(LIST).at(-1)?.query.get('state')).toBe('failed');
  });
});
