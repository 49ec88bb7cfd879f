import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { RefundPanel } from './outcome-panels.tsx';
import type { Transaction } from './use-transaction.ts';

const ADDRESS = {
  fullName: 'Dana Reyes',
  company: '',
  email: 'dana@example.com',
  phone: '5125550143',
  address: '500 W 2nd St',
  address2: '',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
};

const shipment = (labelStatus: Transaction['labelStatus'], refunded: number): Transaction => ({
  shipment_id: 's1',
  created_at: '2026-11-15T08:00:00Z',
  tracking_number: null,
  sender: ADDRESS,
  recipient: ADDRESS,
  shipping_date: '2026-11-16',
  delivery_date: null,
  status: 'failed',
  cost: 8.41,
  labelPath: null,
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  labelStatus,
  trackingUrl: null,
  downloadedAt: null,
  package: {
    type: 'package',
    weight: 2,
    length: 12,
    width: 9,
    height: 4,
    distance_unit: 'in',
    mass_unit: 'lb',
  },
  service: 'usps_ground_advantage',
  currency: 'USD',
  internalNotes: '',
  refunded,
  paidAt: null,
  events: [],
});

const shown = (state: 'refunding' | 'refunded' | 'voided', refunded: number) =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(RefundPanel, { shipment: shipment(state, refunded), state, onAnother: () => {} }),
    ),
  );

describe('a voided label', () => {
  it.each([
    ['everything', 8.41, '$8.41 was refunded'],
    ['a part', 5, '$5.00 of the $8.41 you paid was refunded'],
    ['nothing yet', 0, 'No refund has been completed yet'],
  ])('says how much was refunded: %s', (_, refunded, sentence) => {
    const text = shown('voided', refunded);
    expect(text).toContain('This label was voided');
    expect(text).toContain(sentence);
    expect(text).not.toContain('couldn’t create');
  });
});

describe('a label that was not created', () => {
  it('says that the refund is on its way', () => {
    expect(shown('refunding', 0)).toContain('$8.41 is being refunded');
  });

  it('says how much was refunded', () => {
    expect(shown('refunded', 8.41)).toContain('$8.41 was refunded');
  });

  it.each(['refunding', 'refunded', 'voided'] as const)(
    'does not say that the refund goes to a card, because the balance may have paid: %s',
    (state) => {
      expect(shown(state, 8.41)).not.toMatch(/refunded to/);
      expect(shown(state, 8.41)).toContain('If you paid by card');
    },
  );
});
