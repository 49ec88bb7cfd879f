import { AUDIT_LOGS, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, field, logInByToken, newPerson } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen, expectUnseen } from './src/expectations.ts';
import { isFocused, tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, field(page, name));
  await page.keyboard.type(text);
}

describe('without a mouse', () => {
  it('a person signs up, signs in, looks around and logs out', async () => {
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
    await page.keyboard.press('Enter');

    await expectPath(page, PAGES.login);
    await expectFocused(page.getByRole('heading', { level: 1 }));
    expect(await field(page, 'Email').inputValue()).toBe(person.email);
    await typeInto(page, 'Password', person.password);
    await page.keyboard.press('Enter');

    await expectPath(page, PAGES.clientDashboard);
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
});

describe('the shortcuts', () => {
  it('open the pages of the area, and do not interfere with typing', async () => {
    const { storage } = await logInByToken(demoAccount('client'));
    const { page } = await openPage({ storage, path: PAGES.clientDashboard });
    await expectHeading(page, LABELS.dashboard);
    for (const [key, path, heading] of [
      ['l', PAGES.createLabel, LABELS.createShippingLabel],
      ['b', PAGES.bulkUpload, LABELS.bulkUploadTitle],
      ['h', PAGES.shippingHistory, LABELS.shippingHistory],
      ['p', PAGES.profile, LABELS.profileSettings],
      ['d', PAGES.clientDashboard, LABELS.dashboard],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expectPath(page, path);
      await expectHeading(page, heading);
    }
  });

  it('are listed under the question mark, and can be turned off permanently', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page } = await openPage({ storage, path: PAGES.adminAuditLogs });
    await expectHeading(page, LABELS.auditLogs);
    await page.keyboard.press('/');
    await expectFocused(page.getByRole('searchbox'));
    await page.keyboard.type('g?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await tabTo(page, page.getByRole('button', { name: AUDIT_LOGS.clearFilters }));

    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectSeen(sheet.getByText(`Go to ${LABELS.clients}`));
    await sheet.getByRole('button', { name: 'Turn shortcuts off' }).press('Enter');
    await expectSeen(sheet.getByText('Shortcuts are off in this browser.'));
    await page.keyboard.press('Escape');
    await expectUnseen(sheet);

    await page.reload();
    await expectHeading(page, LABELS.auditLogs);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.keyboard.press('?');
    await page.waitForTimeout(200);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectHeading(page, LABELS.auditLogs);
  });
});
