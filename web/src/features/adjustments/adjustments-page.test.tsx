import type { AdminAdjustment } from '@lading/contract/adjustments.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  ADJUSTMENT_ID,
  adminAdjustment,
  CLIENT_ID,
  carrierInvoice,
  disputeOf,
  EVIDENCE,
  INVOICE_ID,
} from '../../../test/adjustments.ts';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';
import { COPY as SHARED } from '../../ui/adjustments/copy.ts';
import { COPY } from './copy.ts';

const LIST = `GET ${API.adminAdjustments}`;
const ONE = `GET ${path(API.adminAdjustment, { id: ADJUSTMENT_ID })}`;
const DECIDE = `POST ${path(API.adminAdjustmentDispute, { id: ADJUSTMENT_ID })}`;
const INVOICES = `GET ${API.adminCarrierInvoices}`;
const answer = (adjustments: AdminAdjustment[]) =>
  json({
    data: {
      adjustments,
      totals: { billed: 270, client: 420, openDisputes: 1 },
      pagination: paginationOf(adjustments.length, 1, 50),
    },
  });
const details = (adjustment: AdminAdjustment) =>
  json({
    adjustment,
    lines: [{ line: 7, trackingNumber: null, description: 'Shipping Charge Correction Ground', amount: 320 }],
  });
const open = (answers: Answers, search = '', staffRole: StaffRole = 'finance') =>
  openApp(`${PAGES.adminAdjustments}${search}`, { as: 'admin', staffRole, answers });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true });
const decide = (name: string) => drawer(COPY.drawer.title).getByRole('button', { name, exact: true });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the list of adjustments', () => {
  it('says what was billed, why, who pays and whether it is disputed, and adds it up', async () => {
    const credit = adminAdjustment({
      id: '0198f3c2-7c1e-7aa0-8000-0000000000a2',
      reason: 'credit',
      text: 'UPS credited part of an earlier charge.',
      billed: -50,
      client: 0,
      fee: 0,
      outcome: 'absorbed',
    });
    await open({ [LIST]: () => answer([adminAdjustment({ dispute: disputeOf() }), credit]) });
    await expect
      .element(
        page.getByText(
          '2 adjustments. Additional charges: $2.70. Clients pay: $4.20. Undecided disputes: 1.',
        ),
      )
      .toBeVisible();
    const first = row('UPS measured 5 lb; the label was bought for 3 lb.');
    for (const text of ['Weight', '$3.20', 'and a fee of $1.00', 'Passed on', 'Dispute open', 'UPS Ground'])
      await expect.element(first.getByText(text, { exact: true }).first()).toBeVisible();
    await expect
      .element(first.getByRole('link', { name: 'Dana Reyes' }))
      .toHaveAttribute('href', `/admin/clients/${CLIENT_ID}`);
    const second = row('UPS credited part of an earlier charge.');
    for (const text of ['$0.50 credit', 'Absorbed'])
      await expect.element(second.getByText(text, { exact: true })).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });

  it('asks for what was filtered, keeps it in the URL, and shows when nothing matches', async () => {
    const {
      callsTo,
      answer: reply,
      currentPath,
    } = await open({ [LIST]: () => answer([adminAdjustment()]) }, `?clientId=${CLIENT_ID}`);
    await expect.element(row('Dana Reyes')).toBeVisible();
    reply({ [LIST]: () => answer([]) });
    await main().getByRole('combobox', { name: 'Reason' }).selectOptions('size');
    await main().getByRole('combobox', { name: 'Dispute' }).selectOptions('none');
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    await expect
      .poll(currentPath)
      .toBe(`${PAGES.adminAdjustments}?clientId=${CLIENT_ID}&reason=size&dispute=none`);
    await expect
      .poll(() => Object.fromEntries(callsTo(LIST).at(-1)?.query ?? []))
      .toMatchObject({ clientId: CLIENT_ID, reason: 'size', dispute: 'none', sortBy: 'date' });
    await button(/^Client: selected/).click();
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('clientId')).toBeNull();
    await button('Clear Filters').first().click();
    await expect.poll(currentPath).toBe(PAGES.adminAdjustments);
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { answer: reply } = await open({ [LIST]: () => json({}, 404) });
    await expect.element(main().getByText(COPY.loadFailed).first()).toBeVisible();
    reply({ [LIST]: () => answer([adminAdjustment()]) });
    await button('Try again').click();
    await expect.element(row('Dana Reyes')).toBeVisible();
  });

  it('changes the default policy', async () => {
    const save = `PUT ${API.adminAdjustmentPolicy}`;
    const { callsTo } = await open({
      [LIST]: () => answer([]),
      [`GET ${API.adminAdjustmentPolicy}`]: () => json({ mode: 'pass_on', threshold: 50, fee: 0 }),
      [save]: () => json({ mode: 'pass_on', threshold: 100, fee: 75 }),
    });
    await button(COPY.policy).click();
    await expect.element(field(SHARED.policy.threshold)).toHaveValue('0.50');
    await field(SHARED.policy.threshold).fill('one dollar');
    await button(SHARED.policy.save).click();
    await expect.element(page.getByText(SHARED.policy.amountWrong)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await field(SHARED.policy.threshold).fill('1');
    await field(SHARED.policy.fee).fill('2000');
    await button(SHARED.policy.save).click();
    await expect.element(page.getByText('The amount must be at most $1,000.00.')).toBeVisible();
    expect(callsTo(save)).toEqual([]);
    await field(SHARED.policy.fee).fill('0.75');
    await button(SHARED.policy.save).click();
    await expect.element(toastWith(SHARED.policy.saved)).toBeVisible();
    expect(callsTo(save)[0]?.body).toEqual({ mode: 'pass_on', threshold: 100, fee: 75 });
  });

  it('keeps the part of the default policy that someone else changed', async () => {
    const read = `GET ${API.adminAdjustmentPolicy}`;
    const save = `PUT ${API.adminAdjustmentPolicy}`;
    const policy = { mode: 'pass_on', threshold: 50, fee: 0 };
    const { callsTo, answer: reply } = await open({
      [LIST]: () => answer([]),
      [read]: () => json(policy),
      [save]: () => json({ ...policy, threshold: 100, fee: 25 }),
    });
    await button(COPY.policy).click();
    await field(SHARED.policy.threshold).fill('1');
    reply({ [read]: () => json({ ...policy, fee: 25 }) });
    await button(SHARED.policy.save).click();
    await expect.element(toastWith(SHARED.policy.saved)).toBeVisible();
    expect(callsTo(save).map(({ body }) => body)).toEqual([{ ...policy, threshold: 100, fee: 25 }]);
  });
});

describe('the drawer of an adjustment', () => {
  const disputed = adminAdjustment({ dispute: disputeOf({ evidence: [EVIDENCE] }) });

  it('compares what was claimed and measured, and refunds the client after a dispute is won', async () => {
    const {
      callsTo,
      answer: reply,
      currentPath,
    } = await open({
      [LIST]: () => answer([disputed]),
      [ONE]: () => details(disputed),
    });
    await button(/details of the adjustment/).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminAdjustments}?adjustment=${ADJUSTMENT_ID}`);
    const weight = drawer(COPY.drawer.title).getByRole('row', { name: /^Weight/ });
    await expect.element(weight).toHaveTextContent('Weight3 lb5 lb');
    for (const text of ['My scale shows 3 lb.', 'Shipping Charge Correction Ground'])
      await expect.element(drawer(COPY.drawer.title).getByText(text)).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);

    reply({ [DECIDE]: () => json({ message: 'This dispute is no longer open.' }, 409) });
    await decide(COPY.decide.won.action).click();
    await page.getByRole('alertdialog').getByRole('button', { name: COPY.decide.won.action }).click();
    await expect
      .element(page.getByRole('alertdialog').getByText('This dispute is no longer open.'))
      .toBeVisible();
    const won = { ...disputed, reversed: 420, dispute: disputeOf({ state: 'won' }) };
    reply({ [DECIDE]: () => details(won), [ONE]: () => details(won), [LIST]: () => answer([won]) });
    await page.getByRole('alertdialog').getByRole('button', { name: COPY.decide.won.action }).click();
    await expect.element(toastWith(COPY.decide.won.done)).toBeVisible();
    expect(callsTo(DECIDE).at(-1)?.body).toEqual({ state: 'won' });
    await expect.element(drawer(COPY.drawer.title).getByText('Dispute won')).toBeVisible();
    await expect.element(decide(COPY.decide.won.action)).not.toBeInTheDocument();
    await expect.element(drawer(COPY.drawer.title).getByText('$4.20', { exact: true })).toBeVisible();
  });

  it('shows that someone else decided first', async () => {
    const refusal = 'This dispute is no longer open.';
    const { answer: reply } = await open(
      { [LIST]: () => answer([disputed]), [ONE]: () => details(disputed) },
      `?adjustment=${ADJUSTMENT_ID}`,
    );
    await decide(COPY.decide.won.action).click();
    const lost = { ...disputed, dispute: disputeOf({ state: 'lost' }) };
    reply({ [DECIDE]: () => json({ message: refusal }, 409), [ONE]: () => details(lost) });
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: COPY.decide.won.action }).click();
    await expect.element(dialog.getByText(refusal)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(drawer(COPY.drawer.title).getByText('Dispute lost')).toBeVisible();
    await expect.element(decide(COPY.decide.won.action)).not.toBeInTheDocument();
  });

  it('downloads evidence, and offers no decision to a role that may not decide', async () => {
    const files = catchDownloads();
    await open(
      {
        [LIST]: () => answer([disputed]),
        [ONE]: () => details(disputed),
        [`GET ${path(API.adminAdjustmentEvidenceFile, { id: ADJUSTMENT_ID, fileId: EVIDENCE.id })}`]: () =>
          new Response('image'),
      },
      `?adjustment=${ADJUSTMENT_ID}`,
      'support',
    );
    await button('Download scale.png').click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['scale.png']);
    await expect.element(decide(COPY.decide.lost.action)).not.toBeInTheDocument();
  });

  it('says when it cannot be loaded', async () => {
    await open({ [LIST]: () => answer([]), [ONE]: () => json({}, 404) }, `?adjustment=${ADJUSTMENT_ID}`);
    await expect.element(drawer(COPY.drawer.title).getByText(COPY.loadOneFailed)).toBeVisible();
  });
});

describe('the list of invoices', () => {
  const list = (invoices: ReturnType<typeof carrierInvoice>[]) =>
    json({ data: { invoices, pagination: paginationOf(invoices.length, 1, 50) } });

  it('shows totals that differ, and opens the lines without a shipment', async () => {
    const invoice = carrierInvoice({ statedTotal: 15_000, unmatchedLines: 1, state: 'booking' });
    await open({
      [LIST]: () => answer([]),
      [INVOICES]: () => list([invoice]),
      [`GET ${path(API.adminCarrierInvoice, { id: INVOICE_ID })}`]: () =>
        json({
          invoice,
          unmatched: [
            {
              line: 9,
              trackingNumber: '1Z0000000000000000',
              description: 'Ground Commercial',
              amount: 1_020,
              reason: 'unknown_shipment',
            },
          ],
        }),
    });
    await page.getByText(COPY.tabs.invoices, { exact: true }).click();
    for (const text of ['$142.10', 'The carrier states a total of $150.00.', '$6.20', 'Being recorded'])
      await expect.element(row('0000A1B2C3').getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(row('0000A1B2C3').getByRole('link', { name: /^2/ }))
      .toHaveAttribute('href', `${PAGES.adminAdjustments}?invoiceId=${INVOICE_ID}`);
    expect(await scanScreen()).toEqual([]);
    await button('0000A1B2C3').click();
    const lines = drawer(COPY.invoices.drawer).getByRole('region', { name: COPY.invoices.unmatchedLines });
    for (const text of ['Ground Commercial', 'Line 9: No shipment has this tracking number'])
      await expect.element(lines.getByText(text)).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('says when there is none', async () => {
    await open({ [INVOICES]: () => list([]) }, '?tab=invoices');
    await expect.element(page.getByText(COPY.invoices.empty)).toBeVisible();
  });

  it('says when it cannot be loaded', async () => {
    await open({ [INVOICES]: () => json({}, 404) }, '?tab=invoices');
    await expect.element(main().getByText(COPY.invoices.loadFailed).first()).toBeVisible();
  });
});
