import { SHIPMENTS } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ADJUSTMENT_ID, adminAdjustment, disputeOf } from '../../../test/adjustments.ts';
import {
  listOfShipments as listOf,
  SHIPMENT_ID,
  adminShipment as shipment,
  shipmentDetails,
} from '../../../test/admin-shipments.ts';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';

const LIST = `GET ${API.adminShipments}`;

const honolulu = {
  [`GET ${API.runtimeConfig}`]: () =>
    json({
      productName: 'Lading',
      apiBaseUrl: '',
      adminBaseUrl: '',
      verifyBaseUrl: '',
      supportEmail: null,
      demo: false,
      timeZone: 'Pacific/Honolulu',
      payment: { provider: 'test' },
    }),
};

const open = (answers: Answers, search = '') =>
  openApp(`${PAGES.adminShipments}${search}`, { as: 'admin', answers });

describe('the shipments', () => {
  it('have dates in the operator’s time zone, which is named', async () => {
    await open({ ...listOf([shipment({})]), ...honolulu });
    await expect.element(page.getByText('Times are in Pacific/Honolulu.')).toBeVisible();
    await expect.element(page.getByText('Nov 15, 2026', { exact: true })).toBeVisible();
  });

  it('say why they failed, and that a voided label did not', async () => {
    await open(
      listOf([
        shipment({
          status: 'failed',
          failureReason: 'The shipping date has passed.',
          hasLabel: false,
          refundable: 0,
        }),
        shipment({ shipmentId: '0198f3c2-7c1e-7aa0-8000-000000000003', status: 'failed', voided: true }),
        shipment({ shipmentId: '0198f3c2-7c1e-7aa0-8000-000000000004', status: 'lost at sea' }),
      ]),
    );
    await expect.element(page.getByText('The shipping date has passed.')).toBeVisible();
    await expect.element(page.getByText('Voided', { exact: true })).toBeVisible();
    await expect.element(page.getByText('lost at sea')).toBeVisible();
  });

  it('say in their details what a parcel in transit is waiting for', async () => {
    const details = shipmentDetails({ status: 'shipped' });
    const scan = { at: '2026-11-17T03:00:00.000Z', status: 'transit', place: 'Leipzig' };
    details.tracking.push({ ...scan, text: 'Inbound into customs', detail: 'customs_held' });
    await open(
      {
        ...listOf([shipment({ status: 'shipped' })]),
        [`GET ${path(API.adminShipment, { id: SHIPMENT_ID })}`]: () => json(details),
      },
      `?shipment=${SHIPMENT_ID}`,
    );
    const drawer = page.getByRole('dialog', { name: 'Shipment', exact: true });
    const tracking = drawer.getByRole('region', { name: 'Tracking', exact: true });
    await expect.element(tracking.getByText('Inbound into customs', { exact: true })).toBeVisible();
    await expect.poll(() => drawer.getByText('Held by customs', { exact: true }).elements()).toHaveLength(2);
  });

  it('list in their details what the carrier billed afterward, and who pays it', async () => {
    await open(
      {
        ...listOf([shipment()]),
        [`GET ${path(API.adminShipment, { id: SHIPMENT_ID })}`]: () =>
          json({ ...shipmentDetails(), adjustments: [adminAdjustment({ dispute: disputeOf() })] }),
      },
      `?shipment=${SHIPMENT_ID}`,
    );
    const part = page.getByRole('region', { name: 'Adjustments', exact: true });
    for (const text of ['$3.20', adminAdjustment().text, 'The client pays $4.20', 'Dispute open'])
      await expect.element(part.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(part.getByRole('link', { name: 'Weight' }))
      .toHaveAttribute('href', `${PAGES.adminAdjustments}?adjustment=${ADJUSTMENT_ID}`);
  });

  it('offer the rest of the price for a refund, and no refund when nothing is left', async () => {
    await open(
      listOf([
        shipment({ refunded: 2.87, refundable: 10 }),
        shipment({
          shipmentId: '0198f3c2-7c1e-7aa0-8000-000000000003',
          trackingNumber: '9400222',
          refunded: 12.87,
          refundable: 0,
        }),
      ]),
    );
    await expect.element(button('Refund 9400222')).toBeDisabled();
    await button('Refund 9400111').click();
    await expect.element(page.getByLabelText(/^Amount/)).toHaveValue('10.00');
  });

  it('beyond the last page count no page, and can keep the search', async () => {
    const { currentPath } = await open(listOf([shipment({})]), '?page=2&trackingNumber=9400');
    await expect.element(page.getByText('— of 1')).toBeVisible();
    await button('Go to page 1').click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?trackingNumber=9400`);
    await expect.element(page.getByText('9400111').first()).toBeVisible();
  });

  it('go to page 1 when a search is typed', async () => {
    const { currentPath } = await open(listOf([shipment({})], 60), '?page=2');
    await page.getByRole('searchbox', { name: 'Tracking number' }).fill('9400111');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?trackingNumber=9400111`);
  });

  it('are sorted by the server', async () => {
    const { callsTo } = await open(listOf([shipment({})]));
    await button('Cost').click();
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('sortBy')).toBe('cost');
    expect(callsTo(LIST).at(-1)?.query.get('sortOrder')).toBe('DESC');
    await button('Cost').click();
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('sortOrder')).toBe('ASC');
  });

  it('send one refund for a double click (BR12)', async () => {
    const refund = `POST ${path(API.adminRefund, { id: shipment({}).shipmentId })}`;
    const { callsTo } = await open({ ...listOf([shipment({})]), [refund]: never });
    await button('Refund 9400111').click();
    await page.getByLabelText(/^Reason/).fill('Late delivery');
    await page.getByRole('dialog').getByRole('button', { name: SHIPMENTS.confirmRefund }).dblClick();
    await expect.poll(() => callsTo(refund).length).toBe(1);
    await expect.element(page.getByLabelText(/^Reason/)).toBeDisabled();
    expect(callsTo(refund)).toHaveLength(1);
  });
});
