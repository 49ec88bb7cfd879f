import { auditEventTitle } from '@lading/contract/audit.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS, PAGING } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { auditLog, pageOfLogs, TOTAL_LOGS } from '../../../test/audit-logs.ts';
import { scanScreen } from '../../../test/scan.ts';

const LOGS = `GET ${API.adminAuditLogs}`;

async function openLogs(search = '') {
  const app = await openApp(`${PAGES.adminAuditLogs}${search}`, {
    as: 'admin',
    answers: { [LOGS]: pageOfLogs },
  });
  await expect.poll(() => rows().length).toBe(PAGE_SIZE);
  return app;
}

const table = () => page.getByRole('table', { name: LABELS.auditLogs });
const rows = () => [...(table().query()?.querySelectorAll('tbody tr') ?? [])];
const column = (index: number) => rows().map((row) => row.children[index]?.textContent ?? '');
const headers = () => [...table().element().querySelectorAll('th[scope=col]')];
const actionFilter = () => page.getByRole('combobox', { name: 'Action' });
const statusFilter = () => page.getByRole('combobox', { name: AUDIT_LOGS.columns.status });
const email = () => page.getByRole('searchbox', { name: 'User email' });

afterEach(() => page.viewport(1440, 900));

describe('the list of audit logs', () => {
  it('has the columns of the specification and a page of rows, newest first', async () => {
    await openLogs();
    expect(headers().map(({ textContent }) => textContent)).toEqual([
      'Timestamp',
      'Event Type',
      'User',
      'IP Address',
      'Status',
      'Details',
    ]);
    const times = [...document.querySelectorAll('tbody time')].map((time) => time.getAttribute('datetime'));
    expect(times).toEqual(Array.from({ length: PAGE_SIZE }, (_, index) => auditLog(index).timestamp));
    await expect
      .element(page.getByText(PAGING.showing(1, PAGE_SIZE, TOTAL_LOGS), { exact: true }))
      .toBeVisible();
  });

  it("shows the person's name, email, role and IP address, and a line of details", async () => {
    await openLogs();
    const user = page.elementLocator(rows()[0]?.children[2] as Element);
    for (const text of ['Ada Park', 'demo@lading.example', 'client'])
      await expect.element(user.getByText(text, { exact: true })).toBeVisible();
    expect(new Set(column(3))).toEqual(new Set(['203.0.113.7']));
    expect(column(5).every((text) => text !== '' && text.length <= 101)).toBe(true);
  });

  it('keeps every filter in the URL, so that it can be opened elsewhere', async () => {
    const { currentPath, callsTo, router } = await openLogs();
    await actionFilter().selectOptions('LOGIN');
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?action=LOGIN`);
    await statusFilter().selectOptions('error');
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?action=LOGIN&status=error`);
    await email().fill('juniper');
    await expect
      .poll(currentPath)
      .toBe(`${PAGES.adminAuditLogs}?action=LOGIN&status=error&userEmail=juniper`);
    const asked = { action: 'LOGIN', status: 'error', userEmail: 'juniper' };
    await expect.poll(() => Object.fromEntries(callsTo(LOGS).at(-1)?.query ?? [])).toMatchObject(asked);
    await router.navigate(-1);
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?action=LOGIN`);
    await expect.element(statusFilter()).toHaveValue('');
  });

  it('opens with the filters of its URL', async () => {
    const { callsTo } = await openLogs('?action=LOGIN&status=error&userEmail=juniper');
    await expect.element(actionFilter()).toHaveValue('LOGIN');
    await expect.element(statusFilter()).toHaveValue('error');
    await expect.element(email()).toHaveValue('juniper');
    expect(Object.fromEntries(callsTo(LOGS)[0]?.query ?? [])).toMatchObject({
      action: 'LOGIN',
      status: 'error',
      userEmail: 'juniper',
    });
  });

  it('stays readable as cards on a phone, with the header beside every value', async () => {
    await openLogs();
    await page.viewport(390, 844);
    expect(table().getByRole('columnheader').elements()).toHaveLength(6);
    const labels = [...(rows()[0]?.children ?? [])].map((cell) => getComputedStyle(cell, '::before').content);
    for (const header of Object.values(AUDIT_LOGS.columns))
      expect(labels.some((label) => label.includes(header))).toBe(true);
  });
});

describe('one entry of the audit logs', () => {
  const drawer = () => page.getByRole('dialog');
  const opener = (index: number) => page.elementLocator(rows()[index]?.querySelector('button') as Element);
  const { logId, timestamp, eventType, userEmail, ipAddress, details } = auditLog(0);

  it('opens in a drawer with all details, at a URL that can be shared', async () => {
    const { currentPath } = await openLogs();
    // A mouse click works anywhere in the row.
    await page.elementLocator(rows()[0]?.children[1] as Element).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?log=${logId}`);
    await expect.element(drawer().getByRole('heading', { name: auditEventTitle(eventType) })).toBeVisible();
    for (const text of [timestamp, eventType, logId, userEmail ?? '', ipAddress ?? ''])
      await expect.element(drawer().getByText(text, { exact: true })).toBeVisible();
    expect(JSON.parse(drawer().element().querySelector('pre')?.textContent ?? '')).toEqual(details.raw);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it.each([
    [logId, logId],
    ['gone', 'This entry isn’t on this page of the list.'],
  ])('opens from the URL of the entry %s', async (log, text) => {
    await openApp(`${PAGES.adminAuditLogs}?log=${log}`, { as: 'admin', answers: { [LOGS]: pageOfLogs } });
    await expect.element(drawer().getByText(text, { exact: true })).toBeVisible();
  });

  it('opens by keyboard, and the focus returns to its row', async () => {
    const { currentPath } = await openLogs();
    await userEvent.keyboard('j');
    await expect.element(opener(0)).toHaveFocus();
    await userEvent.keyboard('j{ArrowDown}k');
    await expect.element(opener(1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(drawer()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer()).not.toBeInTheDocument();
    await expect.element(opener(1)).toHaveFocus();
    expect(currentPath()).toBe(PAGES.adminAuditLogs);
  });
});
