import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { json, PAGES_WAIT } from '../../test/fake-server.ts';
import { button, field, toastWith } from '../../test/screen.ts';

const user = {
  id: 'u1',
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  role: 'client',
} as const;

it('the notification list keeps every toast, the newest first', async () => {
  const { currentPath } = await openApp(PAGES.login, {
    answers: { ...PAGES_WAIT, [`POST ${API.login}`]: () => json({ token: 't', user, expiresAt: '' }) },
  });
  await button(LABELS.signIn).click();
  await expect.element(toastWith(AUTH.loginFieldsRequired)).toBeVisible();
  await field('Email').fill(user.email);
  await field('Password').fill('a quiet harbor');
  await button(LABELS.signIn).click();
  await expect.poll(currentPath).toBe(PAGES.clientDashboard);
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' });
  await expect.element(bell).toBeVisible();
  // Not by mouse or keyboard: a toast may cover the bell, and the new page takes the focus.
  (bell.element() as HTMLElement).click();
  const entries = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect.element(entries.first()).toBeVisible();
  const [first, second] = entries.elements().map((entry) => entry.textContent);
  expect(first).toContain(AUTH.loginSucceeded);
  expect(second).toContain(AUTH.loginFieldsRequired);
});
