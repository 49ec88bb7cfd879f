import { AUDIT_ACTIONS, type AuditLog, auditEventTitle } from '@lading/contract/audit.ts';
import { AUDIT_STATUSES, PAGE_SIZE } from '@lading/contract/constants.ts';
import { ADMIN, AUDIT_LOGS, LABELS, PAGING } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, networkFailure, type ReceivedCall } from '../../../test/fake-server.ts';
import { button, main, toastWith } from '../../../test/screen.ts';

const LOGS = `GET ${API.adminAuditLogs}`;
const DOWNLOAD = `GET ${API.adminAuditDownload}`;
const TOTAL = 60;

const log = (index: number): AuditLog => ({
  logId: `log-${index}`,
  timestamp: new Date(Date.UTC(2026, 10, 16) - index * 60_000).toISOString(),
  eventType: AUDIT_ACTIONS[index % AUDIT_ACTIONS.length] ?? 'LOGIN',
  userName: 'Ada Park',
  userEmail: 'demo@lading.example',
  userRole: 'client',
  ipAddress: '203.0.113.7',
  status: AUDIT_STATUSES[index % AUDIT_STATUSES.length] ?? 'success',
  details: { raw: { index } },
});

/** Sixty entries without a filter, none with the status `pending`. */
function pageOfLogs({ query }: ReceivedCall) {
  const total = query.get('status') === 'pending' ? 0 : TOTAL;
  const currentPage = Number(query.get('page'));
  const start = (currentPage - 1) * PAGE_SIZE;
  const count = Math.max(0, Math.min(PAGE_SIZE, total - start));
  const pagination = {
    totalRecords: total,
    currentPage,
    totalPages: Math.ceil(total / PAGE_SIZE),
    recordsPerPage: PAGE_SIZE,
    hasPrevPage: currentPage > 1,
    hasNextPage: start + PAGE_SIZE < total,
    isMore: false,
  };
  const auditLogs = Array.from({ length: count }, (_, index) => log(start + index));
  return json({ data: { auditLogs, pagination } });
}

const openLogs = (search = '', answers: Answers = {}) =>
  openApp(`${PAGES.adminAuditLogs}${search}`, { as: 'admin', answers: { [LOGS]: pageOfLogs, ...answers } });

const table = () => page.getByRole('table', { name: LABELS.auditLogs });
const rows = () => [...(table().query()?.querySelectorAll('tbody tr') ?? [])];
const expectRows = (count: number) => expect.poll(() => rows().length).toBe(count);
const column = (index: number) => rows().map((row) => row.children[index]?.textContent);
const actionFilter = () => page.getByRole('combobox', { name: 'Action' });
const statusFilter = () => page.getByRole('combobox', { name: AUDIT_LOGS.columns.status });
const optionsOf = (select: ReturnType<typeof actionFilter>) =>
  [...(select.element() as HTMLSelectElement).options].map(({ textContent }) => textContent);
const empty = () => page.getByText(AUDIT_LOGS.empty, { exact: true });
const clear = () => button(AUDIT_LOGS.clearFilters);

describe('the audit logs', () => {
  it('write event types in spaced title case, and statuses with an icon and a word', async () => {
    await openLogs();
    await expectRows(PAGE_SIZE);
    const logs = Array.from({ length: PAGE_SIZE }, (_, index) => log(index));
    expect(column(1)).toEqual(logs.map(({ eventType }) => auditEventTitle(eventType)));
    expect(column(4)).toEqual(logs.map(({ status }) => AUDIT_LOGS.statuses[status]));
    expect(table().element().querySelectorAll('td:nth-child(5) svg')).toHaveLength(PAGE_SIZE);
  });

  it('offer every action and status of the specification as a filter', async () => {
    await openLogs();
    await expectRows(PAGE_SIZE);
    expect(optionsOf(actionFilter()).slice(1)).toEqual(AUDIT_ACTIONS.map(auditEventTitle));
    expect(optionsOf(statusFilter()).slice(1)).toEqual(
      AUDIT_STATUSES.map((status) => AUDIT_LOGS.statuses[status]),
    );
  });

  it('keep both filters when they change faster than the page renders', async () => {
    const { currentPath } = await openLogs();
    await expectRows(PAGE_SIZE);
    for (const [select, value] of [
      [actionFilter(), 'LOGIN'],
      [statusFilter(), 'error'],
    ] as const) {
      const element = select.element() as HTMLSelectElement;
      element.value = value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?action=LOGIN&status=error`);
  });

  it('turn pages with Previous and Next', async () => {
    const { currentPath } = await openLogs();
    await expectRows(PAGE_SIZE);
    await expect.element(button(PAGING.previous)).toBeDisabled();
    await button(PAGING.next).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?page=2`);
    await expect.element(page.getByText(PAGING.showing(26, 50, TOTAL), { exact: true })).toBeVisible();
    await button(PAGING.previous).click();
    await expect.poll(currentPath).toBe(PAGES.adminAuditLogs);
    await expect.element(page.getByText(PAGING.showing(1, 25, TOTAL), { exact: true })).toBeVisible();
  });

  it('keep the page number when a filter changes, as specified', async () => {
    const { currentPath } = await openLogs('?page=2');
    await actionFilter().selectOptions('LOGIN');
    await expect.poll(currentPath).toBe(`${PAGES.adminAuditLogs}?page=2&action=LOGIN`);
  });

  it('are empty on a page beyond the end, which leads back to the first page', async () => {
    const { currentPath } = await openLogs('?page=900');
    await expect.element(empty()).toBeVisible();
    await expect.element(clear()).toBeVisible();
    await button('Go to page 1').click();
    await expect.poll(currentPath).toBe(PAGES.adminAuditLogs);
    await expectRows(PAGE_SIZE);
  });

  it("say 'No audit logs found' and offer 'Clear Filters', which goes to page 1 without filters", async () => {
    const { currentPath } = await openLogs('?page=3&status=pending&userEmail=nobody');
    await expect.element(empty()).toBeVisible();
    expect(AUDIT_LOGS.empty).toBe('No audit logs found');
    await clear().click();
    await expect.poll(currentPath).toBe(PAGES.adminAuditLogs);
    await expectRows(PAGE_SIZE);
    await expect.element(empty()).not.toBeInTheDocument();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    await expect.element(clear()).not.toBeInTheDocument();
  });

  it('say when the export failed, and show that it is in progress', async () => {
    const refusal = Promise.withResolvers<Response>();
    await openLogs('', { [DOWNLOAD]: () => refusal.promise });
    await button(AUDIT_LOGS.export).click();
    await expect.element(button(AUDIT_LOGS.export)).toHaveAttribute('aria-busy', 'true');
    refusal.resolve(json({}, 403));
    await expect.element(toastWith(AUDIT_LOGS.exportFailed)).toBeVisible();
    await expect.element(button(AUDIT_LOGS.export)).not.toHaveAttribute('aria-busy');
  });
});

describe('audit logs that cannot be loaded', () => {
  it.each([
    ['admin rights are missing (403)', () => json({}, 403), ADMIN.accessDenied],
    ['the API cannot be reached', networkFailure, ADMIN.unreachable],
    ['the server met an unexpected condition (503)', () => json({}, 503), ADMIN.serverError],
  ] as const)('say that %s, and load after another try', async (_reason, answer, sentence) => {
    const app = await openLogs('', { [LOGS]: answer });
    await expect.element(toastWith(AUDIT_LOGS.loadFailed)).toBeVisible();
    await expect.element(main().getByText(AUDIT_LOGS.loadFailed, { exact: true })).toBeVisible();
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
    app.answer({ [LOGS]: pageOfLogs });
    await button('Try again').click();
    await expectRows(PAGE_SIZE);
  });
});
