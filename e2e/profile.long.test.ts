import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { field, logInByToken, newPerson, registerPerson } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { countPrints, PDF_VIEWER, prints } from './src/prints.ts';

const openPage = useBrowser('whole');

const section = (page: Page, name: string) => page.getByRole('region', { name });
const street = (page: Page) => page.getByRole('combobox', { name: 'Street Address' });
const suite = (page: Page) => page.getByRole('textbox', { name: /^Suite/ });
const state = (page: Page) => page.getByRole('combobox', { name: 'State' });
const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });
const paper = (page: Page) => page.getByRole('combobox', { name: 'Label paper size' });

const stored = async (page: Page) => ({
  name: await field(page, 'Full Name').inputValue(),
  phone: await field(page, 'Phone Number').inputValue(),
  street: await street(page).inputValue(),
  suite: await suite(page).inputValue(),
  city: await field(page, 'City').inputValue(),
  state: await state(page).inputValue(),
  zip: await field(page, 'ZIP Code').inputValue(),
  country: await country(page).inputValue(),
  paper: await paper(page).inputValue(),
});

/** Opens the dialog, fills its fields and saves. */
async function add(page: Page, noun: string, fields: readonly (readonly [string, string])[]) {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Add ${noun}` }).click();
  for (const [name, text] of fields)
    await dialog.getByRole('textbox', { name: new RegExp(`^${name}( optional)?$`) }).fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectUnseen(dialog);
}

it('a profile loads once the server is ready, is saved with its settings, survives a reload, and prints a test label', async () => {
  const { storage } = await logInByToken(await registerPerson(newPerson('Ines Duarte')));
  const { page, watch } = await openPage({ storage });
  watch.allow(PDF_VIEWER, /response 503/, /console: .*503/);
  const unavailable = page.getByRole('status').filter({ hasText: 'Lading is temporarily' });
  await page.route(/\/(readyz|api\/)/, (route) =>
    route.fulfill({ status: 503, json: { error: 'NOT_READY', message: 'x', requestId: 'r' } }),
  );
  await page.goto(PAGES.profile);
  await expectSeen(unavailable);
  await page.unroute(/\/(readyz|api\/)/);
  await expectHeading(page, LABELS.profileSettings);
  await expectUnseen(unavailable);

  await field(page, 'Full Name').fill('Inês Duarte');
  await field(page, 'Phone Number').fill('503.555.0142');
  await suite(page).fill('500');
  await street(page).pressSequentially('Portland');
  await expectSeen(page.getByRole('option', { name: /^Portland, OR/ }));
  await street(page).fill('1120 NW Couch St');
  await field(page, 'City').fill('Portland');
  await state(page).selectOption('OR');
  await field(page, 'ZIP Code').fill('97209');
  await paper(page).selectOption('letter');
  const checked = page.waitForRequest((request) => request.url().endsWith(API.verify));
  await page.keyboard.press('Control+s');
  await expectToast(page, PROFILE.saved);
  await checked;
  await expectSeen(page.getByRole('button', { name: /^Account: Inês Duarte/ }));
  await expectUnseen(page.getByText('Unsaved changes'));
  await add(page, 'address', [
    ['Nickname', 'Studio'],
    ['Name', 'Dana Reyes'],
    ['Street address', '500 W 2nd St'],
    ['City', 'Austin'],
  ]);
  await add(page, 'package', [
    ['Nickname', 'Small box'],
    ['Length \\(in\\)', '8'],
    ['Width \\(in\\)', '6'],
    ['Height \\(in\\)', '4.5'],
  ]);

  await countPrints(page);
  await page.reload();
  await expectSeen(section(page, 'Saved addresses').getByText('Studio', { exact: true }));
  await expectSeen(section(page, 'Saved packages').getByText('8 × 6 × 4.5 in', { exact: true }));
  expect(await stored(page)).toEqual({
    name: 'Inês Duarte',
    phone: '(503) 555-0142',
    street: '1120 NW Couch St',
    suite: '500',
    city: 'Portland',
    state: 'OR',
    zip: '97209',
    country: 'US',
    paper: 'letter',
  });
  const asked = page.waitForRequest(`**${API.testLabel}*`);
  await page.getByRole('button', { name: 'Print a test label' }).press('Enter');
  expect((await asked).url()).toContain('paper=letter');
  await expect.poll(() => prints(page)).toEqual([1, 'application/pdf']);
  await expectSeen(page.getByRole('status').getByText('it should be exactly one inch (25.4 mm)'));
});
