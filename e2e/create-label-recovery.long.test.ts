import { GENERAL } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { endSession, logIn, logOut } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectSeen, expectToast } from './src/expectations.ts';
import {
  clientWithProfile,
  continueButton,
  control,
  expectKept,
  fill,
  openAt,
  pay,
  RECIPIENT,
  SENDER,
  shipmentsOf,
  step,
} from './src/wizard.ts';

const openPage = useBrowser();

it('a draft survives a reload and a lost session, and is gone after a logout', async () => {
  const client = await clientWithProfile();
  const { page, watch } = await openPage({ storage: client.storage });
  watch.allow(/status of 401/);
  await openAt(page, client, 'recipient');
  await fill(page, RECIPIENT);
  await expectKept(page, client.userId, { recipient: { zipCode: RECIPIENT.zipCode } });
  await page.reload();
  await expectSeen(step(page, 'Recipient'));
  expect(await control(page, 'fullName').inputValue()).toBe(RECIPIENT.fullName);

  // The session ends on another device. After signing in again, the draft is unchanged.
  // A late response to a request of the reload would open the login page before the click.
  await page.waitForLoadState('networkidle');
  await endSession(client.token);
  await continueButton(page).click();
  await expectToast(page, GENERAL.sessionExpired);
  await expectPath(page, PAGES.login);
  await logIn(page, client.person);
  await expectPath(page, PAGES.createLabel);
  await expectSeen(step(page, 'Recipient'));
  expect(await control(page, 'address2').inputValue()).toBe(RECIPIENT.address2);

  await logOut(page);
  await logIn(page, client.person);
  await page.getByRole('link', { name: 'Generate Label' }).click();
  await expectSeen(step(page, 'Sender'));
  await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
});

it('a payment is found after the page closed while the card was being checked', async () => {
  const client = await clientWithProfile();
  const { page, watch } = await openPage(client);
  await openAt(page, client, 'rates');
  // The gateway charges the card, but its response never arrives.
  let charged = false;
  await page.route('**/confirm', async (route) => {
    await route.fetch();
    charged = true;
  });
  page.on('dialog', (dialog) => dialog.accept());
  await pay(page);
  await expect.poll(() => charged).toBe(true);
  await page.unroute('**/confirm');
  await page.goto(PAGES.createLabel);
  await expectSeen(step(page, 'Label ready'));
  expect(await shipmentsOf(client.token)).toHaveLength(1);
  expect(watch.problems).toEqual([]);
});
