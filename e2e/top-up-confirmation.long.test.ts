import { API } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { addFunds, balanceOf, openBalance, payFromBalance, press, turnOnTopUps } from './src/balance.ts';
import { useBrowser } from './src/browser.ts';
import { openClient } from './src/bulk.ts';
import { expectSeen, expectToast } from './src/expectations.ts';
import { call, payButton, typeCard } from './src/wizard.ts';

const openPage = useBrowser();

/** Its bank asks for confirmation at every charge. */
const CAUTIOUS_CARD = '4000002760003184';

it('a top-up that the bank refuses while the client is away waits for a confirmation', async () => {
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
