import { WIZARD } from '@lading/contract/messages.ts';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectSeen, expectUnseen } from './src/expectations.ts';
import { clientWithProfile, openAt, shipmentsOf, step } from './src/wizard.ts';

const openPage = useBrowser();

it('a label is bought by keyboard on a phone', async () => {
  const client = await clientWithProfile();
  const { page } = await openPage({ ...client, width: 390, height: 844 });
  await openAt(page, client, 'rates');
  await page.keyboard.press('2');
  await expect.poll(() => page.locator('[name=rate]').nth(1).isChecked()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1230');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expectFocused(step(page, 'Label ready'));
  await expectSeen(page.getByRole('img', { name: /^Shipping label\./ }));
  await expectUnseen(page.getByText(WIZARD.labelFailed));
  const download = page.waitForEvent('download');
  await page.keyboard.press('d');
  expect((await download).suggestedFilename()).toMatch(/^label-\w+\.pdf$/);
  expect(await shipmentsOf(client.token)).toHaveLength(1);
});
