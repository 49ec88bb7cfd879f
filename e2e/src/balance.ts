import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { openRatedBatch } from './bulk.ts';
import { expectHeading, expectSeen, expectToast } from './expectations.ts';
import { call, GOOD_CARD, payButton, step, typeCard } from './wizard.ts';

const RECIPIENTS = [{ fullName: 'Ana Ruiz' }, { fullName: 'Ben Okafor' }];

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const balanceOf = async (token: string): Promise<number> =>
  (await call(token, 'GET', API.balance)).balance;

export async function openBalance(page: Page) {
  await page.goto(PAGES.balance);
  await expectHeading(page, 'Balance');
}

export async function addFunds(page: Page, dollars: string, { card = GOOD_CARD, bankAsks = false } = {}) {
  await openBalance(page);
  await press(page, 'Add funds');
  await page.getByRole('textbox', { name: 'Amount ($)' }).fill(dollars);
  await page.getByRole('checkbox', { name: 'Save this card' }).check();
  await press(page, 'Continue');
  await typeCard(page, card);
  await payButton(page).click();
  if (bankAsks) await press(page, 'Confirm');
  await expectToast(page, `$${dollars} was added to your balance.`);
}

/** The threshold is above the balance that is left after the labels. */
export async function turnOnTopUps(page: Page) {
  await press(page, 'Turn on');
  const dialog = page.getByRole('dialog', { name: 'Automatic top-up' });
  await dialog.getByRole('textbox', { name: 'When the balance falls below ($)' }).fill('100.00');
  await dialog.getByRole('textbox', { name: 'Amount to add ($)' }).fill('150.00');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Automatic top-up is on.');
}

export async function payFromBalance(page: Page, token: string) {
  await openRatedBatch(page, token, RECIPIENTS);
  await press(page, 'Generate 2 labels');
  await expectSeen(page.getByRole('radio', { name: /^Balance/, checked: true }));
  await payButton(page).click();
  await expectSeen(step(page, 'Labels'));
}
