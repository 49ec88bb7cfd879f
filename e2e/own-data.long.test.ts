import { ERRORS } from '@lading/contract/errors.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { canLogIn, field, isAlive, keptSession, logIn } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { downloaded } from './src/bulk.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { clientWithProfile, SENDER } from './src/wizard.ts';

const openPage = useBrowser();

it('a client downloads all data and deletes the account, and can no longer sign in', async () => {
  const { person, storage, token } = await clientWithProfile();
  const { page, watch } = await openPage({ storage, path: PAGES.profile });
  await expectHeading(page, LABELS.profileSettings);

  const file = await downloaded(page, () => page.getByRole('button', { name: 'Download my data' }).click());
  expect(file.name).toMatch(/^lading-my-data-\d{4}-\d\d-\d\d\.json$/);
  const text = file.content.toString();
  const data = JSON.parse(text);
  expect(data.account).toMatchObject({ email: person.email, fullName: SENDER.fullName });
  expect(data.sessions).toHaveLength(1);
  expect(data.activity.map(({ eventType }: { eventType: string }) => eventType)).toContain('SIGN_UP');
  expect(text).toContain(SENDER.address);
  expect(text).not.toContain(person.password);
  expect(text).not.toContain(token);

  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const submit = dialog.getByRole('button', { name: 'Delete account' });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await field(page, 'Your email address').fill(person.email);
  await field(page, 'Current password').fill(person.password);
  await submit.click();
  await expectToast(page, 'Your account was deleted.');
  await expectPath(page, PAGES.login);
  expect(await keptSession(page)).toEqual({ local: null, session: null });
  expect(await isAlive(token)).toBe(false);

  watch.allow(/status of 401/);
  await logIn(page, person);
  await expectSeen(page.getByText(ERRORS.LOGIN_REFUSED.message));
  expect(await canLogIn(person.email, person.password)).toBe(false);
});
