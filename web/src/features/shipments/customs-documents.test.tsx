import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminShipment,
  listOfShipments,
  SHIPMENT_ID,
  shipmentDetails,
} from '../../../test/admin-shipments.ts';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { toastWith } from '../../../test/screen.ts';
import { ABROAD } from '../../../test/shipment.ts';

const FILE = `GET ${path(API.labelFile, { id: SHIPMENT_ID })}`;
const drawer = () => page.getByRole('dialog', { name: 'Shipment', exact: true });
const part = (name: string) => drawer().getByRole('region', { name, exact: true });
const download = (name: string) => part('Customs documents').getByRole('button', { name, exact: true });

function open(answers: Answers, abroad = ABROAD) {
  const { shipment, quote, ...details } = shipmentDetails();
  const { customs, extras, documents } = abroad;
  const priced = [
    { text: 'Adult signature', amount: 8.85 },
    { text: 'Insurance', amount: 0.56 },
  ];
  return openApp(`${PAGES.adminShipments}?shipment=${SHIPMENT_ID}`, {
    as: 'admin',
    answers: {
      ...listOfShipments([adminShipment()]),
      [`GET ${path(API.adminShipment, { id: SHIPMENT_ID })}`]: () =>
        json({
          ...details,
          shipment: { ...shipment, customs, extras, documents },
          quote: { ...quote, ...(extras && { extras: priced }) },
        }),
      ...answers,
    },
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the details of a shipment abroad', () => {
  it('show the declaration with masked tax IDs, and the extras with their prices', async () => {
    await open({});
    for (const text of [
      'HS 3406.00 · made in the United States · 8 oz each · SKU CANDLE-8',
      'NOEEI 30.37(a)',
      'Sender’s tax ID',
      '••••••••••67',
    ])
      await expect.element(part('Customs').getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(part('Shipment').getByText('Adult signature required, Insured for $37.00'))
      .toBeVisible();
    await expect
      .element(part('Quote').getByText('Adult signature: $8.85, included in the price'))
      .toBeVisible();
    for (const text of ['Customs form (1 page)', 'Commercial invoice (3 pages)'])
      await expect.element(part('Customs documents').getByText(text, { exact: true })).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('download the documents, alone or with the label', async () => {
    const files = catchDownloads();
    const { callsTo } = await open({ [FILE]: () => new Response('%PDF-1.7') });
    await download('Download documents').click();
    await expect.poll(() => files.at(-1)?.name).toBe('documents-9400111.pdf');
    await download('Download label and documents').click();
    await expect.poll(() => files.at(-1)?.name).toBe('label-and-documents-9400111.pdf');
    expect(callsTo(FILE).map(({ query }) => query.get('content'))).toEqual(['documents', 'all']);
  });

  it('say that a download failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await open({ [FILE]: () => json({ error: 'INTERNAL', message: 'x' }, 500) });
    await download('Download documents').click();
    await expect.element(toastWith('We couldn’t download the documents.')).toBeVisible();
  });
});

describe('the details of a domestic shipment', () => {
  it('have no parts about customs', async () => {
    await open({}, {});
    await expect.element(part('Quote')).toBeVisible();
    for (const name of ['Customs', 'Customs documents'])
      await expect.element(part(name)).not.toBeInTheDocument();
  });
});
