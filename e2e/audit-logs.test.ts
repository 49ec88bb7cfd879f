import { readFileSync } from 'node:fs';
import type { AuditLogsAnswer } from '@lading/contract/audit.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { exportFileName } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

it('audit logs are filtered by the server, opened, copied, shared by URL and exported', async () => {
  const { storage } = await logInByToken(demoAccount('admin'));
  const { page } = await openPage({ storage });
  const refused = `${PAGES.adminAuditLogs}?action=LOGIN&status=error`;
  const answer = page.waitForResponse((response) => response.url().includes(API.adminAuditLogs));
  await page.goto(refused);
  await expectHeading(page, LABELS.auditLogs);
  const { data } = (await (await answer).json()) as AuditLogsAnswer;
  const [log] = data.auditLogs;
  if (!log) throw new Error('The demo data has no refused login.');

  const rows = page.getByRole('table', { name: LABELS.auditLogs }).locator('tbody').getByRole('row');
  const column = (index: number): Promise<string[]> =>
    rows.evaluateAll((found, at) => found.map((row) => row.children[at]?.textContent ?? ''), index);
  await expect.poll(() => rows.count()).toBe(data.auditLogs.length);
  expect(new Set(await column(1))).toEqual(new Set(['Login']));
  expect(new Set(await column(4))).toEqual(new Set([AUDIT_LOGS.statuses.error]));
  expect((await column(3)).every((ip) => /^[\d.:a-f]+$/.test(ip))).toBe(true);
  const times = await rows
    .locator('time')
    .evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
  expect(times).toEqual(times.toSorted().toReversed());

  const drawer = page.getByRole('dialog');
  await rows.first().getByText('Login', { exact: true }).click();
  await expectPath(page, `${refused}&log=${log.logId}`);
  for (const text of [log.timestamp, log.logId, log.userEmail ?? '', log.ipAddress ?? ''])
    await expectSeen(drawer.getByText(text, { exact: true }));
  await expectSeen(drawer.getByRole('term').filter({ hasText: /^Error$/ }));
  expect(JSON.parse((await drawer.locator('pre').textContent()) ?? '')).toEqual(log.details.raw);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await Promise.all([
    expectSeen(drawer.getByRole('button', { name: 'Copied' })),
    drawer.getByRole('button', { name: 'Copy JSON' }).click(),
  ]);
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(log.details.raw);
  await page.reload();
  await expectSeen(drawer.getByText(log.logId, { exact: true }));
  await page.keyboard.press('Escape');
  await expectPath(page, refused);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: AUDIT_LOGS.export }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(exportFileName('audit-logs', dateIn('UTC', new Date())));
  await expectToast(page, AUDIT_LOGS.exported);
  const [header, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  for (const name of Object.values(AUDIT_LOGS.columns)) expect(header).toContain(name);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !/\bLOGIN\b/.test(line))).toEqual([]);
});
