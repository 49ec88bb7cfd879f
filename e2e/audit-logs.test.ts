import { readFileSync } from 'node:fs';
import type { AuditLogsAnswer } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName, PAGE_SIZE } from '@lading/contract/constants.ts';
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

  it("show the person's name, email, role and IP address, and a line of details", async () => {
    const { page } = await openLogs('?action=LOGIN&userEmail=demo%40lading');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1);
    const user = rows(page).last().getByRole('cell').nth(1);
    for (const text of ['Ada Park', demoAccount('client').email, 'client']) {
      await expectSeen(user.getByText(text, { exact: true }));
    }
    expect((await column(page, 3)).every((ip) => /^[\d.:a-f]+$/.test(ip))).toBe(true);
    expect((await column(page, 5)).every((text) => text !== '' && text.length <= 101)).toBe(true);
  });

  it('keep every filter in the URL, so that it can be opened elsewhere', async () => {
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

  it('opens in a drawer with all details, at a URL that can be shared', async () => {
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

  it('opens by keyboard, and the focus returns to its row', async () => {
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
  it('saves the filtered entries under the specified name, and says so', async () => {
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
});

describe('the recent activity of the admin dashboard', () => {
  it('lists the five newest entries and links to all of them', async () => {
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
