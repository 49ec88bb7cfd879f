import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADJUSTMENT_ID, clientAdjustment, disputeOf } from '../../../test/adjustments.ts';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { LABEL_FILE, TRANSACTION } from '../../../test/purchase.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field } from '../../../test/screen.ts';
import { ABROAD, labelImage, shipmentOf } from '../../../test/shipment.ts';

const SHIPMENT = shipmentOf({
  events: [
    { at: '2026-11-15T08:00:00Z', text: 'Paid', place: '', status: 'paid' },
    { at: '2026-11-15T08:00:05Z', text: 'Label created', place: '', status: 'label_created' },
  ],
});
const OPENED = `${PAGES.shippingHistory}?shipment=s1`;
const item = {
  ...SHIPMENT,
  recipient: { name: SHIPMENT.recipient.fullName, city: 'Austin', state: 'TX', country: 'US' },
};

const open = (path: string, answers: Answers = {}) =>
  openApp(path, {
    as: 'client',
    answers: {
      [`GET ${API.history}`]: () => json({ shipments: [item] }),
      [TRANSACTION]: () => json({ transaction: SHIPMENT }),
      [LABEL_FILE]: labelImage,
      ...answers,
    },
  });

const drawer = () => page.getByRole('dialog', { name: 'Shipment' });
const picture = () => drawer().getByRole('img', { name: `Label ${SHIPMENT.tracking_number}` });
const opener = () => button(/details of shipment/);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the drawer of a shipment', () => {
  it('shows the label, both addresses and the tracking events, and returns the focus', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { currentPath } = await open(PAGES.shippingHistory);
    await opener().click();
    await expect.element(picture()).toBeVisible();
    for (const text of ['Ada Park', 'Dana Reyes', 'Paid'])
      await expect.element(drawer().getByText(text, { exact: true })).toBeVisible();
    await expect.element(drawer().getByText(/^Label created/)).toBeVisible();
    await expect.poll(currentPath).toBe(OPENED);
    await expect
      .element(drawer().getByRole('link', { name: 'Ship again' }))
      .toHaveAttribute('href', `${PAGES.createLabel}?from=s1`);
    await Promise.all([
      expect.element(drawer().getByRole('button', { name: 'Copied' })).toBeVisible(),
      drawer().getByRole('button', { name: 'Copy tracking number' }).click(),
    ]);
    expect(copied).toHaveBeenCalledWith(SHIPMENT.tracking_number);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer()).not.toBeInTheDocument();
    await expect.poll(currentPath).toBe(PAGES.shippingHistory);
    await expect.element(opener()).toHaveFocus();
  });

  it('opens from its URL, and downloads the label in every format', async () => {
    const files = catchDownloads();
    await open(OPENED);
    await expect.element(picture()).toBeVisible();
    for (const format of ['zpl', 'png', 'pdf']) {
      await userEvent.selectOptions(drawer().getByRole('combobox', { name: 'Format' }), format);
      await drawer().getByRole('button', { name: 'Download label' }).click();
      await expect.poll(() => files.at(-1)?.name).toBe(`label-${SHIPMENT.tracking_number}.${format}`);
    }
  });

  it('shows the label as soon as it is ready', async () => {
    const waiting = shipmentOf({ status: 'pending', labelStatus: 'processing', labelPath: null });
    const { answer } = await open(OPENED, { [TRANSACTION]: () => json({ transaction: waiting }) });
    await expect.element(drawer().getByText(/^Payment received/)).toBeVisible();
    await expect.element(drawer().getByRole('button', { name: 'Download label' })).not.toBeInTheDocument();
    answer({ [TRANSACTION]: () => json({ transaction: SHIPMENT }) });
    await expect.element(picture()).toBeVisible();
    await expect.element(drawer().getByRole('button', { name: 'Download label' })).toBeVisible();
  });

  it('offers no other format where the carrier has only a PDF', async () => {
    await open(OPENED, { [TRANSACTION]: () => json({ transaction: shipmentOf({ labelFormats: ['pdf'] }) }) });
    await expect.element(drawer().getByRole('button', { name: 'Download label' })).toBeVisible();
    await expect.element(drawer().getByRole('combobox', { name: 'Format' })).not.toBeInTheDocument();
  });

  it('says where a parcel in transit is held up, including in the list', async () => {
    const moving = { status: 'in_transit', trackingDetail: 'customs_held' } as const;
    await open(PAGES.shippingHistory, {
      [`GET ${API.history}`]: () =>
        json({
          shipments: [
            { ...item, ...moving },
            { ...item, ...moving, shipment_id: 's2', status: 'delivered' },
          ],
        }),
      [TRANSACTION]: () => json({ transaction: shipmentOf(moving) }),
    });
    await expect.poll(() => page.getByText('Held by customs').elements()).toHaveLength(1);
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await opener().first().click();
    await expect.element(drawer().getByText('Held by customs', { exact: true })).toBeVisible();
  });

  it('shows what was declared and the extras, and downloads the documents', async () => {
    const files = catchDownloads();
    const { callsTo } = await open(OPENED, {
      [TRANSACTION]: () => json({ transaction: shipmentOf(ABROAD) }),
    });
    for (const text of ['HS 3406.00 · made in the United States · 8 oz each · SKU CANDLE-8', '••••••••••67'])
      await expect.element(drawer().getByText(text)).toBeVisible();
    await expect.element(drawer().getByText('Adult signature required, Insured for $37.00')).toBeVisible();
    await expect
      .element(
        drawer().getByText('Attach to the package: Customs form (1 page), Commercial invoice (3 pages).'),
      )
      .toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await drawer().getByRole('button', { name: 'Download label and documents' }).click();
    await expect.poll(() => files.at(-1)?.name).toMatch(/^label-and-documents-9400/);
    await userEvent.selectOptions(drawer().getByRole('combobox', { name: 'Include' }), 'documents');
    await drawer().getByRole('button', { name: 'Download documents' }).click();
    await expect.poll(() => files.at(-1)?.name).toMatch(/^documents-9400/);
    expect(callsTo(LABEL_FILE).map(({ query }) => query.get('content'))).toEqual([null, 'all', 'documents']);
  });

  it('shows what the carrier billed afterward, and lets the client dispute it', async () => {
    const dispute = `POST ${path(API.adjustmentDispute, { id: ADJUSTMENT_ID })}`;
    const { callsTo, answer } = await open(OPENED, {
      [TRANSACTION]: () => json({ transaction: shipmentOf({ adjustments: [clientAdjustment()] }) }),
      [dispute]: () => json({ adjustment: clientAdjustment() }),
    });
    const adjustments = () => drawer().getByRole('region', { name: 'Adjustments', exact: true });
    for (const text of ['UPS measured 5 lb; the label was bought for 3 lb.', '$4.20'])
      await expect.element(adjustments().getByText(text, { exact: true })).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await adjustments()
      .getByRole('button', { name: /^Dispute/ })
      .click();
    await field('Why is it wrong?').fill('My scale shows 3 lb.');
    const disputed = clientAdjustment({ dispute: disputeOf(), canDispute: false });
    answer({ [TRANSACTION]: () => json({ transaction: shipmentOf({ adjustments: [disputed] }) }) });
    await button('Send dispute').click();
    await expect.element(adjustments().getByText('Dispute open')).toBeVisible();
    expect(callsTo(dispute)).toHaveLength(1);
  });

  it('says when the shipment does not exist', async () => {
    await open(OPENED, { [TRANSACTION]: () => json({}, 404) });
    const text = page.getByRole('dialog').getByText('We couldn’t load this shipment.', { exact: true });
    await expect.element(text).toBeVisible();
  });
});
