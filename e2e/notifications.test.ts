import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, logIn } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

it('the notification list keeps every toast', async () => {
  const { page } = await openPage({ path: PAGES.login });
  await page.getByRole('button', { name: LABELS.signIn }).click();
  await expectToast(page, AUTH.loginFieldsRequired);
  await logIn(page, demoAccount('client'));
  await expectPath(page, PAGES.clientDashboard);
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).press('Enter');
  const entries = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expectSeen(entries.first());
  const texts = await entries.allTextContents();
  expect(texts[0]).toContain(AUTH.loginSucceeded);
  expect(texts[1]).toContain(AUTH.loginFieldsRequired);
});
