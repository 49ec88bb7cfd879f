import type { AdminClient } from '@lading/contract/admin-clients.ts';
import type { ApiKey } from '@lading/contract/api-keys.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { noBilling } from '../../../test/billing.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const SESSIONS = path(API.adminClientSessions, { id });
const KEYS = path(API.adminClientApiKeys, { id });
const FACTORS = path(API.adminClientSecondFactors, { id });
const session = {
  id: '0d3f9c1e-0000-4000-8000-000000000001',
  device: 'Chrome on Windows',
  ipAddress: '203.0.113.7',
  signedInAt: '2026-11-16T08:00:00.000Z',
  lastUsedAt: '2026-11-16T09:00:00.000Z',
  expiresAt: '2026-11-17T08:00:00.000Z',
  current: false,
};

const apiKey: ApiKey = {
  id: '0d3f9c1e-0000-4000-8000-000000000002',
  name: 'Web shop',
  scope: 'labels',
  ending: 'x7Qd',
  createdAt: '2026-11-10T08:00:00.000Z',
  lastUsedAt: null,
};

const client: AdminClient = {
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
const missing = () => json({ message: 'No.' }, 400);

const open = (staffRole: StaffRole, answers: Answers = {}) =>
  openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    staffRole,
    answers: {
      [`GET ${path(API.adminClient, { id })}`]: () => json({ user: client }),
      // The other panels.
      [`GET ${path(API.adminClientOverview, { id })}`]: missing,
      [`GET ${API.adminShipments}`]: missing,
      [`GET ${API.adminPriceChanges}`]: missing,
      [`GET ${path(API.adminClientAdjustmentPolicy, { id })}`]: missing,
      [`GET ${path(API.adminClientNotes, { id })}`]: () => json({ notes: [] }),
      [`GET ${path(API.adminClientBalance, { id })}`]: missing,
      ...noBilling(id),
      [`GET ${SESSIONS}`]: () => json({ sessions: [session] }),
      [`GET ${KEYS}`]: () => json({ apiKeys: [] }),
      ...answers,
    },
  });
const panel = () => page.getByRole('region', { name: COPY.signIn, exact: true });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

describe('the sign-in panel of a client', () => {
  it('ends all sessions after a confirmation', async () => {
    const { answer, callsTo } = await open('support', {
      [`DELETE ${SESSIONS}`]: () => json({ ended: 1 }),
    });
    await expect.element(panel().getByText('Chrome on Windows')).toBeVisible();
    await button(COPY.endSessions).click();
    expect(callsTo(`DELETE ${SESSIONS}`)).toEqual([]);
    answer({ [`GET ${SESSIONS}`]: () => json({ sessions: [] }) });
    await confirm(COPY.endSessions);
    await expect.element(toastWith(COPY.sessionsEnded)).toBeVisible();
    await expect.element(panel().getByText(COPY.noSessions)).toBeVisible();
  });

  it.each([
    [1, COPY.factorsReset],
    [0, COPY.noFactors],
  ])('resets the second factors after a confirmation (%i removed)', async (removed, text) => {
    await open('owner', { [`DELETE ${FACTORS}`]: () => json({ removed }) });
    await button(COPY.resetFactors).click();
    await confirm(COPY.resetFactors);
    await expect.element(toastWith(text)).toBeVisible();
  });

  it.each([
    ['owner', [COPY.endSessions, COPY.resetFactors]],
    ['support', [COPY.endSessions]],
    ['finance', []],
    ['read_only', []],
  ] as const)('offers the role %s only what it may do', async (role, names) => {
    await open(role);
    await expect.element(panel().getByText('Chrome on Windows')).toBeVisible();
    const offered = panel().getByRole('button').elements();
    expect(offered.map(({ textContent }) => textContent)).toEqual(names);
    expect(button(COPY.addNote).elements()).toHaveLength(role === 'read_only' ? 0 : 1);
  });

  it('deletes API keys after a confirmation', async () => {
    const { answer, callsTo } = await open('support', {
      [`GET ${KEYS}`]: () => json({ apiKeys: [apiKey] }),
      [`DELETE ${KEYS}`]: () => json({ deleted: 1 }),
    });
    await expect.element(panel().getByText('API key “Web shop”, ending in x7Qd')).toBeVisible();
    await expect.element(panel().getByText('Never used')).toBeVisible();
    await button('Delete API keys').click();
    expect(callsTo(`DELETE ${KEYS}`)).toEqual([]);
    answer({ [`GET ${KEYS}`]: () => json({ apiKeys: [] }) });
    await confirm('Delete API keys');
    await expect.element(toastWith('API keys deleted')).toBeVisible();
    await expect.element(panel().getByText(/ending in/)).not.toBeInTheDocument();
  });

  it('shows API keys to roles that may not delete them', async () => {
    await open('read_only', { [`GET ${KEYS}`]: () => json({ apiKeys: [apiKey] }) });
    await expect.element(panel().getByText(/ending in x7Qd/)).toBeVisible();
    expect(button('Delete API keys').elements()).toEqual([]);
  });

  it('says when the API keys cannot be loaded', async () => {
    const { answer } = await open('owner', { [`GET ${KEYS}`]: () => json({ message: 'No.' }, 400) });
    await expect.element(panel().getByText('We couldn’t load this client’s API keys.')).toBeVisible();
    answer({ [`GET ${KEYS}`]: () => json({ apiKeys: [apiKey] }) });
    await panel().getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel().getByText(/ending in x7Qd/)).toBeVisible();
  });

  it('says when the sessions cannot be loaded', async () => {
    const { answer } = await open('owner', { [`GET ${SESSIONS}`]: () => json({ message: 'No.' }, 400) });
    await expect.element(panel().getByText(COPY.sessionsFailed)).toBeVisible();
    answer({ [`GET ${SESSIONS}`]: () => json({ sessions: [session] }) });
    await panel().getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel().getByText('Chrome on Windows')).toBeVisible();
  });
});
