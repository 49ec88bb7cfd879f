import { PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { field, lastMail, logIn, logInByToken, logOut, registerPerson } from './src/actions.ts';
import { appCode } from './src/authenticator.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen } from './src/expectations.ts';
import { button, openSecurity, saveCodes } from './src/second-factor.ts';

const openPage = useBrowser();

describe('an authenticator app', () => {
  it('is set up, signs in with a code, and can be replaced by a recovery code when it is lost', async () => {
    const person = await registerPerson();
    const { storage } = await logInByToken(person);
    const { page, watch } = await openPage({ storage, path: PAGES.clientDashboard });
    watch.allow(/status of 401/, /status of 403/);
    await openSecurity(page);
    await expectPath(page, PAGES.security);
    await button(page, 'Set up authenticator app').click();
    await expectSeen(page.getByRole('img', { name: 'QR code for your authenticator app' }));
    const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    await field(page, 'Code from the app').fill('000 000');
    await button(page, 'Confirm code').click();
    await expectSeen(page.getByText('That code is incorrect or was already used.', { exact: false }));
    await field(page, 'Code from the app').fill(await appCode(secret ?? '', 1));
    await button(page, 'Confirm code').click();
    const download = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect((await download).suggestedFilename()).toBe('lading-recovery-codes.txt');
    const codes = await saveCodes(page, 'Done');
    await expectSeen(page.getByText('10 of 10 codes left.', { exact: false }));
    await lastMail(person.email, 'Second factor: authenticator app');

    await logOut(page);
    await logIn(page, person);
    await expectHeading(page, 'Confirm it’s you');
    await field(page, 'Code').fill(await appCode(secret ?? '', 0));
    await button(page, 'Continue').click();
    await expectPath(page, PAGES.clientDashboard);

    await logOut(page);
    await logIn(page, person);
    await button(page, 'Lost your device? Use a recovery code').click();
    await field(page, 'Recovery code').fill('AAAAA-AAAAA');
    await button(page, 'Continue').click();
    await expectSeen(page.getByText('That recovery code is incorrect or was already used.'));
    await field(page, 'Recovery code').fill((codes[0] ?? '').toLowerCase());
    await button(page, 'Continue').click();
    await expectPath(page, PAGES.clientDashboard);
    await openSecurity(page);
    await expectSeen(page.getByText('9 of 10 codes left.', { exact: false }));
  });
});
