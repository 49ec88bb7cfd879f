import { ADJUSTMENTS, type ClientAdjustment } from '@lading/contract/adjustments.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADJUSTMENT_ID, clientAdjustment, disputeOf, EVIDENCE } from '../../../test/adjustments.ts';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json, never, RUNTIME_CONFIG } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from '../../ui/adjustments/copy.ts';

const LIST = `GET ${API.adjustments}`;
const DISPUTE = `POST ${path(API.adjustmentDispute, { id: ADJUSTMENT_ID })}`;
const EVIDENCE_CALL = `POST ${path(API.adjustmentEvidence, { id: ADJUSTMENT_ID })}`;
const section = () => page.getByRole('region', { name: COPY.title, exact: true });
const dialog = () => page.getByRole('dialog');
const list = (adjustments: ClientAdjustment[]) =>
  json({ adjustments, pagination: paginationOf(adjustments.length, 1, 50) });
const one = (part: Partial<ClientAdjustment> = {}) => json({ adjustment: clientAdjustment(part) });
const photo = (name = 'scale.png', type = 'image/png') => new File(['image'], name, { type });

const open = (answers: Answers) =>
  openApp(PAGES.balance, {
    as: 'client',
    answers: {
      // The other sections.
      [`GET ${API.balanceEntries}`]: never,
      [`GET ${API.storedCards}`]: never,
      [`GET ${API.automaticTopUp}`]: never,
      [`GET ${API.balanceRefunds}`]: never,
      ...answers,
    },
  });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the adjustments of a client', () => {
  it('explain what the client pays and why, and link to the shipment', async () => {
    const credit = clientAdjustment({
      id: '0198f3c2-7c1e-7aa0-8000-0000000000a2',
      reason: 'credit',
      text: 'UPS credited part of an earlier charge.',
      trackingNumber: null,
      amount: -210,
      fee: 0,
      canDispute: false,
    });
    await open({ [LIST]: () => list([clientAdjustment(), credit]) });
    const row = section().getByRole('row').filter({ hasText: 'UPS measured 5 lb' });
    for (const text of ['$4.20', 'Includes a fee of $1.00', 'Until Jan 14, 2027'])
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: '1Z999AA10123456784' }))
      .toHaveAttribute('href', `${PAGES.shippingHistory}?shipment=${clientAdjustment().shipmentId}`);
    const second = section().getByRole('row').filter({ hasText: 'UPS credited' });
    await expect.element(second.getByText('$2.10 credit')).toBeVisible();
    await expect.element(second.getByRole('button')).not.toBeInTheDocument();
    expect(await scanScreen()).toEqual([]);
  });

  it('show the operator’s days, like the shipping history', async () => {
    const disputed = clientAdjustment({
      id: '0198f3c2-7c1e-7aa0-8000-0000000000a2',
      text: 'UPS measured 6 lb.',
      dispute: disputeOf({ sentAt: '2026-11-17T10:00:00.000Z', endedAt: '2026-11-18T10:00:00.000Z' }),
      canDispute: false,
    });
    await open({
      [LIST]: () => list([clientAdjustment(), disputed]),
      [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, timeZone: 'Pacific/Kiritimati' }),
    });
    const row = section().getByRole('row').filter({ hasText: 'UPS measured 5 lb' });
    for (const text of ['Nov 16, 2026, 12:00:00 AM', 'Until Jan 15, 2027'])
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    await button(/^View dispute/).click();
    for (const day of [17, 18, 19])
      await expect.element(dialog().getByText(`Nov ${day}, 2026, 12:00:00 AM`)).toBeVisible();
  });

  it('say when there is none', async () => {
    await open({ [LIST]: () => list([]) });
    await expect.element(section().getByText(COPY.empty)).toBeVisible();
  });

  it('say when they cannot be loaded, and try again', async () => {
    const { answer } = await open({ [LIST]: () => json({}, 404) });
    await expect.element(section().getByText(COPY.loadFailed)).toBeVisible();
    answer({ [LIST]: () => list([clientAdjustment()]) });
    await section().getByRole('button', { name: 'Try again' }).click();
    await expect.element(section().getByText('$4.20', { exact: true })).toBeVisible();
  });
});

describe('a dispute', () => {
  it('is sent with a reason and photos', async () => {
    const { callsTo, answer } = await open({
      [LIST]: () => list([clientAdjustment()]),
      [DISPUTE]: () => one(),
      [EVIDENCE_CALL]: () => one(),
    });
    await button(/^Dispute the adjustment/).click();
    await dialog().getByRole('button', { name: COPY.dispute.send }).click();
    await expect.element(dialog().getByText(ADJUSTMENTS.reasonMissing)).toBeVisible();
    await field(COPY.dispute.reason).fill('My scale shows 3 lb.');
    const files = dialog().getByLabelText(/^Drop photos/);
    await userEvent.upload(files, [photo('notes.txt', 'text/plain'), photo()]);
    await expect.element(dialog().getByText(`notes.txt: ${ADJUSTMENTS.evidenceType}`)).toBeVisible();
    await userEvent.upload(files, [photo('tape.png')]);
    await dialog()
      .getByRole('button', { name: COPY.dispute.remove('tape.png') })
      .click();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    const dispute = disputeOf({ evidence: [EVIDENCE] });
    answer({ [LIST]: () => list([clientAdjustment({ dispute, canDispute: false })]) });
    await dialog().getByRole('button', { name: COPY.dispute.send }).click();
    await expect.element(toastWith(COPY.dispute.sent)).toBeVisible();
    await expect.element(section().getByText(COPY.states.open)).toBeVisible();
    expect(callsTo(DISPUTE).map(({ body }) => body)).toEqual([{ reason: 'My scale shows 3 lb.' }]);
    expect(callsTo(EVIDENCE_CALL).map(({ query }) => query.get('fileName'))).toEqual(['scale.png']);
    expect(callsTo(EVIDENCE_CALL)[0]?.headers.get('content-type')).toBe('image/png');
  });

  it('stays in the form if the server refuses it', async () => {
    await open({
      [LIST]: () => list([clientAdjustment()]),
      [DISPUTE]: () => json({ message: 'Adjustments can only be disputed within 60 days.' }, 409),
    });
    await button(/^Dispute the adjustment/).click();
    await field(COPY.dispute.reason).fill('Wrong.');
    await dialog().getByRole('button', { name: COPY.dispute.send }).click();
    await expect
      .element(dialog().getByText('Adjustments can only be disputed within 60 days.'))
      .toBeVisible();
    await expect.element(field(COPY.dispute.reason)).toHaveValue('Wrong.');
  });

  it('is opened even if a file is rejected, and names that file', async () => {
    await open({
      [LIST]: () => list([clientAdjustment()]),
      [DISPUTE]: () => one(),
      [EVIDENCE_CALL]: () => json({ message: ADJUSTMENTS.evidenceType }, 400),
    });
    await button(/^Dispute the adjustment/).click();
    await field(COPY.dispute.reason).fill('Wrong.');
    await userEvent.upload(dialog().getByLabelText(/^Drop photos/), [photo()]);
    await dialog().getByRole('button', { name: COPY.dispute.send }).click();
    await expect
      .element(toastWith(COPY.dispute.fileFailed('scale.png', ADJUSTMENTS.evidenceType)))
      .toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('shows its state, reason and files, and takes more files while it is open', async () => {
    const files = catchDownloads();
    const file = path(API.adjustmentEvidenceFile, { id: ADJUSTMENT_ID, fileId: EVIDENCE.id });
    const dispute = disputeOf({ evidence: [EVIDENCE] });
    const { callsTo, answer } = await open({
      [LIST]: () => list([clientAdjustment({ dispute, canDispute: false })]),
      [`GET ${file}`]: () => new Response('image'),
      [EVIDENCE_CALL]: () => json({ message: 'This dispute is no longer open.' }, 409),
    });
    await button(/^View dispute/).click();
    await expect.element(dialog().getByText('My scale shows 3 lb.')).toBeVisible();
    await button('Download scale.png').click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['scale.png']);
    await userEvent.upload(dialog().getByLabelText(/^Drop photos/), [photo('tape.png')]);
    await button(COPY.view.add).click();
    await expect.element(dialog().getByText('tape.png: This dispute is no longer open.')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    answer({ [EVIDENCE_CALL]: () => one() });
    await button(COPY.view.add).click();
    await expect.element(toastWith(COPY.view.added)).toBeVisible();
    expect(callsTo(EVIDENCE_CALL)).toHaveLength(2);
  });

  it('names a file that could not be added after it was closed', async () => {
    const added = Promise.withResolvers<Response>();
    const dispute = disputeOf({ evidence: [EVIDENCE] });
    const { callsTo } = await open({
      [LIST]: () => list([clientAdjustment({ dispute, canDispute: false })]),
      [EVIDENCE_CALL]: () => added.promise,
    });
    await button(/^View dispute/).click();
    await userEvent.upload(dialog().getByLabelText(/^Drop photos/), [photo('tape.png')]);
    await button(COPY.view.add).click();
    await expect.poll(() => callsTo(EVIDENCE_CALL)).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    const message = 'This dispute is no longer open.';
    added.resolve(json({ message }, 409));
    await expect.element(toastWith(COPY.dispute.fileFailed('tape.png', message))).toBeVisible();
  });

  it('says what was refunded after it is won, and takes no more files', async () => {
    const dispute = disputeOf({ state: 'won', endedAt: '2026-11-17T10:00:00.000Z' });
    await open({ [LIST]: () => list([clientAdjustment({ dispute, canDispute: false, reversed: 420 })]) });
    await expect.element(section().getByText(COPY.reversed('$4.20'))).toBeVisible();
    await button(/^View dispute/).click();
    await expect.element(dialog().getByText(COPY.stateHints.won)).toBeVisible();
    await expect.element(dialog().getByLabelText(/^Drop photos/)).not.toBeInTheDocument();
  });
});
