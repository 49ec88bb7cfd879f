import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, field, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { downloaded, pagesOf } from './src/bulk.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

it('a client downloads an invoice, and the operator changes the settings for later ones', async () => {
  const client = await logInByToken(demoAccount('client'));
  const { page } = await openPage({ storage: client.storage, path: PAGES.clientDashboard });
  await page.getByRole('link', { name: 'Billing documents' }).click();
  await expectHeading(page, 'Billing documents');
  await expectSeen(page.getByText('Park Paper Goods'));
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('invoice');
  await expectPath(page, `${PAGES.billing}?kind=invoice`);
  const row = page.getByRole('row').filter({ hasText: /INV-\d{4}-\d{5}/ });
  await expectSeen(row.getByRole('cell', { name: 'Invoice', exact: true }));
  const number = (await row.first().getByRole('rowheader').textContent()) ?? '';
  const total =
    (await row
      .first()
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .textContent()) ?? '';

  const save = (format: string) =>
    downloaded(page, () => page.getByRole('button', { name: `${format} of ${number}` }).click());
  const pdf = await save('PDF');
  expect(pdf.name).toBe(`${number}.pdf`);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.content.subarray(-8).toString()).toContain('%%EOF');
  expect(pagesOf(pdf.content)).toBeGreaterThan(0);
  const csv = await save('CSV');
  expect(csv.name).toBe(`${number}.csv`);
  expect(csv.content.toString()).toContain(total.replace(/[$,]/g, ''));

  const admin = await logInByToken(demoAccount('admin'));
  const { page: office } = await openPage({ storage: admin.storage, path: PAGES.adminBilling });
  await office.getByRole('searchbox', { name: 'Number' }).fill(number);
  await expectSeen(office.getByRole('row', { name: new RegExp(`^${number} Invoice Ada Park`) }));
  const register = await downloaded(office, () =>
    office.getByRole('button', { name: /^Document list for / }).click(),
  );
  expect(register.content.toString()).toContain(number);

  await office.getByText('Settings', { exact: true }).click();
  const legalName = field(office, 'Legal name');
  await expect.poll(() => legalName.inputValue()).toBe('Lading Demo, LLC');
  await legalName.fill('');
  await office.getByRole('button', { name: 'Save' }).click();
  await expectSeen(office.getByText('Please enter the legal name.'));
  await legalName.fill('Lading Demo, Inc.');
  await office.getByRole('button', { name: 'Save' }).click();
  await expectToast(office, 'Billing settings saved');
  await office.reload();
  await expect.poll(() => legalName.inputValue()).toBe('Lading Demo, Inc.');

  // Documents that were issued before the change are still the same files.
  expect((await save('CSV')).content.equals(csv.content)).toBe(true);
});
