import { AUDIT_ACTIONS, auditEventTitle } from '@lading/contract/audit.ts';
import { AUDIT_STATUSES, type AuditStatus, PAGE_SIZE } from '@lading/contract/constants.ts';
import { ADMIN, AUDIT_LOGS, LABELS, PAGING } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { auditLog as log, pageOfLogs, TOTAL_LOGS as TOTAL } from '../../../test/audit-logs.ts';
import { type Answers, json, networkFailure, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main, toastWith } from '../../../test/screen.ts';
import { longIt } from '../../../test/tier.ts';

const LOGS = `GET ${API.adminAuditLogs}`;
const DOWNLOAD = `GET ${API.adminAuditDownload}`;
const EMPTY_PAGE = {
  totalRecords: 0,
  currentPage: 1,
  totalPages: 1,
  recordsPerPage: PAGE_SIZE,
  hasPrevPage: false,
  hasNextPage: false,
};

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
    expect(column(4)).toEqual(logs.map(({ status }) => AUDIT_LOGS.statuses[status as AuditStatus]));
    expect(table().element().querySelectorAll('td:nth-child(5) svg')).toHaveLength(PAGE_SIZE);
  });

  it('offer every action and status of the specification as a filter', async () => {
    await openLogs();
    await expectRows(PAGE_SIZE);
    const options = optionsOf(actionFilter()).slice(1);
    expect(options.slice(0, AUDIT_ACTIONS.length)).toEqual(AUDIT_ACTIONS.map(auditEventTitle));
    // All other actions follow by topic.
    expect(options).toEqual(expect.arrayContaining(['Refund Requested', 'Label Failed', 'Access Denied']));
    expect(optionsOf(statusFilter()).slice(1)).toEqual(
      AUDIT_STATUSES.map((status) => AUDIT_LOGS.statuses[status]),
    );
  });

  it('keep the list when one entry cannot be read', async () => {
    await openLogs('', {
      [LOGS]: (call) => {
        const strange = [
          { ...log(0), details: { raw: 'not an object' } },
          { ...log(1), status: 'deferred' },
          log(2),
        ];
        const pagination = { ...EMPTY_PAGE, totalRecords: 3, currentPage: Number(call.query.get('page')) };
        return json({ data: { auditLogs: strange, pagination } });
      },
    });
    await expectRows(3);
    expect(column(5)[0]).toBe(AUDIT_LOGS.invalidDetails);
    expect(column(4)[1]).toBe('deferred');
  });

  it('link the client of an entry, name staff, and show the outcome of a pending one', async () => {
    const id = '0198f3c2-7c1e-7aa0-8000-000000000001';
    await openLogs('', {
      [LOGS]: () =>
        json({
          data: {
            auditLogs: [
              {
                ...log(0),
                details: { raw: { clientId: id } },
                subjects: [{ key: 'clientId', id, name: 'Dana Reyes' }],
              },
              { ...log(1), status: 'pending', outcome: { status: 'error', text: 'Card declined: No.' } },
              {
                ...log(2),
                details: { raw: { staffId: id } },
                subjects: [{ key: 'staffId', id, name: 'Lee Park' }],
              },
            ],
            pagination: { ...EMPTY_PAGE, totalRecords: 3 },
          },
        }),
    });
    await expectRows(3);
    await expect.element(page.getByText('Lee Park', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Lee Park' })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Dana Reyes' }))
      .toHaveAttribute('href', `/admin/clients/${id}`);
    expect(column(5)[0]).not.toContain(id);
    expect(column(4)[1]).toContain('Card declined: No.');
  });

  it('send the days to the server, and go to page 1 when an email is typed', async () => {
    const { callsTo, currentPath } = await openLogs('?page=2&startDate=2026-11-01&endDate=2026-11-30');
    await expectRows(PAGE_SIZE);
    expect(callsTo(LOGS).at(-1)?.query.get('startDate')).toBe('2026-11-01');
    await page.getByRole('searchbox', { name: 'User email' }).fill('ada');
    await expect
      .poll(currentPath)
      .toBe(`${PAGES.adminAuditLogs}?userEmail=ada&startDate=2026-11-01&endDate=2026-11-30`);
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
    expect(await scanScreen()).toEqual([]);
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

describe('audit logs that have not loaded', () => {
  longIt('have no accessibility violation while they load', async () => {
    await openLogs('', { [LOGS]: never });
    await expect.poll(() => main().query()?.querySelector('.animate-pulse')).toBeTruthy();
    expect(await scanScreen()).toEqual([]);
  });

  longIt('have no accessibility violation after a failure', async () => {
    await openLogs('', { [LOGS]: () => json({}, 403) });
    await expect.element(button('Try again')).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });

  it.each([
    ['admin rights are missing (403)', () => json({}, 403), ADMIN.accessDenied],
    ['the API cannot be reached', networkFailure, ADMIN.unreachable],
    ['the server met an unexpected condition (503)', () => json({}, 503), ADMIN.serverError],
  ] as const)('say that %s, and load after a retry', async (_reason, answer, sentence) => {
    const app = await openLogs('', { [LOGS]: answer });
    await expect.element(toastWith(AUDIT_LOGS.loadFailed)).toBeVisible();
    await expect.element(main().getByText(AUDIT_LOGS.loadFailed, { exact: true })).toBeVisible();
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
    app.answer({ [LOGS]: pageOfLogs });
    await button('Try again').click();
    await expectRows(PAGE_SIZE);
  });
});
