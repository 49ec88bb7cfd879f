import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, field, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { clientWithProfile, openAt } from './src/wizard.ts';

const openPage = useBrowser();

it('a price rule is drafted, previewed, published, and prices the next quote', async () => {
  const client = await clientWithProfile();
  const { storage } = await logInByToken(demoAccount('admin'));
  const { page } = await openPage({ storage, path: PAGES.adminPricing });
  await page.getByRole('link', { name: 'Price rules' }).click();
  await expectHeading(page, 'Price rules');
  await page.getByRole('button', { name: 'Edit rules' }).click();
  const draft = page.getByRole('region', { name: 'Draft', exact: true });
  await expectSeen(draft.getByText('EU over 2 lb'));

  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rule' });
  const name = `Journey ${client.userId.slice(-6)}`;
  await field(page, 'Name').fill(name);
  await dialog.getByRole('combobox', { name: /^Clients/ }).fill(client.person.email);
  await page.getByRole('option', { name: new RegExp(client.person.email) }).click();
  await dialog.getByRole('textbox', { name: 'Flat amount ($)' }).fill('3');
  await dialog.getByRole('combobox', { name: 'Round the price' }).selectOption('99');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expectToast(page, 'The draft was saved.');
  await page.getByRole('button', { name: `Move ${name} up` }).click();
  await expectToast(page, `${name} is now number 3.`);

  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await expectSeen(preview.getByText(/^\d+ labels with a carrier cost of \$/));
  // The client is new, so the rule has no label yet.
  await expectSeen(preview.getByRole('row', { name: new RegExp(`^3\\. ${name}.*Never matched`) }));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rows (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^price-preview-export-\d{4}-\d\d-\d\d\.csv$/);

  await draft.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expectToast(page, 'Version 2 was published.');
  await expectUnseen(draft);
  await expectSeen(page.getByRole('region', { name: 'In effect', exact: true }).getByText(name));

  const { page: shop } = await openPage({ storage: client.storage });
  await openAt(shop, client, 'rates');
  const prices = await shop.getByText(/^\$\d+\.\d\d$/).allTextContents();
  const offered = prices.filter((price) => price.endsWith('.99'));
  expect(offered.length).toBeGreaterThan(0);
  await expectSeen(shop.getByText(offered[0] ?? '', { exact: true }));

  // Other tests on this server expect the rules of the demo data.
  await page.getByRole('button', { name: 'Publish again version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expectToast(page, 'Version 3 was published.');
  await page.goto(PAGES.adminPricing);
  await expectHeading(page, LABELS.globalCommissionSettings);
});
