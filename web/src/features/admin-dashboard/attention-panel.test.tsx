import type { AttentionAnswer, AttentionItem, AttentionRow, SnoozeBody } from '@lading/contract/attention.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never, PAGES_WAIT } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';
import { ATTENTION_COPY as COPY } from './attention-copy.ts';

const LIST = `GET ${API.adminAttention}`;
const SNOOZE = `POST ${API.adminAttentionSnoozes}`;
const SHOW = `DELETE ${API.adminAttentionSnoozes}`;
const CLIENT = '0198f3c2-7c1e-7aa0-8000-000000000002';
const clientPage = path(PAGES.adminClient, { id: CLIENT });

const row = (part: Partial<AttentionRow>): AttentionRow => ({
  subject: CLIENT,
  clientId: CLIENT,
  name: 'Dana Reyes',
  count: 1,
  amount: null,
  before: null,
  days: null,
  reason: null,
  at: null,
  ...part,
});
const item = (kind: AttentionItem['kind'], part: Partial<AttentionRow>): AttentionItem => ({
  kind,
  count: part.count ?? 1,
  amount: part.amount ?? null,
  rows: [row(part)],
  more: 0,
});
const general = { subject: '', clientId: null };

/** Every kind with what it says and where it leads. */
const KINDS: [AttentionItem, string, string][] = [
  [
    item('incidents', { ...general, subject: 'event_unknown', name: 'Unknown event', count: 2 }),
    'Unknown event 2 incidents',
    PAGES.adminIncidents,
  ],
  [item('failed_refunds', { amount: 700, count: 2 }), 'Dana Reyes $7.00, 2 refunds', PAGES.adminIncidents],
  [
    item('overdue_balances', { amount: 123_456, days: 12 }),
    'Dana Reyes $1,234.56, 12 days overdue',
    `${clientPage}#client-balance`,
  ],
  [
    item('stopped_top_ups', { amount: 5_000, reason: 'retry_tomorrow' }),
    'Dana Reyes $50.00, declined, next attempt tomorrow',
    `${clientPage}#client-balance`,
  ],
  [
    item('failed_labels', { ...general, name: 'The address is not served.', count: 3 }),
    'The address is not served. 3 labels',
    `${PAGES.adminShipments}?status=failed&label=none&startDate=2026-11-15&endDate=2026-11-16`,
  ],
  [
    item('unspent_money', { amount: 2_000, count: 1 }),
    'Dana Reyes $20.00, 1 payment',
    `${PAGES.adminUnspentMoney}?state=waiting`,
  ],
  [
    item('fallen_volume', { count: 5, before: 11.3 }),
    'Dana Reyes 5 labels in the last 7 days, down from 11.3 per week',
    clientPage,
  ],
  [
    item('expiring_cards', { at: '2027-01-01T00:00:00.000Z' }),
    'Dana Reyes valid through Dec 2026',
    clientPage,
  ],
];

const answer = (items: AttentionItem[], snoozed = 0) => {
  const data: AttentionAnswer['data'] = { items, snoozed, startDate: '2026-11-15', endDate: '2026-11-16' };
  return () => json({ data });
};
const open = (answers: Answers, staffRole: 'owner' | 'read_only' = 'owner') =>
  openApp(PAGES.adminDashboard, { as: 'admin', staffRole, answers: { ...PAGES_WAIT, ...answers } });
const panel = () => page.getByRole('region', { name: COPY.title, exact: true });
const texts = () =>
  panel()
    .getByRole('listitem')
    .elements()
    .map((found) => found.querySelector('p')?.textContent);

afterEach(() => page.viewport(1440, 900));

describe('what needs attention on the admin dashboard', () => {
  it('shows one line per item, each with a link to where an admin can act', async () => {
    await open({ [LIST]: answer(KINDS.map(([found]) => found)) });
    await expect.poll(texts).toEqual(KINDS.map(([, text]) => text));
    const links = panel().getByRole('listitem').getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(KINDS.map(([, , target]) => target));
    const headings = panel().getByRole('heading', { level: 3 }).elements();
    expect(headings.map(({ textContent }) => textContent)).toEqual(
      KINDS.map(([{ kind }]) => COPY.kinds[kind]),
    );
    // Above the figures.
    expect(document.querySelector('main h2')?.textContent).toBe(COPY.title);
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await page.viewport(390, 844);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('says when there is nothing', async () => {
    await open({ [LIST]: answer([]) });
    await expect.element(panel().getByText(COPY.nothing, { exact: true })).toBeVisible();
    await expect.element(panel().getByRole('button')).not.toBeInTheDocument();
  });

  it('explains unknown reasons and debts that became overdue today', async () => {
    await open({
      [LIST]: answer([
        item('overdue_balances', { amount: 100, days: 0 }),
        item('stopped_top_ups', { amount: 100, reason: 'from_a_newer_version' }),
      ]),
    });
    await expect
      .poll(texts)
      .toEqual(['Dana Reyes $1.00, overdue since today', 'Dana Reyes $1.00, top-ups stopped']);
  });

  it('shows more rows on demand', async () => {
    const debts = { ...item('overdue_balances', { amount: 900 }), count: 5, amount: 2_500, more: 4 };
    const { callsTo } = await open({ [LIST]: answer([debts]) });
    await expect.element(panel().getByText('5 clients, $25.00', { exact: true })).toBeVisible();
    await expect.element(panel().getByText('4 more', { exact: true })).toBeVisible();
    await button(COPY.showAll).click();
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('limit')).toBe('50');
    await button(COPY.showLess).click();
    await expect.element(button(COPY.showAll)).toBeVisible();
  });

  it('does not delay the figures, and can be reloaded', async () => {
    const { answer: reply } = await open({ [LIST]: () => json({}, 403) });
    await expect.element(panel().getByText(COPY.loadFailed)).toBeVisible();
    await expect.element(page.getByText('Total revenue')).toBeVisible();
    reply({ [LIST]: answer([]) });
    await panel().getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel().getByText(COPY.nothing)).toBeVisible();
  });

  it('can be used by keyboard', async () => {
    const { currentPath } = await open({ [LIST]: answer([item('failed_refunds', { amount: 12 })]) });
    const link = panel().getByRole('link');
    await expect.element(link).toBeVisible();
    await tabTo(link);
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe(PAGES.adminIncidents);
  });
});

describe('a snooze on the admin dashboard', () => {
  const debt = item('overdue_balances', { amount: 900, days: 3 });
  const labels = item('failed_labels', { ...general, name: 'No rates' });

  it('hides a row until tomorrow, and can be undone', async () => {
    const { answer: reply, callsTo } = await open({
      [LIST]: answer([debt, labels]),
      [SNOOZE]: () => json({ snoozed: true }),
      [SHOW]: () => json({ ended: 1 }),
    });
    await expect.element(button(COPY.snooze('Dana Reyes'))).toBeVisible();
    reply({ [LIST]: answer([labels], 1) });
    await button(COPY.snooze('Dana Reyes')).click();
    await expect.element(toastWith(COPY.snoozed)).toBeVisible();
    expect(callsTo(SNOOZE).at(-1)?.body).toEqual({ kind: 'overdue_balances', subject: CLIENT });
    await expect.poll(texts).toEqual(['No rates 1 label']);
    const reads = callsTo(LIST).length;
    await button(COPY.snooze(COPY.kinds.failed_labels.toLowerCase())).click();
    await expect.poll(() => callsTo(SNOOZE).at(-1)?.body).toEqual({ kind: 'failed_labels', subject: '' });
    // The list is read again before the next reply counts.
    await expect.poll(() => callsTo(LIST).length).toBeGreaterThan(reads);

    reply({ [LIST]: answer([debt, labels]) });
    await button(COPY.showSnoozed(1)).click();
    await expect.poll(() => texts().length).toBe(2);
    expect(callsTo(SHOW)).toHaveLength(1);
    await expect.element(button(COPY.showSnoozed(1))).not.toBeInTheDocument();
  });

  it('can be followed by another before it is done', async () => {
    const first = Promise.withResolvers<Response>();
    const answers = [first.promise];
    const { callsTo } = await open({
      [LIST]: answer([debt, labels]),
      [SNOOZE]: () => answers.shift() ?? json({ snoozed: true }),
    });
    const snooze = button(COPY.snooze('Dana Reyes'));
    await snooze.click();
    await snooze.click();
    await button(COPY.snooze(COPY.kinds.failed_labels.toLowerCase())).click();
    await expect.element(toastWith(COPY.snoozed)).toBeVisible();
    expect(callsTo(SNOOZE).map(({ body }) => (body as SnoozeBody).kind)).toEqual([
      'overdue_balances',
      'failed_labels',
    ]);
    first.resolve(json({ snoozed: true }));
  });

  it('says when it failed', async () => {
    await open({ [LIST]: answer([debt]), [SNOOZE]: () => json({}, 500) });
    await button(COPY.snooze('Dana Reyes')).click();
    await expect.element(toastWith(COPY.snoozeFailed)).toBeVisible();
    await expect.poll(texts).toHaveLength(1);
  });

  it('is not offered to people who may only read', async () => {
    await open({ [LIST]: answer([debt], 2), [SNOOZE]: never }, 'read_only');
    await expect.poll(texts).toHaveLength(1);
    await expect.element(panel().getByRole('button')).not.toBeInTheDocument();
  });
});
