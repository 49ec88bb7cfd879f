import type { ClientPolicyAnswer } from '@lading/contract/adjustments.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { noBilling } from '../../../test/billing.ts';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY as SHARED } from '../../ui/adjustments/copy.ts';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const URL_OF = path(API.adminClientAdjustmentPolicy, { id });
const DEFAULT: ClientPolicyAnswer = { policy: { mode: 'pass_on', threshold: 50, fee: 0 }, isDefault: true };
const OWN: ClientPolicyAnswer = { policy: { mode: 'absorb', threshold: 50, fee: 0 }, isDefault: false };

const client = {
  userId: id,
  fullName: 'Dana Reyes',
  email: 'dana@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 0,
  lastActive: null,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 8 },
  revenue: 0,
  revenueBefore: 0,
  atRisk: false,
};

const open = (staffRole: StaffRole, answers: Answers = {}) =>
  openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    staffRole,
    answers: {
      [`GET ${URL_OF}`]: () => json(DEFAULT),
      // The other panels.
      [`GET ${path(API.adminClient, { id })}`]: () => json({ user: client }),
      [`GET ${path(API.adminClientOverview, { id })}`]: never,
      [`GET ${path(API.adminClientBalance, { id })}`]: never,
      [`GET ${API.adminShipments}`]: never,
      [`GET ${API.adminPriceChanges}`]: never,
      ...noBilling(id),
      [`GET ${path(API.adminClientNotes, { id })}`]: never,
      [`GET ${path(API.adminClientSessions, { id })}`]: never,
      [`GET ${path(API.adminClientApiKeys, { id })}`]: () => json({ apiKeys: [] }),
      ...answers,
    },
  });
const panel = () => page.getByRole('region', { name: COPY.adjustments, exact: true });

it('says who pays the adjustments of a client, changes it, and returns to the default', async () => {
  const { callsTo } = await open('finance', {
    [`PUT ${URL_OF}`]: () => json(OWN),
    [`DELETE ${URL_OF}`]: () => json(DEFAULT),
  });
  await expect
    .element(
      panel().getByText('The client pays adjustments above $0.50, without a fee. This is the default.'),
    )
    .toBeVisible();
  await expect
    .element(panel().getByRole('link', { name: COPY.viewAdjustments }))
    .toHaveAttribute('href', `${PAGES.adminAdjustments}?clientId=${id}`);
  await button(COPY.changePolicy).click();
  await page.getByRole('combobox', { name: SHARED.policy.mode }).selectOptions('absorb');
  await expect.element(field(SHARED.policy.fee)).not.toBeInTheDocument();
  await button(SHARED.policy.save).click();
  await expect
    .element(panel().getByText('We pay all adjustments. This client has its own policy.'))
    .toBeVisible();
  expect(callsTo(`PUT ${URL_OF}`)[0]?.body).toEqual(OWN.policy);
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  await button(COPY.followDefault).click();
  await expect.element(toastWith(COPY.policyReset)).toBeVisible();
  await expect.element(panel().getByText(COPY.isDefault)).toBeVisible();
});

it('keeps the part of a policy that someone else changed', async () => {
  const { callsTo, answer } = await open('finance', { [`PUT ${URL_OF}`]: () => json(OWN) });
  await button(COPY.changePolicy).click();
  await field(SHARED.policy.fee).fill('1.00');
  answer({ [`GET ${URL_OF}`]: () => json({ ...DEFAULT, policy: { ...DEFAULT.policy, threshold: 200 } }) });
  await button(SHARED.policy.save).click();
  await expect.element(toastWith(SHARED.policy.saved)).toBeVisible();
  expect(callsTo(`PUT ${URL_OF}`).map(({ body }) => body)).toEqual([
    { mode: 'pass_on', threshold: 200, fee: 100 },
  ]);
});

it('offers no change to a role without permission', async () => {
  await open('support');
  await expect.element(panel().getByText(COPY.isDefault)).toBeVisible();
  await expect.element(button(COPY.changePolicy)).not.toBeInTheDocument();
});

it('says when the policy cannot be loaded', async () => {
  await open('finance', { [`GET ${URL_OF}`]: () => json({}, 404) });
  await expect.element(panel().getByText(COPY.policyFailed)).toBeVisible();
});
