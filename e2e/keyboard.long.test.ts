import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { field, newPerson } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { isFocused, tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, field(page, name));
  await page.keyboard.type(text);
}

it('a person signs up, signs in, looks around and logs out without a mouse', async () => {
  const person = newPerson();
  const { page } = await openPage({ path: PAGES.landing });
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: LABELS.getStarted }));
  await page.keyboard.press('Enter');
  await expectPath(page, PAGES.signup);

  await typeInto(page, 'Full name', person.name);
  await typeInto(page, 'Email', person.email);
  await typeInto(page, 'Password', person.password);
  await typeInto(page, 'Confirm password', person.password);
  await tabTo(page, page.getByRole('checkbox', { name: /I agree to the/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: LABELS.createAccount }));
  const answer = page.waitForResponse((response) => response.url().endsWith(API.register));
  await page.keyboard.press('Enter');
  const { message } = (await (await answer).json()) as { message: string };
  expect(message).not.toBe('');
  await expectToast(page, message);

  await expectPath(page, PAGES.login);
  await expectFocused(page.getByRole('heading', { level: 1 }));
  expect(await field(page, 'Email').inputValue()).toBe(person.email);
  await typeInto(page, 'Password', person.password);
  await page.keyboard.press('Enter');

  await expectPath(page, PAGES.clientDashboard);
  await expectSeen(page.getByRole('button', { name: `Account: ${person.name} ${person.email}` }));
  for (const [key, heading] of [
    ['h', LABELS.shippingHistory],
    ['d', LABELS.dashboard],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expectHeading(page, heading);
  }
  await tabTo(page, page.locator('main').getByRole('link', { name: LABELS.createShippingLabel }));
  await page.keyboard.press('Enter');
  await expectHeading(page, LABELS.createShippingLabel);

  await tabTo(page, page.getByRole('button', { name: /^Account:/ }));
  await page.keyboard.press('Enter');
  const logOut = page.getByRole('menuitem', { name: 'Log out' });
  await expectSeen(logOut);
  for (let press = 0; press < 10 && !(await isFocused(logOut)); press++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectPath(page, PAGES.login);
});
