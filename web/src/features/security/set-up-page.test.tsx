import { API, PAGES } from '@lading/contract/routes.ts';
import type { SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure, PAGES_WAIT, RUNTIME_CONFIG } from '../../../test/fake-server.ts';
import { button, field } from '../../../test/screen.ts';

const FACTORS = `GET ${API.secondFactors}`;
const MISSING: SecondFactorsAnswer = {
  required: true,
  totp: null,
  passkeys: [],
  recoveryCodes: null,
  passkeyOrigin: window.location.origin,
};
const CREATED_AT = '2026-11-16T09:00:00.000Z';
const CODES = { left: 10, createdAt: CREATED_AT };

const open = (answers = {}) =>
  openApp(PAGES.setUpSecondFactor, {
    as: 'client',
    answers: {
      ...PAGES_WAIT,
      [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, secondFactorFor: 'everyone' }),
      [FACTORS]: () => json(MISSING),
      ...answers,
    },
  });

describe('the required setup of a second factor', () => {
  it('ends when the device already has a passkey for the account', async () => {
    const create = vi
      .spyOn(navigator.credentials, 'create')
      .mockRejectedValue(new DOMException('Registered before', 'InvalidStateError'));
    const { answer, currentPath } = await open({
      [`POST ${API.passkeyCreation}`]: () =>
        json({
          challenge: 'AAAA',
          rp: { id: window.location.hostname, name: 'Lading' },
          user: { id: 'AAAA', name: 'noor@shop.example', displayName: 'Noor Haddad' },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          timeout: 60_000,
          attestation: 'none',
          authenticatorSelection: {
            residentKey: 'preferred',
            requireResidentKey: false,
            userVerification: 'preferred',
          },
          excludeCredentials: [],
        }),
    });
    const passkey = {
      id: '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a40',
      name: 'My passkey',
      synced: false,
      createdAt: CREATED_AT,
      lastUsedAt: null,
    };
    await expect.element(button(/Use a passkey/)).toBeVisible();
    answer({ [FACTORS]: () => json({ ...MISSING, passkeys: [passkey], recoveryCodes: CODES }) });
    await button(/Use a passkey/).click();
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
    expect(create).toHaveBeenCalledOnce();
    create.mockRestore();
  });

  it('ends when the app was set up although the answer was lost', async () => {
    const { answer, currentPath } = await open({
      [`POST ${API.totp}`]: () =>
        json({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x' }),
      [`POST ${API.totpConfirm}`]: networkFailure,
    });
    await button(/Use an authenticator app/).click();
    await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const totp = { createdAt: CREATED_AT, lastUsedAt: null };
    answer({ [FACTORS]: () => json({ ...MISSING, totp, recoveryCodes: CODES }) });
    await field('Code from the app').fill('123456');
    await button('Confirm code').click();
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
  });
});
