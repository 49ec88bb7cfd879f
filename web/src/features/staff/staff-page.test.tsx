import { API, PAGES, path } from '@lading/contract/routes.ts';
import type { Delivery, Invitation, StaffMember } from '@lading/contract/staff.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const SELF = '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a10';
const SAM = '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a20';
const INVITATION = '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a30';
const LINK = 'https://labels.example.com/accept-invitation?token=a-secret-token';

const noor: StaffMember = {
  id: SELF,
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  role: 'owner',
  status: 'active',
  lastActive: '2026-11-16T09:00:00.000Z',
  sessions: 1,
  secondFactor: true,
};
const sam: StaffMember = {
  ...noor,
  id: SAM,
  name: 'Sam Support',
  email: 'sam@shop.example',
  role: 'support',
};
const invitation: Invitation = {
  id: INVITATION,
  email: 'new@shop.example',
  role: 'finance',
  invitedBy: 'Noor Haddad',
  sentAt: '2026-11-15T09:00:00.000Z',
  expiresAt: '2026-11-22T09:00:00.000Z',
  expired: false,
};

const LIST = `GET ${API.adminStaff}`;
const staff =
  (members = [noor, sam], invitations = [invitation]) =>
  () =>
    json({ staff: members, invitations });
const refuse = (error: string, message: string) => () => json({ error, message, requestId: 'r1' }, 409);

const openStaff = (answers: Answers = {}) =>
  openApp(PAGES.adminStaff, { as: 'admin', answers: { [LIST]: staff(), ...answers } });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = () => page.getByRole('dialog');
const confirmation = () => page.getByRole('alertdialog');
const inDialog = (name: string) => dialog().getByRole('button', { name });

describe('the staff page', () => {
  it('lists role, status and sessions, with no actions for the signed-in account', async () => {
    await openStaff({
      [LIST]: staff([
        noor,
        { ...sam, status: 'suspended', sessions: 0, secondFactor: false, lastActive: null },
      ]),
    });
    await expect.element(row('Sam Support').getByText('Support', { exact: true })).toBeVisible();
    await expect.element(row('Sam Support').getByText(COPY.statuses.suspended)).toBeVisible();
    await expect.element(button('Activate Sam Support')).toBeVisible();
    await expect.element(button('Sign Sam Support out everywhere')).toBeDisabled();
    await expect.element(row('Sam Support').getByText('No', { exact: true })).toBeVisible();
    await expect.element(row('noor@shop.example').getByText('Yes', { exact: true })).toBeVisible();
    await expect.element(button('Reset Sam Support’s second factors')).toBeDisabled();
    await expect.element(row('Noor Haddad').getByText(COPY.you)).toBeVisible();
    expect(row('noor@shop.example').getByRole('button').elements()).toEqual([]);
  });

  it('has no invitations section without invitations, and offers a retry when loading fails', async () => {
    const { answer } = await openStaff({ [LIST]: networkFailure });
    await expect.element(button('Try again')).toBeVisible();
    answer({ [LIST]: staff([noor], []) });
    await button('Try again').click();
    await expect.element(row('noor@shop.example')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: COPY.invitations })).not.toBeInTheDocument();
  });

  it.each([
    ['Suspend', 'Suspend Sam Support', 'PUT', API.adminStaffSuspend, COPY.suspended],
    ['Sign out everywhere', 'Sign Sam Support out everywhere', 'DELETE', API.adminStaffSessions, COPY.ended],
    [
      'Reset second factors',
      'Reset Sam Support’s second factors',
      'DELETE',
      API.adminStaffSecondFactors,
      COPY.reset,
    ],
    ['Remove', 'Remove Sam Support', 'DELETE', API.adminStaffMember, COPY.removed],
  ] as const)(
    'asks before "%s", and shows why it was refused',
    async (label, action, method, route, done) => {
      const call = `${method} ${path(route, { id: SAM })}`;
      const { answer, callsTo } = await openStaff({
        [call]: refuse('LAST_OWNER', 'This is the only active owner.'),
      });
      await button(action).click();
      expect(callsTo(call)).toEqual([]);
      await confirmation().getByRole('button', { name: label }).click();
      await expect.element(confirmation().getByText('This is the only active owner.')).toBeVisible();
      const result =
        method === 'DELETE' && route === API.adminStaffMember ? { removed: true } : { member: sam };
      answer({ [call]: () => json(result) });
      await confirmation().getByRole('button', { name: label }).click();
      await expect.element(toastWith(done)).toBeVisible();
      await expect.element(confirmation()).not.toBeInTheDocument();
    },
  );

  it('changes a role and explains each one', async () => {
    const call = `PUT ${path(API.adminStaffRole, { id: SAM })}`;
    const { callsTo } = await openStaff({ [call]: () => json({ member: { ...sam, role: 'finance' } }) });
    await button('Change the role of Sam Support').click();
    await expect.element(dialog().getByText(COPY.roles.support)).toBeVisible();
    await dialog().getByRole('combobox', { name: COPY.role }).selectOptions('Finance');
    await expect.element(dialog().getByText(COPY.roles.finance)).toBeVisible();
    await inDialog(COPY.changeRole).click();
    await expect.element(toastWith(COPY.roleChanged)).toBeVisible();
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ role: 'finance' }]);
  });
});

describe('an invitation', () => {
  const INVITE = `POST ${API.adminStaffInvitations}`;
  const RESEND = `POST ${path(API.adminStaffInvitationResend, { id: INVITATION })}`;
  const answered = (delivery: Delivery) => () => json({ invitation, link: LINK, delivery }, 201);

  it.each(['sent', 'not_configured', 'failed'] as const)('shows its link once (%s)', async (delivery) => {
    const { callsTo } = await openStaff({ [INVITE]: answered(delivery) });
    await button(COPY.invite).click();
    await field(COPY.email).fill('new@shop.example');
    await dialog().getByRole('combobox', { name: COPY.role }).selectOptions('Read-only');
    await inDialog(COPY.sendInvitation).click();
    await expect.element(field(COPY.link)).toHaveValue(LINK);
    await expect.element(dialog().getByText(COPY.deliveries[delivery])).toBeVisible();
    expect(callsTo(INVITE).map(({ body }) => body)).toEqual([
      { email: 'new@shop.example', role: 'read_only' },
    ]);
    await inDialog(COPY.done).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(document.body.textContent).not.toContain(LINK);
  });

  it('keeps the dialog open and shows why it was refused', async () => {
    const message = 'A client account uses this email address.';
    await openStaff({ [INVITE]: refuse('CLIENT_ADDRESS', message) });
    await button(COPY.invite).click();
    await inDialog(COPY.sendInvitation).click();
    await expect.element(field(COPY.email)).toHaveAttribute('aria-invalid', 'true');
    await field(COPY.email).fill('client@shop.example');
    await inDialog(COPY.sendInvitation).click();
    await expect.element(dialog().getByText(message)).toBeVisible();
    await expect.element(field(COPY.email)).toHaveValue('client@shop.example');
  });

  it('can be resent and revoked', async () => {
    const revoke = `DELETE ${path(API.adminStaffInvitation, { id: INVITATION })}`;
    const { answer, callsTo } = await openStaff({
      [LIST]: staff([noor], [{ ...invitation, expired: true }]),
      [RESEND]: answered('limited'),
      [revoke]: () => json({ revoked: true }),
    });
    await expect.element(main().getByText(COPY.expired)).toBeVisible();
    await button('Resend the invitation of new@shop.example').click();
    await expect.element(dialog().getByText(COPY.deliveries.limited)).toBeVisible();
    await inDialog(COPY.done).click();
    answer({ [LIST]: staff([noor], []) });
    await button('Revoke the invitation of new@shop.example').click();
    await confirmation().getByRole('button', { name: COPY.revoke }).click();
    await expect.element(toastWith(COPY.revoked)).toBeVisible();
    expect(callsTo(revoke)).toHaveLength(1);
    await expect.element(page.getByRole('heading', { name: COPY.invitations })).not.toBeInTheDocument();
  });
});
