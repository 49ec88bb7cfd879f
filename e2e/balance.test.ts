import { expect, it } from 'vitest';
import { addFunds, balanceOf, openBalance, payFromBalance, turnOnTopUps } from './src/balance.ts';
import { useBrowser } from './src/browser.ts';
import { openClient } from './src/bulk.ts';
import { expectSeen } from './src/expectations.ts';

const openPage = useBrowser();

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
