import { randomUUID } from 'node:crypto';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { canLogIn, demoAccount, field, lastMail, logIn, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';

const openPage = useBrowser();

const NAME = 'Toni Berg';
const PASSWORD = 'a quiet harbor for staff';

const entries = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

async function invite(owner: Page, email: string) {
  await press(owner, 'Invite someone');
  await field(owner, 'Email').fill(email);
  await owner.getByRole('combobox', { name: 'Role' }).selectOption('Support');
  await press(owner, 'Send invitation');
  const shown = await field(owner, 'Link').inputValue();
  await press(owner, 'Done');
  await expectSeen(owner.getByRole('row').filter({ hasText: email }));
  const mailed = /http:\/\/\S+\/accept-invitation[?#]token=\S+/.exec(await lastMail(email))?.[0];
  expect(mailed).toBe(shown);
  return shown;
}

async function accept(person: Page, link: string, email: string) {
  await person.goto(link);
  await expectHeading(person, 'Accept your invitation');
  await expectPath(person, PAGES.acceptInvitation);
  await field(person, 'Full name').fill(NAME);
  await field(person, 'Password').fill(PASSWORD);
  await field(person, 'Confirm password').fill(PASSWORD);
  await press(person, 'Create account');
  await expectPath(person, PAGES.login);
  await logIn(person, { email, password: PASSWORD });
}

/** Below the separator, for the support role. */
const MORE_ENTRIES = ['Refunds', 'Unspent money', 'Adjustments', 'Billing'];

it('a person is invited, accepts, works within a role, is promoted, suspended and removed', async () => {
  const email = `toni.${randomUUID().slice(0, 8)}@lading.example`;
  const { storage } = await logInByToken(demoAccount('admin'));
  const { page: owner } = await openPage({ storage, path: PAGES.adminStaff });
  const { page: person, watch } = await openPage();
  // From the ended session and the used link.
  watch.allow(/status of 401/, /status of 400 .*invitation/);
  const link = await invite(owner, email);
  await accept(person, link, email);

  await expectPath(person, PAGES.adminClients);
  await expect
    .poll(() => entries(person))
    .toEqual([LABELS.clients, LABELS.pricing, LABELS.shipments, ...MORE_ENTRIES]);
  await expectSeen(person.getByRole('button', { name: /^Suspend / }));
  await expectUnseen(person.getByRole('button', { name: /^Delete / }));

  await owner.reload();
  await press(owner, `Change the role of ${NAME}`);
  await owner.getByRole('combobox', { name: 'Role' }).selectOption('Finance');
  await press(owner, 'Change role');
  await expectToast(owner, 'Role changed');
  await person.goto(PAGES.admin);
  await expectPath(person, PAGES.adminDashboard);
  await expect.poll(() => entries(person)).toContain(LABELS.auditLogs);

  await press(owner, `Suspend ${NAME}`);
  await confirm(owner, 'Suspend');
  await expectToast(owner, 'Person suspended');
  await person.goto(PAGES.adminClients);
  await expectPath(person, PAGES.login);
  expect(await canLogIn(email, PASSWORD)).toBe(false);

  await press(owner, `Activate ${NAME}`);
  await expectToast(owner, 'Person activated');
  expect(await canLogIn(email, PASSWORD)).toBe(true);
  await press(owner, `Remove ${NAME}`);
  await confirm(owner, 'Remove');
  await expectToast(owner, 'Person removed');
  await expectUnseen(owner.getByText(email));
  expect(await canLogIn(email, PASSWORD)).toBe(false);

  await person.goto(link);
  await expectHeading(person, 'This invitation isn’t valid');
  await owner.goto(`${PAGES.adminAuditLogs}?action=JOIN_STAFF`);
  await expectSeen(owner.getByText(`${NAME} (former staff)`));
});
