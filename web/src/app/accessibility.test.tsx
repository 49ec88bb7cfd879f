import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { json, never } from '../../test/fake-server.ts';
import { render } from '../../test/render.ts';
import { scanScreen } from '../../test/scan.ts';
import { button, field, toastWith } from '../../test/screen.ts';
import { firstInQuickTier, longIt } from '../../test/tier.ts';

const dialog = () => page.getByRole('dialog');

it('a scan reports low contrast and small controls', async () => {
  await render(
    <main>
      <h1>Rows</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>One</td>
          </tr>
          <tr>
            <td style={{ color: '#eee', background: '#fff' }}>Two</td>
          </tr>
        </tbody>
      </table>
      <input className="h-4" aria-label="Small" />
    </main>,
  );
  const scanAt = (width: number) => scanScreen({ widths: [width], contrast: true });
  expect([...(await scanAt(1440)), ...(await scanAt(390))]).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1440 px, light: color-contrast at tr:nth-child\(2\) > td /),
      expect.stringMatching(/^390 px, dark: color-contrast at tr:nth-child\(2\) > td /),
      expect.stringMatching(/^390 px, (light|dark): <input .* by 16 px$/),
    ]),
  );
});

describe('a refused form has no accessibility violation', () => {
  it('login, with its toast', async () => {
    await openApp(PAGES.login);
    await button(LABELS.signIn).click();
    await expect.element(toastWith(AUTH.loginFieldsRequired)).toBeVisible();
    // Focusing a toast pauses its timer.
    (button('Dismiss notification').element() as HTMLElement).focus();
    expect(await scanScreen()).toEqual([]);
    await expect.element(toastWith(AUTH.loginFieldsRequired)).toBeVisible();
  });

  longIt('sign-up', async () => {
    await openApp(PAGES.signup);
    await button(LABELS.createAccount).click();
    await field('Email').fill('not an address');
    await field('Password').fill('short');
    await field('Confirm password').fill('other');
    (field('Full name').element() as HTMLElement).focus();
    await expect.element(page.getByText(AUTH.passwordsDiffer, { exact: true })).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });

  longIt('reset request, and the page after a request', async () => {
    await openApp(PAGES.forgotPassword, {
      answers: { [`POST ${API.forgotPassword}`]: () => json({ message: AUTH.resetMailSent }) },
    });
    await button(LABELS.sendResetLink).click();
    await expect.element(toastWith(AUTH.emailRequired)).toBeVisible();
    expect(await scanScreen()).toEqual([]);
    await field('Email').fill('noor@shop.example');
    await button(LABELS.sendResetLink).click();
    await expect.element(page.getByRole('heading', { name: AUTH.resetMailSent })).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });
});

describe('an open layer has no accessibility violation', () => {
  const openClient = () =>
    openApp(PAGES.clientDashboard, {
      as: 'client',
      answers: { [`GET ${API.batches}`]: () => json({ batches: [] }), [`GET ${API.profile}`]: never },
    });
  const account = () => button(/^Account:/);

  it('navigation drawer', async () => {
    await page.viewport(390, 844);
    await openClient();
    await button('Open navigation').click();
    await expect.element(dialog()).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    // The drawer exists only on a narrow screen, and the scan ends on a wide one.
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  const openHelp = async () => {
    await account().click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
  };
  const openShortcuts = async () => {
    await openHelp();
    await dialog().getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  };

  it.each(
    firstInQuickTier([
      ['notification list', () => button('Notifications').click()],
      ['shortcut sheet', openShortcuts],
      ['help', openHelp],
    ] as const),
  )('%s', async (_name, open) => {
    await openClient();
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.dashboard })).toBeVisible();
    await open();
    await expect.element(dialog()).toBeVisible();
    expect(await scanScreen()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  longIt('account menu', async () => {
    await openClient();
    await account().click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await scanScreen()).toEqual([]);
  });
});
