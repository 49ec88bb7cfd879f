import type { AdminRefund } from '@lading/contract/admin-refunds.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const CLIENT_ID = '0198f3c2-7c1e-7aa0-8000-000000000002';
const refund = (part: Partial<AdminRefund>): AdminRefund => ({
  refundId: 'r-1',
  createdAt: '2026-11-15T10:00:00.000Z',
  amount: 8.4,
  kind: 'by_admin',
  state: 'succeeded',
  reason: 'Wrong address',
  detail: '',
  requestedBy: 'Sam Okafor',
  clientId: CLIENT_ID,
  clientName: 'Dana Reyes',
  shipmentId: '0198f3c2-7c1e-7aa0-8000-000000000009',
  trackingNumber: '9400111899223100000000',
  ...part,
});
const answer = (refunds: AdminRefund[]) =>
  json({
    data: {
      refunds,
      totals: { amount: 20.4, byAdmins: 8.4 },
      admins: [{ id: '0198f3c2-7c1e-7aa0-8000-000000000005', name: 'Sam Okafor' }],
      pagination: paginationOf(refunds.length, 1, 50),
    },
  });
const LIST = `GET ${API.adminRefunds}`;
const open = (answers: Answers, search = '') =>
  openApp(`${PAGES.adminRefunds}${search}`, { as: 'admin', answers });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

describe('the list of refunds', () => {
  it('says who refunded how much, to whom and why, and adds it up', async () => {
    const automatic = refund({
      refundId: 'r-2',
      amount: 12,
      kind: 'failed_purchase',
      state: 'failed',
      reason: 'The carrier refused the label',
      detail: 'The card was closed',
      requestedBy: null,
      shipmentId: null,
    });
    await open({ [LIST]: () => answer([refund({}), automatic]) });
    await expect
      .element(page.getByText('2 refunds, $20.40 in total, of which $8.40 by admins.'))
      .toBeVisible();
    const byAdmin = row('Wrong address');
    for (const text of ['$8.40', 'Sam Okafor', COPY.kinds.by_admin, COPY.states.succeeded])
      await expect.element(byAdmin.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(byAdmin.getByRole('link', { name: 'Dana Reyes' }))
      .toHaveAttribute('href', `/admin/clients/${CLIENT_ID}`);
    const failed = row('The carrier refused the label');
    for (const text of [COPY.automatic, COPY.states.failed, 'The card was closed'])
      await expect.element(failed.getByText(text, { exact: true })).toBeVisible();
  });

  it('says that a client requested a payout, and filters by payouts', async () => {
    const payout = refund({ kind: 'payout', reason: 'Payout of your balance.', requestedBy: null });
    const { callsTo } = await open({ [LIST]: () => answer([payout]) });
    const paidOut = row('Payout of your balance.');
    for (const text of [COPY.client, COPY.kinds.payout])
      await expect.element(paidOut.getByText(text, { exact: true })).toBeVisible();
    await page.getByLabelText('Kind').selectOptions('payout');
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('kind')).toBe('payout');
  });

  it('asks for what was filtered, and shows when nothing matches', async () => {
    const { callsTo, answer: reply } = await open({ [LIST]: () => answer([refund({})]) });
    await expect.element(row('Wrong address')).toBeVisible();
    reply({ [LIST]: () => answer([]) });
    await page.getByLabelText('Kind').selectOptions('surplus');
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    expect(callsTo(LIST).at(-1)?.query.get('kind')).toBe('surplus');
    await button('Clear Filters').first().click();
    await expect.element(row('Wrong address')).toBeVisible();
  });

  it('shows the client it is filtered by, and removes that filter', async () => {
    const { callsTo, currentPath } = await open(
      { [LIST]: () => answer([refund({})]) },
      `?kind=by_admin&clientId=${CLIENT_ID}`,
    );
    await button(/^Client: Dana Reyes/).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminRefunds}?kind=by_admin`);
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('clientId')).toBeFalsy();
    await expect.element(button(/^Client: Dana Reyes/)).not.toBeInTheDocument();
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { answer: reply } = await open({ [LIST]: () => json({}, 404) });
    await expect.element(page.getByRole('main').getByText(COPY.loadFailed).first()).toBeVisible();
    reply({ [LIST]: () => answer([refund({})]) });
    await button('Try again').click();
    await expect.element(row('Wrong address')).toBeVisible();
  });
});
