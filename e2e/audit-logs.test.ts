import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, type AuditLogsAnswer, auditEventTitle } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { AUDIT_STATUSES, exportFileName, PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS, PAGING } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
} from './src/expectations.ts';
import { scanPage } from './src/scan.ts';

const openPage = useBrowser();

let storage: Record<string, string>;

beforeAll(async () => {
  ({ storage } = await logInByToken(demoAccount('admin')));
});

async function openLogs(search = '') {
  const { page } = await openPage({ storage });
  const answer = page.waitForResponse((response) => response.url().includes(API.adminAuditLogs));
  await page.goto(`${PAGES.adminAuditLogs}${search}`);
  await expectHeading(page, LABELS.auditLogs);
  const { data } = (await (await answer).json()) as AuditLogsAnswer;
  return { page, data };
}

const table = (page: Page) => page.getByRole('table', { name: LABELS.auditLogs });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const column = async (page: Page, index: number) =>
  (await rows(page).evaluateAll(
    (found, at) => found.map((row) => row.children[at]?.textContent ?? ''),
    index,
  )) as string[];
const actionFilter = (page: Page) => page.getByRole('combobox', { name: 'Action' });
const statusFilter = (page: Page) => page.getByRole('combobox', { name: AUDIT_LOGS.columns.status });
const clear = (page: Page) => page.getByRole('button', { name: AUDIT_LOGS.clearFilters });

describe('the audit logs', () => {
  it('have the columns of the specification and a page of rows, newest first', async () => {
    const { page, data } = await openLogs();
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual([
      'Timestamp',
      'Event Type',
      'User',
      'IP Address',
      'Status',
      'Details',
    ]);
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    const times = await rows(page)
      .locator('time')
      .evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
    expect(times).toEqual(times.toSorted().toReversed());
    const total = data.pagination.totalRecords;
    expect(total).toBeGreaterThan(PAGE_SIZE);
    await expectSeen(page.getByText(PAGING.showing(1, PAGE_SIZE, total), { exact: true }));
  });

  it('write event types in spaced title case and statuses with an icon and a word', async () => {
    const { page, data } = await openLogs();
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    const logs = data.auditLogs;
    expect(await column(page, 1)).toEqual(logs.map((log) => auditEventTitle(log.eventType)));
    expect(await column(page, 4)).toEqual(logs.map((log) => AUDIT_LOGS.statuses[log.status]));
    expect(await rows(page).locator('td:nth-child(5) svg').count()).toBe(PAGE_SIZE);
    await actionFilter(page).selectOption('VIEW_AUDIT_LOGS');
    await expect.poll(async () => new Set(await column(page, 1))).toEqual(new Set(['View Audit Logs']));
  });

  it('show name, email, role and address of the person, and a line of details', async () => {
    const { page } = await openLogs('?action=LOGIN&userEmail=demo%40lading');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
    const user = rows(page).last().getByRole('cell').nth(1);
    for (const text of ['Ada Park', demoAccount('client').email, 'client']) {
      await expectSeen(user.getByText(text, { exact: true }));
    }
    expect((await column(page, 3)).every((ip) => /^[\d.:a-f]+$/.test(ip))).toBe(true);
    expect((await column(page, 5)).every((text) => text !== '' && text.length <= 101)).toBe(true);
  });

  it('offer every action and status of the specification as a filter', async () => {
    const { page } = await openLogs();
    const options = (select: ReturnType<typeof actionFilter>) => select.locator('option').allTextContents();
    expect((await options(actionFilter(page))).slice(1)).toEqual(AUDIT_ACTIONS.map(auditEventTitle));
    expect((await options(statusFilter(page))).slice(1)).toEqual(
      AUDIT_STATUSES.map((status) => AUDIT_LOGS.statuses[status]),
    );
  });

  it('keep every filter in the address, so that it can be opened elsewhere', async () => {
    const { page } = await openLogs();
    await actionFilter(page).selectOption('LOGIN');
    await expectPath(page, `${PAGES.adminAuditLogs}?action=LOGIN`);
    await statusFilter(page).selectOption('error');
    await expectPath(page, `${PAGES.adminAuditLogs}?action=LOGIN&status=error`);
    await page.getByRole('searchbox', { name: 'User email' }).fill('juniper');
    await expectPath(page, `${PAGES.adminAuditLogs}?action=LOGIN&status=error&userEmail=juniper`);
    await expect
      .poll(async () => new Set(await column(page, 4)))
      .toEqual(new Set([AUDIT_LOGS.statuses.error]));
    await expect
      .poll(async () => (await column(page, 2)).every((user) => user.includes('juniper')))
      .toBe(true);
    const shown = await column(page, 0);
    expect(shown.length).toBeGreaterThan(0);

    const elsewhere = await openLogs(new URL(page.url()).search);
    await expect.poll(() => column(elsewhere.page, 0)).toEqual(shown);
    expect(await actionFilter(elsewhere.page).inputValue()).toBe('LOGIN');
    expect(await statusFilter(elsewhere.page).inputValue()).toBe('error');
    expect(await elsewhere.page.getByRole('searchbox').inputValue()).toBe('juniper');

    await page.goBack();
    await expectPath(page, `${PAGES.adminAuditLogs}?action=LOGIN`);
    expect(await statusFilter(page).inputValue()).toBe('');
  });

  it('lose no filter when two are set faster than the page is drawn', async () => {
    const { page } = await openLogs();
    await page.evaluate(() => {
      const set = (label: string, value: string) => {
        const select = [...document.querySelectorAll('select')].find(
          (one) => one.labels[0]?.textContent === label,
        );
        if (!select) throw new Error(`no filter ${label}`);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      };
      set('Action', 'LOGIN');
      set('Status', 'error');
    });
    await expectPath(page, `${PAGES.adminAuditLogs}?action=LOGIN&status=error`);
  });

  it('turn pages with Previous and Next', async () => {
    const { page } = await openLogs();
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    const previous = page.getByRole('button', { name: PAGING.previous });
    const next = page.getByRole('button', { name: PAGING.next });
    expect(await previous.isDisabled()).toBe(true);
    await next.click();
    await expectPath(page, `${PAGES.adminAuditLogs}?page=2`);
    await expectSeen(page.getByText(/^Showing 26 to 50 of \d+ results$/));
    expect(await previous.isEnabled()).toBe(true);
    await previous.click();
    await expectPath(page, PAGES.adminAuditLogs);
    await expectSeen(page.getByText(/^Showing 1 to 25 of \d+ results$/));
  });

  it('keep the page when a filter changes, as specified', async () => {
    const { page } = await openLogs('?page=2');
    await actionFilter(page).selectOption('LOGIN');
    await expectPath(page, `${PAGES.adminAuditLogs}?page=2&action=LOGIN`);
  });

  it('say so on a page beyond the end, and lead back to the first page', async () => {
    const { page } = await openLogs('?page=900');
    await expectSeen(page.getByText(AUDIT_LOGS.empty, { exact: true }));
    await expectSeen(clear(page));
    await page.getByRole('button', { name: 'Go to page 1' }).click();
    await expectPath(page, PAGES.adminAuditLogs);
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
  });

  it("say 'No audit logs found' and offer 'Clear Filters', which clears all and goes to page 1", async () => {
    const { page } = await openLogs('?page=3&status=pending&userEmail=nobody');
    await expectSeen(page.getByText('No audit logs found', { exact: true }));
    await clear(page).last().click();
    await expectPath(page, PAGES.adminAuditLogs);
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    await expectUnseen(page.getByText('No audit logs found'));
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(await clear(page).count()).toBe(0);
  });

  it('keep the table readable as cards on a phone, with the header beside every value', async () => {
    const { page } = await openLogs();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    expect(await table(page).getByRole('columnheader').count()).toBe(6);
    const labels = await rows(page)
      .first()
      .locator(':scope > *')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    for (const header of Object.values(AUDIT_LOGS.columns)) {
      expect(labels.some((label) => label.includes(header))).toBe(true);
    }
  });
});

describe('one entry of the audit logs', () => {
  const drawer = (page: Page) => page.getByRole('dialog');
  const opener = (page: Page, index: number) => rows(page).nth(index).getByRole('button');

  it('opens in a drawer with everything, at an address that can be sent', async () => {
    const refused = `${PAGES.adminAuditLogs}?action=LOGIN&status=error`;
    const { page, data } = await openLogs('?action=LOGIN&status=error');
    const [log] = data.auditLogs;
    if (!log) throw new Error('The demo data has no refused login.');
    // Anywhere in the row, for a hand with a mouse.
    await rows(page).first().getByText('Login', { exact: true }).click();
    await expectPath(page, `${refused}&log=${log.logId}`);
    await expectSeen(drawer(page).getByRole('heading', { name: 'Login' }));
    for (const text of [log.timestamp, log.eventType, log.logId, log.userEmail ?? '', log.ipAddress ?? ''])
      await expectSeen(drawer(page).getByText(text, { exact: true }));
    await expectSeen(
      drawer(page)
        .getByRole('term')
        .filter({ hasText: /^Error$/ }),
    );
    expect(JSON.parse((await drawer(page).locator('pre').textContent()) ?? '')).toEqual(log.details.raw);
    expect(await scanPage(page, 'audit entry', { widths: [390] })).toEqual([]);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await drawer(page).getByRole('button', { name: 'Copy JSON' }).click();
    await expectSeen(drawer(page).getByRole('button', { name: 'Copied' }));
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(log.details.raw);

    await page.goto(`${refused}&log=${log.logId}`);
    await expectSeen(drawer(page).getByText(log.logId, { exact: true }));
    await page.goto(`${PAGES.adminAuditLogs}?log=gone`);
    await expectSeen(drawer(page).getByText('This entry isn’t on this page of the list.', { exact: true }));
  });

  it('opens by keyboard alone, and the focus comes back to its row', async () => {
    const { page } = await openLogs();
    await expect.poll(() => rows(page).count()).toBe(PAGE_SIZE);
    await page.keyboard.press('j');
    await expectFocused(opener(page, 0));
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await expectFocused(opener(page, 1));
    await page.keyboard.press('Enter');
    await expectSeen(drawer(page));
    await page.keyboard.press('Escape');
    await expectUnseen(drawer(page));
    await expectFocused(opener(page, 1));
    await expectPath(page, PAGES.adminAuditLogs);
  });
});

describe('the export of the audit logs', () => {
  it('saves what the filters leave, under its name, and says so', async () => {
    const { page } = await openLogs('?action=LOGIN&status=error&page=2');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: AUDIT_LOGS.export }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(exportFileName('audit-logs', dateIn('UTC', new Date())));
    await expectToast(page, AUDIT_LOGS.exported);
    const [header, ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    for (const column of Object.values(AUDIT_LOGS.columns)) expect(header).toContain(column);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/\bLOGIN\b/.test(line))).toEqual([]);
  });

  it('says when it failed, and shows that it is on its way', async () => {
    const { page, watch } = await openPage({ storage, path: PAGES.adminAuditLogs });
    watch.allow(/status of 403/, /console: ApiError/);
    let refuse = () => {};
    await page.route(`**${API.adminAuditDownload}*`, (route) => {
      refuse = () => void route.fulfill({ status: 403, json: {} });
    });
    const button = page.getByRole('button', { name: AUDIT_LOGS.export });
    await button.click();
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    refuse();
    await expectToast(page, AUDIT_LOGS.exportFailed);
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  });
});

describe('the recent activity of the admin dashboard', () => {
  it('lists the five newest entries and leads to all of them', async () => {
    const fresh = await logInByToken(demoAccount('admin'));
    const { page } = await openPage({ storage: fresh.storage, path: PAGES.adminDashboard });
    const activity = page.getByRole('region', { name: 'Recent activity' });
    const entries = activity.getByRole('list').getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(5);
    // Looking at the dashboard is recorded as well, sooner or later than the list is read.
    expect(await entries.allTextContents()).toContainEqual(expect.stringMatching(/^Login.*Morgan Hale/));
    await activity.getByRole('link', { name: 'View audit logs' }).click();
    await expectHeading(page, LABELS.auditLogs);
  });
});
