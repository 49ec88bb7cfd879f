import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { json } from '../../test/fake-server.ts';
import { button, field, toastWith } from '../../test/screen.ts';
import { COPY } from '../ui/account/copy.ts';

const CONFIG = {
  productName: 'Lading',
  apiBaseUrl: '',
  adminBaseUrl: '',
  verifyBaseUrl: '',
  supportEmail: null,
  demo: false,
  security: 'strict',
  timeZone: 'UTC',
  payment: { provider: 'test' },
};
const strict = {
  [`GET ${API.runtimeConfig}`]: () => json(CONFIG),
  [`GET ${API.batches}`]: () => json({ batches: [] }),
};
const account = (emailVerified: boolean) => ({
  [`GET ${API.account}`]: () => json({ email: 'noor@shop.example', emailVerified, emailChange: null }),
});

describe('in strict', () => {
  it('every client page asks an unverified account to verify the address', async () => {
    const { callsTo } = await openApp(PAGES.clientDashboard, {
      as: 'client',
      answers: {
        ...strict,
        ...account(false),
        [`POST ${API.accountEmailLinks}`]: () => json({ sent: true }),
      },
    });
    await expect.element(page.getByText(COPY.email.banner)).toBeVisible();
    await button(COPY.email.resend).click();
    await expect.element(toastWith(COPY.email.resent)).toBeVisible();
    expect(callsTo(`POST ${API.accountEmailLinks}`)).toHaveLength(1);
  });

  it('a verified account is not asked', async () => {
    const { callsTo } = await openApp(PAGES.clientDashboard, {
      as: 'client',
      answers: { ...strict, ...account(true) },
    });
    await expect.poll(() => callsTo(`GET ${API.account}`)).toHaveLength(1);
    await expect.element(page.getByText(COPY.email.banner)).not.toBeInTheDocument();
  });

  it('the sign-up form refuses a common password at the field (AU11)', async () => {
    await openApp(PAGES.signup, { answers: strict });
    await field('Password').fill('password1');
    await expect.element(page.getByText(/easy to guess\. Please choose another one\./)).toBeVisible();
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(button('Create Account')).toBeDisabled();
  });
});
