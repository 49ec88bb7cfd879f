import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { openClient, openRatedBatch } from './src/bulk.ts';
import { expectHeading, expectSeen, expectToast } from './src/expectations.ts';
import { call, GOOD_CARD, payButton, step, typeCard } from './src/wizard.ts';

const openPage = useBrowser();

/** Its bank asks for confirmation at every charge. */
const CAUTIOUS_CARD = '4000002760003184';
const RECIPIENTS = [{ fullName: 'Ana Ruiz' }, { fullName: 'Ben Okafor' }];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const balanceOf = async (token: string): Promise<number> => (await call(token, 'GET', API.balance)).balance;

async function openBalance(page: Page) {
  await page.goto(PAGES.balance);
  await expectHeading(page, 'Balance');
}

async function addFunds(page: Page, dollars: string, { card = GOOD_CARD, bankAsks = false } = {}) {
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

/** With a threshold above the balance that is left after the labels. */
async function turnOnTopUps(page: Page) {
  await press(page, 'Turn on');
  const dialog = page.getByRole('dialog', { name: 'Automatic top-up' });
  await dialog.getByRole('textbox', { name: 'When the balance falls below ($)' }).fill('100.00');
  await dialog.getByRole('textbox', { name: 'Amount to add ($)' }).fill('150.00');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Automatic top-up is on.');
}

async function payFromBalance(page: Page, token: string) {
  await openRatedBatch(page, token, RECIPIENTS);
  await press(page, 'Generate 2 labels');
  await expectSeen(page.getByRole('radio', { name: /^Balance/, checked: true }));
  await payButton(page).click();
  await expectSeen(step(page, 'Labels'));
}

it('a client tops up, pays a batch from the balance, and a stored card tops it up again', async () => {
  const { page, token } = await openClient(openPage);
  await addFunds(page, '120.00');
  await turnOnTopUps(page);
  await payFromBalance(page, token);

  await expect.poll(() => balanceOf(token)).toBeGreaterThan(15_000);
  await openBalance(page);
  const activity = page.getByRole('table').getByRole('row');
  await expectSeen(activity.filter({ hasText: 'Automatic top-up' }).filter({ hasText: '+$150.00' }));
  await expectSeen(page.getByText('$150.00 charged automatically this month.'));
});

it('a top-up that the bank refuses without the client waits for a confirmation', async () => {
  const { page, token } = await openClient(openPage);
  await addFunds(page, '120.00', { card: CAUTIOUS_CARD, bankAsks: true });
  await turnOnTopUps(page);
  await payFromBalance(page, token);

  await expect
    .poll(async () => (await call(token, 'GET', API.automaticTopUp)).paused)
    .toBe('confirmation_needed');
  const before = await balanceOf(token);
  await openBalance(page);
  await expectSeen(page.getByText('Your bank wants you to confirm the last top-up.'));
  await press(page, 'Confirm payment');
  await typeCard(page, CAUTIOUS_CARD);
  await payButton(page).click();
  await press(page, 'Confirm');
  await expectToast(page, '$150.00 was added to your balance.');
  expect(await balanceOf(token)).toBe(before + 15_000);
});
