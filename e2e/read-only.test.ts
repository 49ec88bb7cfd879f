import { ERRORS } from '@lading/contract/errors.ts';
import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { field, logInByToken, newPerson, registerPerson } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';

const openPage = useBrowser();

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Lading is temporarily' });
const READY = '**/readyz';

async function open(path: string) {
  const { storage } = await logInByToken(await registerPerson(newPerson('Ines Duarte')));
  return openPage({ storage, path });
}

describe('in read-only mode', () => {
  it('a status line says so, typed text stays, and work continues afterward', async () => {
    const { page, watch } = await open(PAGES.profile);
    watch.allow(/answer 503/, /console: .*503/, /console: ApiError: Lading is temporarily read-only/);
    await expectHeading(page, LABELS.profileSettings);
    await field(page, 'Full Name').fill('Inês Duarte');
    await field(page, 'Phone Number').fill('503.555.0142');
    await page.getByRole('combobox', { name: 'Street Address' }).fill('1120 NW Couch St');
    await field(page, 'City').fill('Portland');
    await page.getByRole('combobox', { name: 'State' }).selectOption('OR');
    await field(page, 'ZIP Code').fill('97209');
    const { status, message } = ERRORS.READ_ONLY;
    await page.route(READY, (route) => route.fulfill({ json: { status: 'read-only' } }));
    await page.route(`**${API.profile}`, (route) =>
      route.fulfill({ status, json: { error: 'READ_ONLY', message, requestId: 'r' } }),
    );
    const save = page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' });
    await save.click();
    await expectToast(page, PROFILE.saveFailed);
    await expectSeen(bar(page));
    expect(await field(page, 'Full Name').inputValue()).toBe('Inês Duarte');

    await page.unroute(`**${API.profile}`);
    await page.unroute(READY);
    await expectUnseen(bar(page));
    expect(await field(page, 'Full Name').inputValue()).toBe('Inês Duarte');
    await save.click();
    await expectToast(page, PROFILE.saved);
  });

  it('a button says that nothing was changed', async () => {
    const { page, watch } = await openPage({ path: PAGES.login });
    watch.allow(/answer 503/, /console: .*503/);
    const { status, message } = ERRORS.READ_ONLY;
    await page.route(`**${API.login}`, (route) =>
      route.fulfill({ status, json: { error: 'READ_ONLY', message, requestId: 'r' } }),
    );
    await field(page, 'Email').fill('ines@shop.example');
    await field(page, 'Password').fill('not her password');
    await page.getByRole('button', { name: LABELS.signIn }).click();
    await expectSeen(page.getByText(message, { exact: true }));
    expect(await field(page, 'Email').inputValue()).toBe('ines@shop.example');
  });

  it('a page that could not load appears when the server is ready', async () => {
    const { page, watch } = await open(PAGES.login);
    watch.allow(/answer 503/, /console: .*503/);
    await page.route(/\/(readyz|api\/)/, (route) =>
      route.fulfill({ status: 503, json: { error: 'NOT_READY', message: 'x', requestId: 'r' } }),
    );
    await page.goto(PAGES.profile);
    await expectSeen(bar(page));
    await page.unroute(/\/(readyz|api\/)/);
    await expectHeading(page, LABELS.profileSettings);
    await expectUnseen(bar(page));
  });
});
