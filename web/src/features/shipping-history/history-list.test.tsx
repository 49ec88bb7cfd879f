import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, HISTORY, LABELS, PAGING } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { type HistoryItem, SHIPMENT_STATUSES } from '@lading/contract/shipments.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json, type ReceivedCall } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main, toastWith } from '../../../test/screen.ts';
import { labelImage, shipmentOf } from '../../../test/shipment.ts';
import { longIt } from '../../../test/tier.ts';

const TOTAL = 30;

const itemOf = (number: number, part: Partial<HistoryItem> = {}): HistoryItem => ({
  shipment_id: `s${number}`,
  created_at: '2026-11-14T10:00:00Z',
  tracking_number: `94001123456000000${String(number).padStart(5, '0')}`,
  sender: { city: 'Portland', state: 'OR' },
  recipient: { name: 'Dana Reyes', city: 'Austin', state: 'TX', country: 'US' },
  shipping_date: '2026-11-15',
  delivery_date: '2026-11-20',
  status: SHIPMENT_STATUSES[number % SHIPMENT_STATUSES.length] ?? 'pending',
  cost: number,
  labelPath: `/api/shippo/labels/s${number}`,
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  labelStatus: 'ready',
  trackingUrl: `https://track.example/?n=${number}`,
  downloadedAt: null,
  ...part,
});
const ALL = Array.from({ length: TOTAL }, (_, index) => itemOf(index + 1));

/** Filters, sorts and pages as the server does. */
function historyFor(items: readonly HistoryItem[]) {
  return ({ query }: ReceivedCall) => {
    const has = (name: string, value: string | null) => !query.get(name) || query.get(name) === value;
    const found = items.filter(
      ({ status, carrier, tracking_number }) =>
        has('status', status) &&
        has('carrier', carrier) &&
        (tracking_number ?? '').includes(query.get('search') ?? ''),
    );
    const direction = query.get('sortOrder') === 'ASC' ? 1 : -1;
    if (query.get('sortBy') === 'cost') found.sort((a, b) => direction * (a.cost - b.cost));
    const current = Number(query.get('page') ?? 1);
    const limit = Number(query.get('limit'));
    const shipments = found.slice((current - 1) * limit, current * limit);
    return json({ shipments, pagination: paginationOf(found.length, current, limit) });
  };
}

const HISTORY_CALL = `GET ${API.history}`;
const fileOf = (number: number) => `GET ${path(API.labelFile, { id: `s${number}` })}`;
const MERGED = `GET ${API.mergedLabels}`;

const openHistory = (search = '', answers: Answers = {}, items = ALL) =>
  openApp(`${PAGES.shippingHistory}${search}`, {
    as: 'client',
    answers: {
      [HISTORY_CALL]: historyFor(items),
      [fileOf(1)]: labelImage,
      [fileOf(2)]: labelImage,
      ...answers,
    },
  });

afterEach(() => {
  vi.restoreAllMocks();
});

const table = () => page.getByRole('table', { name: LABELS.shippingHistory });
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-shipment-row]')];
const expectRows = (count: number) => expect.poll(() => rows().length).toBe(count);
const column = (name: string) =>
  rows().map((row) => row.querySelector(`[data-label="${name}"]`)?.textContent ?? '');
const cost = () => table().getByRole('columnheader', { name: 'Cost' });
const details = (row: number) => rows()[row]?.querySelector('button');
const expectFocus = (row: number) =>
  expect.poll(() => document.activeElement !== null && document.activeElement === details(row)).toBe(true);
const row = (number: number) =>
  table()
    .getByRole('row')
    .nth(number + 1);
const download = (number: number) => row(number).getByRole('button', { name: /^Download/ });

describe('the shipping history', () => {
  it("has the specified columns, pages of 25, and links to the carriers' tracking pages", async () => {
    const { currentPath } = await openHistory();
    await expectRows(PAGE_SIZE);
    for (const [index, text] of Object.values(HISTORY.columns).entries())
      await expect
        .element(
          table()
            .getByRole('columnheader')
            .nth(index + 1),
        )
        .toHaveAccessibleName(new RegExp(`^${text}$`, 'i'));
    expect(table().getByRole('columnheader').elements()).toHaveLength(
      Object.keys(HISTORY.columns).length + 1,
    );
    const link = row(0).getByRole('link', { name: /opens in a new tab/ });
    await expect.element(link).toHaveAttribute('href', 'https://track.example/?n=1');
    await expect.element(link).toHaveAttribute('target', '_blank');
    expect(column(HISTORY.columns.source)[0]).toBe('Portland, OR');
    expect(column(HISTORY.columns.cost)[0]).toBe('$1.00');
    await expect
      .element(main().getByText(PAGING.showing(1, PAGE_SIZE, TOTAL), { exact: true }))
      .toBeVisible();
    await button(PAGING.next).click();
    await expect.poll(currentPath).toBe(`${PAGES.shippingHistory}?page=2`);
    await expectRows(TOTAL - PAGE_SIZE);
  });

  it('keeps search, filters and order in the URL, so that they can be opened elsewhere', async () => {
    const { currentPath } = await openHistory();
    await expectRows(PAGE_SIZE);
    await cost().getByRole('button').click();
    await expect.poll(currentPath).toBe(`${PAGES.shippingHistory}?sortBy=cost`);
    await expect.element(cost()).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => column(HISTORY.columns.cost)[0]).toBe('$30.00');
    await cost().getByRole('button').click();
    await expect.poll(currentPath).toBe(`${PAGES.shippingHistory}?sortBy=cost&sortOrder=ASC`);
    await expect.element(cost()).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => column(HISTORY.columns.cost)[0]).toBe('$1.00');

    for (const status of SHIPMENT_STATUSES) {
      await userEvent.selectOptions(page.getByRole('combobox', { name: 'Status' }), status);
      await expectRows(ALL.filter((item) => item.status === status).length);
    }
    await button(AUDIT_LOGS.clearFilters).click();
    const wanted = ALL.at(-1)?.tracking_number ?? '';
    await page.getByRole('searchbox', { name: 'Search' }).fill(wanted);
    await expectRows(1);
    await page.getByLabelText('Created from').fill('2020-01-31');
    const search = `?search=${wanted}&from=2020-01-31&sortBy=cost&sortOrder=ASC`;
    await expect.poll(currentPath).toBe(`${PAGES.shippingHistory}${search}`);

    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Carrier' }), 'DHL');
    await expect.element(main().getByText('No shipments match your filters', { exact: true })).toBeVisible();
  });

  it('opens with the search, filters and order of its URL', async () => {
    const wanted = ALL.at(-1)?.tracking_number ?? '';
    const { callsTo } = await openHistory(`?search=${wanted}&from=2020-01-31&sortBy=cost&sortOrder=ASC`);
    await expectRows(1);
    await expect.element(page.getByRole('searchbox')).toHaveValue(wanted);
    await expect.element(cost()).toHaveAttribute('aria-sort', 'ascending');
    expect(Object.fromEntries(callsTo(HISTORY_CALL)[0]?.query ?? [])).toMatchObject({
      search: wanted,
      from: '2020-01-31',
      sortBy: 'cost',
      sortOrder: 'ASC',
    });
  });

  it('marks every status with its color, an icon and a word', async () => {
    const statuses = ['delivered', 'in_transit', 'pending', 'failed'] as const;
    await openHistory(
      '',
      {},
      statuses.map((status, index) => itemOf(index + 1, { status })),
    );
    await expectRows(4);
    const badges = document.querySelectorAll(`[data-label="${HISTORY.columns.status}"] span:has(> svg)`);
    const tones = ['ok', 'info', 'warn', 'bad'];
    expect(
      [...badges].map((badge) => [
        badge.textContent,
        tones.find((tone) => badge.classList.contains(`bg-${tone}-bg`)),
      ]),
    ).toEqual([
      ['Delivered', 'ok'],
      ['In transit', 'info'],
      ['Pending', 'warn'],
      ['Failed', 'bad'],
    ]);
  });

  it('downloads the label of a row any number of times and notes the date', async () => {
    const files = catchDownloads();
    await openHistory();
    await expectRows(PAGE_SIZE);
    for (let time = 1; time <= 2; time += 1) {
      await download(0).click();
      await expect.poll(() => files.length).toBe(time);
      await expect.element(toastWith(HISTORY.downloadStarted)).toBeVisible();
    }
    expect(files[0]?.name).toBe(`label-${ALL[0]?.tracking_number}.pdf`);
    await expect.element(row(0).getByText(/^Downloaded [A-Z][a-z]{2} \d+$/)).toBeVisible();
  });

  it('says when there is no label and when it could not be downloaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openHistory('', { [fileOf(2)]: () => json({}, 503) }, [itemOf(1, { labelPath: null }), itemOf(2)]);
    await download(0).click();
    await expect.element(toastWith(HISTORY.noLabel)).toBeVisible();
    await download(1).click();
    await expect.element(toastWith(HISTORY.downloadFailed)).toBeVisible();
  });

  it('offers a label as soon as it is ready', async () => {
    const { answer } = await openHistory('', {}, [
      itemOf(1, { labelPath: null, labelStatus: 'processing' }),
      itemOf(4, { labelPath: null, labelStatus: 'processing' }),
    ]);
    await expect.element(row(0).getByText('Creating', { exact: true })).toBeVisible();
    await expect.element(download(0)).not.toBeInTheDocument();
    answer({ [HISTORY_CALL]: historyFor([itemOf(1), itemOf(4)]) });
    await expect.element(download(0)).toBeVisible();
    await expect.element(row(0).getByText('Creating', { exact: true })).not.toBeInTheDocument();
  });

  it('puts the selected labels into one file, in row order', async () => {
    const files = catchDownloads();
    const { callsTo } = await openHistory('', { [MERGED]: labelImage });
    await expectRows(PAGE_SIZE);
    // From below, so that the order of the clicks is not the order of the rows.
    for (const number of [2, 0]) await row(number).getByRole('checkbox').click();
    await expect.element(page.getByText('2 labels selected', { exact: true })).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Download selected labels (PDF)').click();
    await expect.poll(() => files.length).toBe(1);
    expect(files[0]?.name).toMatch(/^labels-[\d-]+\.pdf$/);
    expect(callsTo(MERGED).map(({ query }) => query.get('ids'))).toEqual(['s1,s3']);
    await expect.element(toastWith(HISTORY.downloadStarted)).toBeVisible();
  });

  it('marks only the labels that the server put into the file', async () => {
    const files = catchDownloads();
    const { answer } = await openHistory('', { [MERGED]: labelImage }, [itemOf(1), itemOf(2)]);
    await expectRows(2);
    for (const number of [0, 1]) await row(number).getByRole('checkbox').click();
    const downloadedAt = '2026-11-17T10:00:00.000Z';
    answer({ [HISTORY_CALL]: historyFor([itemOf(1), itemOf(2, { downloadedAt })]) });
    await button('Download selected labels (PDF)').click();
    await expect.poll(() => files.length).toBe(1);
    await expect.element(row(1).getByText(/^Downloaded [A-Z]/)).toBeVisible();
    expect(
      row(0)
        .getByText(/^Downloaded [A-Z]/)
        .query(),
    ).toBeNull();
  });

  it('includes the customs documents unless the client chooses the label alone', async () => {
    const files = catchDownloads();
    const recipient = { name: 'Jana Klein', city: 'Berlin', state: '', country: 'DE' };
    const { callsTo } = await openHistory('', { [MERGED]: labelImage }, [
      itemOf(1),
      itemOf(2, { recipient }),
    ]);
    await row(0).getByRole('checkbox').click();
    const contents = page.getByRole('combobox', { name: 'Include' });
    await expect.element(page.getByText('1 label selected', { exact: true })).toBeVisible();
    await expect.element(contents).not.toBeInTheDocument();
    await row(1).getByRole('checkbox').click();
    await expect.element(contents).toHaveValue('all');
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await button('Download selected labels (PDF)').click();
    await expect.poll(() => files.length).toBe(1);
    await userEvent.selectOptions(contents, 'label');
    await button('Download selected labels (PDF)').click();
    await expect.poll(() => files.length).toBe(2);
    expect(callsTo(MERGED).map(({ query }) => query.get('content'))).toEqual(['all', null]);
  });

  it('says that there is none yet, and that it could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { answer } = await openHistory('', { [HISTORY_CALL]: () => json({}, 400) });
    await expect.element(toastWith(HISTORY.loadFailed)).toBeVisible();
    await expect.element(main().getByText('Failed to fetch shipping history', { exact: true })).toBeVisible();
    answer({ [HISTORY_CALL]: historyFor([]) });
    await button('Try again').click();
    await expect.element(main().getByText('No shipping history available', { exact: true })).toBeVisible();
    await expect
      .element(main().getByRole('link', { name: LABELS.createShippingLabel }))
      .toHaveAttribute('href', PAGES.createLabel);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  longIt(
    'moves through the rows with j and k, opens with Enter, copies with c and downloads with d',
    async () => {
      const files = catchDownloads();
      const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      const transaction = `GET ${path(API.transaction, { id: 's2' })}`;
      await openHistory('', {
        [transaction]: () => json({ transaction: shipmentOf({ shipment_id: 's2' }) }),
      });
      await expectRows(PAGE_SIZE);
      await userEvent.keyboard('j');
      await expectFocus(0);
      await userEvent.keyboard('j');
      await expectFocus(1);
      await userEvent.keyboard('k');
      await expectFocus(0);
      await userEvent.keyboard('{ArrowDown}');
      await expectFocus(1);
      await userEvent.keyboard('c');
      await expect.element(toastWith('Copied the tracking number.')).toBeVisible();
      expect(copied).toHaveBeenCalledWith(ALL[1]?.tracking_number);
      await userEvent.keyboard('d');
      await expect
        .poll(() => files.map(({ name }) => name))
        .toEqual([`label-${ALL[1]?.tracking_number}.pdf`]);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('dialog', { name: 'Shipment' })).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await userEvent.keyboard('/');
      await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
    },
  );
});
