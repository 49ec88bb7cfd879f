import { HISTORY } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, RUNTIME_CONFIG } from '../../../test/fake-server.ts';

/** An item with nothing but the fields of the specification. */
const plainItem = {
  shipment_id: 's1',
  created_at: '2026-11-14T10:00:00Z',
  tracking_number: '9400112345600000000124',
  sender: { city: 'Portland', state: 'OR' },
  recipient: { city: 'Austin', state: 'TX' },
  shippingDate: '2026-11-15',
  deliveryDate: '2026-11-20',
  status: 'in_transit',
  cost: 8.41,
};

const item = (part: Partial<HistoryItem>): HistoryItem => ({
  shipment_id: 's2',
  created_at: '2026-11-14T10:00:00Z',
  tracking_number: '9400112345600000000124',
  sender: { city: 'Portland', state: 'OR' },
  recipient: { name: 'Dana Reyes', city: 'Austin', state: 'TX', country: 'US' },
  shipping_date: '2026-11-15',
  delivery_date: '2026-11-20',
  status: 'in_transit',
  cost: 8.41,
  labelPath: '/label',
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  labelStatus: 'ready',
  trackingUrl: null,
  downloadedAt: null,
  ...part,
});

const openHistory = (...shipments: unknown[]) =>
  openApp(PAGES.shippingHistory, {
    as: 'client',
    answers: { [`GET ${API.history}`]: () => json({ shipments }) },
  });

/** Not a row of the skeleton. */
const row = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const cell = (label: string) => row().element().querySelector(`[data-label="${label}"]`)?.textContent;
const download = () => row().getByRole('button', { name: /^Download/ });

describe('the shipping history', () => {
  it('reads an answer with only the fields of the specification, under either name, without pages', async () => {
    await openHistory(plainItem);
    await expect.element(row()).toBeVisible();
    expect(cell(HISTORY.columns.shipping)).toBe('Nov 15, 2026');
    expect(cell(HISTORY.columns.delivery)).toBe('Expected Nov 20, 2026');
    expect(cell(HISTORY.columns.destination)).toBe('Austin, TX');
    await expect.element(download()).toBeVisible();
  });

  it.each(['returned', 'out_for_delivery'])(
    'shows an unknown status in red with its text: %s',
    async (status) => {
      await openHistory(item({ status, labelStatus: 'archived' }));
      const text = status === 'returned' ? 'Returned' : 'Out for delivery';
      const badge = row().getByText(text, { exact: true });
      await expect.element(badge).toBeVisible();
      expect(badge.element().className).toContain('text-bad-fg');
      expect(cell(HISTORY.columns.label)).toContain('Archived');
    },
  );

  it('shows neither a delivery date nor a download for a failed shipment', async () => {
    await openHistory(item({ status: 'failed', labelStatus: 'refunded', labelPath: null }));
    await expect.element(row()).toBeVisible();
    expect(cell(HISTORY.columns.delivery)).not.toContain('2026');
    expect(cell(HISTORY.columns.label)).toBe('Refunded');
    await expect.element(download()).not.toBeInTheDocument();
  });

  it('shows the date of a delivered shipment as it is', async () => {
    await openHistory(item({ status: 'delivered' }));
    await expect.element(row()).toBeVisible();
    expect(cell(HISTORY.columns.delivery)).toBe('Nov 20, 2026');
  });

  it('shows the day under which the filter finds a row, in the operator’s time zone', async () => {
    const created_at = '2026-11-14T05:30:00Z';
    await openApp(PAGES.shippingHistory, {
      as: 'client',
      answers: {
        [`GET ${API.history}`]: () =>
          json({ shipments: [item({ created_at, downloadedAt: '2026-11-15T06:00:00Z' })] }),
        [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, timeZone: 'America/Los_Angeles' }),
      },
    });
    await expect.poll(() => cell(HISTORY.columns.created)).toContain('Nov 13, 2026');
    expect(cell(HISTORY.columns.label)).toContain('Downloaded Nov 14');
  });

  it('names the country of a foreign recipient and no state where addresses have none', async () => {
    await openHistory(
      item({ recipient: { name: 'Dana Reyes', city: 'London', state: 'TX', country: 'GB' } }),
    );
    await expect.element(row()).toBeVisible();
    expect(cell(HISTORY.columns.destination)).toBe('London, United KingdomDana Reyes');
  });

  it('shows hostile text as text, and creates no link or element from it (CS08, BR05)', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await openHistory(
      item({
        tracking_number: hostile,
        recipient: { name: hostile, city: hostile, state: 'TX', country: 'US' },
        serviceName: hostile,
        labelPath: 'javascript:document.title=3',
      }),
    );
    await expect.element(row()).toBeVisible();
    expect(cell(HISTORY.columns.destination)).toContain(hostile);
    expect(row().element().querySelectorAll('img, script, [href^="javascript"]')).toHaveLength(0);
    expect(document.title).not.toMatch(/^[123]$/);
  });

  it('opens a tracking page in a new tab that cannot reach this one (BR04)', async () => {
    await openHistory(item({ trackingUrl: 'https://track.example/?n=9400112345600000000124' }));
    const link = row().getByRole('link', { name: /9400112345600000000124/ });
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(link).toHaveAttribute('target', '_blank');
  });
});
