import type { AdminShipment, AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API } from '@lading/contract/routes.ts';
import { type Answers, json } from './fake-server.ts';

export const SHIPMENT_ID = '0198f3c2-7c1e-7aa0-8000-000000000001';

export const adminShipment = (changes: Partial<AdminShipment> = {}): AdminShipment => ({
  shipmentId: SHIPMENT_ID,
  trackingNumber: '9400111',
  clientName: 'Dana Reyes',
  status: 'delivered',
  origin: { formatted: 'Austin, TX' },
  destination: { formatted: 'Reno, NV' },
  carrier: 'USPS',
  // Still the 15th in Honolulu.
  createdAt: '2026-11-16T03:00:00.000Z',
  cost: 12.87,
  clientId: '0198f3c2-7c1e-7aa0-8000-000000000002',
  trackingUrl: null,
  refunded: 0,
  refundable: 12.87,
  hasLabel: true,
  voided: false,
  failureReason: null,
  ...changes,
});

/** The first page shows these shipments, and the last page shows what is left of the total. */
export const listOfShipments = (shipments: AdminShipment[], total = shipments.length): Answers => ({
  [`GET ${API.adminShipments}`]: ({ query }) => {
    const number = Number(query.get('page'));
    const pagination = { ...paginationOf(total, number, PAGE_SIZE), isMore: false };
    const left = Math.max(0, total - (number - 1) * PAGE_SIZE);
    return json({ data: { shipments: shipments.slice(0, left), pagination } });
  },
});

/** Every part has an entry: a refund, a dispute, a scan, a booking and a state change. */
export const shipmentDetails = (changes: Partial<AdminShipment> = {}): AdminShipmentDetails => {
  const at = '2026-11-16T03:00:00.000Z';
  const listed = adminShipment(changes);
  return {
    shipment: {
      ...listed,
      state: 'void_requested',
      serviceName: 'Ground Advantage',
      sender: ['Dana Reyes', '500 W 2nd St', 'Austin, TX 78701'],
      receiver: ['Ada Park', '1120 NW Couch St', 'Reno, NV 89501'],
      parcel: '12 × 9 × 4 in, 2.5 lb',
      shippingDate: '2026-11-16',
      deliveryDate: '2026-11-19',
      notes: 'Fragile',
      clientEmail: 'dana@shop.example',
      voidable: listed.status === 'pending',
    },
    quote: {
      id: 'quote-1',
      carrierCost: 11.92,
      actualCost: 12.02,
      commission: 0.95,
      commissionRule: '8%',
      total: 12.87,
      quotedAt: at,
      expiresAt: at,
    },
    payment: {
      id: 'payment-1',
      intentId: 'pi_1',
      status: 'succeeded',
      amount: 25.74,
      allocated: 12.87,
      paidAt: at,
      batchId: null,
    },
    attempts: [{ number: 1, state: 'succeeded', detail: '', startedAt: at, endedAt: at }],
    label: { transactionId: 'tx-1', format: 'pdf', purchasedAt: at, downloadedAt: null },
    tracking: [
      { at, status: 'pre_transit', text: 'Label created, waiting for the parcel', place: 'Austin, TX' },
    ],
    refunds: [
      {
        refundId: 'refund-1',
        amount: 1.25,
        kind: 'by_admin',
        reason: 'The parcel came late.',
        state: 'succeeded',
        detail: '',
        by: 'Morgan Hale',
        createdAt: at,
        endedAt: at,
      },
    ],
    disputes: [
      {
        disputeId: 'dp_1',
        amount: 12.87,
        reason: 'not_received',
        state: 'open',
        openedAt: at,
        endedAt: null,
      },
    ],
    ledger: [
      { at, booking: 'Label bought', account: 'client_money', amount: 12.87 },
      { at, booking: 'Label bought', account: 'revenue', amount: -12.87 },
    ],
    moves: [{ at, object: 'shipment', from: 'purchased', to: 'void_requested' }],
  };
};
