import { readFileSync } from 'node:fs';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

it('the money page links the net margin to the bookings behind it, and exports a file with the same total', async () => {
  const { storage } = await logInByToken(demoAccount('admin'));
  const { page } = await openPage({ storage, path: PAGES.adminMoney });
  await expectHeading(page, 'Money');
  await page.getByRole('group', { name: 'Period' }).getByText('90d').click();
  await page.getByRole('group', { name: 'Group by' }).getByText('Carrier').click();
  await expectPath(page, `${PAGES.adminMoney}?period=90d&by=carrier`);
  const link = page.getByRole('link', { name: /^Net margin, USPS: / });
  const amount = (await link.textContent()) ?? '';
  await link.click();
  await expectSeen(page.getByRole('heading', { name: 'Net margin, USPS' }));
  await expectSeen(page.getByText(new RegExp(`· ${amount.replace('$', '\\$')} in `)));
  await expectSeen(page.getByRole('row').filter({ hasText: 'Label bought' }).first());

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Rows' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^money-rows-export-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  const column = header.split(',').indexOf('Net margin');
  const cents = rows.map((row) => Math.round(Number(row.split(',')[column]) * 100));
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  expect(dollars.format(cents.reduce((sum, value) => sum + value, 0) / 100)).toBe(amount);
  await expectToast(page, 'Figures exported successfully');
  await page.getByRole('link', { name: 'Back to the figures' }).click();
  await expectSeen(page.getByRole('row').filter({ hasText: 'Total' }));
});
