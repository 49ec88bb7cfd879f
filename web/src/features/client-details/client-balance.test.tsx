import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { noBilling } from '../../../test/billing.ts';
import { json, NO_BALANCE } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { CHANGED_MEANWHILE } from '../../lib/merge-edits.ts';
import { BALANCE_COPY as COPY } from './balance-copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const URL_OF = path(API.adminClientBalance, { id });
const READ = `GET ${URL_OF}`;
const TERMS = `PUT ${path(API.adminClientBalanceTerms, { id })}`;
const CHANGE = `POST ${URL_OF}`;
const entry = {
  id: '1',
  at: '2026-11-15T10:00:00.000Z',
  kind: 'deposit',
  text: 'Bank transfer: Wire of November 12',
  cents: 5_000,
  balance: 5_000,
  paymentId: null,
  shipmentId: null,
};

const client = {
  userId: id,
  fullName: 'Dana Reyes',
  email: 'dana@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 0,
  lastActive: null,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 8 },
  revenue: 0,
  revenueBefore: 0,
  atRisk: false,
};
const missing = () => json({ message: 'No.' }, 400);

async function openBalance(staffRole: StaffRole, part: Partial<typeof NO_BALANCE> = {}) {
  const app = await openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    staffRole,
    answers: {
      [`GET ${path(API.adminClient, { id })}`]: () => json({ user: client }),
      [READ]: () => json({ balance: { ...NO_BALANCE, balance: 5_000, ...part }, entries: [entry] }),
      [CHANGE]: () => json({ balance: 7_500, creditLimit: 0, dueDays: 30 }),
      [TERMS]: () => json({ balance: 5_000, creditLimit: 100_000, dueDays: 14 }),
      // The other panels.
      [`GET ${path(API.adminClientOverview, { id })}`]: missing,
      [`GET ${API.adminShipments}`]: missing,
      [`GET ${API.adminPriceChanges}`]: missing,
      [`GET ${path(API.adminClientAdjustmentPolicy, { id })}`]: missing,
      ...noBilling(id),
      [`GET ${path(API.adminClientNotes, { id })}`]: () => json({ notes: [] }),
      [`GET ${path(API.adminClientSessions, { id })}`]: () => json({ sessions: [] }),
      [`GET ${path(API.adminClientApiKeys, { id })}`]: () => json({ apiKeys: [] }),
    },
  });
  await expect.element(page.getByText(entry.text)).toBeVisible();
  return app;
}

it('records a bank transfer, with an amount and a note', async () => {
  const { callsTo } = await openBalance('finance');
  await button(COPY.change).click();
  await button(COPY.save).click();
  await expect.element(page.getByText(COPY.amountWrong)).toBeVisible();
  await field(COPY.amount).fill('25');
  await button(COPY.save).click();
  await expect.element(page.getByText('Please write a note.')).toBeVisible();
  expect(await scanScreen({ widths: [390] })).toEqual([]);
  await field(COPY.note).fill('Wire of November 16');
  await button(COPY.save).click();
  await expect
    .poll(() => callsTo(CHANGE).map(({ body }) => body))
    .toEqual([{ kind: 'deposit', amount: 2_500, note: 'Wire of November 16' }]);
});

it('records a withdrawal, and says what it is for', async () => {
  const { callsTo } = await openBalance('finance');
  await button(COPY.change).click();
  await page.getByRole('combobox', { name: COPY.kind }).selectOptions(COPY.changes.withdrawal);
  await expect.element(page.getByText(COPY.withdrawalHint)).toBeVisible();
  await field(COPY.amount).fill('50');
  await field(COPY.note).fill('Wired back on November 16');
  await button(COPY.save).click();
  await expect
    .poll(() => callsTo(CHANGE).map(({ body }) => body))
    .toEqual([{ kind: 'withdrawal', amount: 5_000, note: 'Wired back on November 16' }]);
});

it('says that an earlier attempt may have been saved when its answer was lost', async () => {
  const { answer } = await openBalance('finance');
  answer({
    [CHANGE]: () =>
      json({ error: 'KEY_REUSED', message: 'This idempotency key has already been used.' }, 422),
  });
  await button(COPY.change).click();
  await field(COPY.amount).fill('25');
  await field(COPY.note).fill('Wire of November 16');
  await button(COPY.save).click();
  await expect.element(page.getByText(COPY.maybeSaved)).toBeVisible();
});

it('changes the credit terms', async () => {
  const { callsTo } = await openBalance('finance');
  await button(COPY.terms).click();
  await field(COPY.limitField).fill('1,000.00');
  await field(COPY.dueField).fill('14');
  await button(COPY.save).click();
  await expect
    .poll(() => callsTo(TERMS).map(({ body }) => body))
    .toEqual([{ creditLimit: 100_000, dueDays: 14 }]);
});

it('keeps terms that someone else changed, and refuses to replace them', async () => {
  const { callsTo, answer } = await openBalance('finance', { creditLimit: 50_000 });
  const answerWith = (creditLimit: number) =>
    answer({
      [READ]: () => json({ balance: { ...NO_BALANCE, balance: 5_000, creditLimit }, entries: [entry] }),
    });
  await button(COPY.terms).click();
  await field(COPY.dueField).fill('14');
  answerWith(100_000);
  await button(COPY.save).click();
  await expect.element(toastWith(COPY.termsSaved)).toBeVisible();
  expect(callsTo(TERMS).map(({ body }) => body)).toEqual([{ creditLimit: 100_000, dueDays: 14 }]);
  await button(COPY.terms).click();
  await field(COPY.limitField).fill('2,000.00');
  answerWith(0);
  await button(COPY.save).click();
  await expect.element(page.getByText(CHANGED_MEANWHILE)).toBeVisible();
  expect(callsTo(TERMS)).toHaveLength(1);
  await button('Cancel').click();
  await button(COPY.terms).click();
  await expect.element(field(COPY.limitField)).toHaveValue('0.00');
});

it('shows a debt, and no buttons to staff who may not change it', async () => {
  await openBalance('support', { balance: -2_500, owed: 2_500, overdue: 1_000, creditLimit: 5_000 });
  await expect.element(page.getByText(COPY.overdue('$10.00'))).toBeVisible();
  expect(button(COPY.change).query()).toBeNull();
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
});
