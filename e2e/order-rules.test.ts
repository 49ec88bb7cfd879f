import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { field } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { button } from './src/bulk.ts';
import { expectHeading, expectSeen, expectToast } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { scanPage } from './src/scan.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();

const FILE = [
  'Order number,Name,Address,City,State,ZIP code,Country,SKU,Item,Quantity,Price,Weight',
  'R-1,Dana Reyes,500 W 2nd St,Austin,TX,78701,US,MUG-01,Mug,1,18.00,12 oz',
].join('\n');

/** An order with a weight but without a package. */
async function importOrder(token: string) {
  const response = await fetch(`${ownServer.baseUrl}${API.ordersFile}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: FILE,
  });
  expect(await response.json()).toMatchObject({ added: 1 });
}

it('a rule with a preset is tried and saved, prepares an order, and is shown as the reason', async () => {
  const { storage, token } = await clientWithProfile();
  await importOrder(token);
  const { page } = await openPage({ storage, path: `${PAGES.orders}?view=attention` });
  await expectSeen(page.getByText('Package size is missing'));
  await page.getByRole('link', { name: 'Rules' }).click();
  await expectHeading(page, 'Order rules');

  await button(page, 'Add rule').click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await field(page, 'Name').fill('Mugs');
  await button(page, 'Add condition').click();
  await dialog.getByLabel('Field 1').selectOption({ label: 'SKU' });
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('MUG-01');
  await dialog.getByLabel('Add an action').selectOption({ label: 'Use a package' });
  await dialog.getByLabel('Package', { exact: true }).selectOption('usps_small_flat_rate_box');
  await button(page, 'Try on the last 500 orders').click();
  await expectSeen(dialog.getByText('1 of the last 1 order would change.', { exact: false }));
  await expectSeen(dialog.getByRole('row', { name: /R-1.*Small Flat Rate Box/ }));
  expect(await scanPage(page, 'rule dialog', { widths: [390] })).toEqual([]);
  await button(page, 'Save rule').click();
  await expectToast(page, 'The rule was saved. Open orders are being updated.');

  await page.goto(PAGES.orders);
  const order = page.getByRole('button', { name: /^R-1/ });
  const count = async () => {
    await page.reload();
    await expectHeading(page, 'Orders');
    await expectSeen(page.getByRole('radio', { name: /^Ready \d/ }));
    return order.count();
  };
  // Open orders are updated every 15 seconds.
  await expect.poll(count, { timeout: 60_000, interval: 500 }).toBe(1);
  await order.click();
  const why = page.getByRole('region', { name: 'Why these settings?' });
  await expectSeen(why.getByText('Package: Small Flat Rate Box'));
  await expectSeen(why.getByText('SKU is MUG-01.'));
});
