import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { noBilling } from '../../../test/billing.ts';
import { json, never } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const missing = () => json({ message: 'No.' }, 404);
const CLIENT = `GET ${path(API.adminClient, { id })}`;
const client: AdminClient = {
  userId: id,
  fullName: 'Imre Kovács',
  email: 'imre@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 12,
  lastActive: null,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 8 },
  revenue: 10,
  revenueBefore: 10,
  atRisk: false,
};
const open = (status: number, overview: () => Response | Promise<Response> = missing) =>
  openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    answers: {
      [CLIENT]: () => (status === 200 ? json({ user: client }) : json({ message: 'No.' }, status)),
      // The panels, which don’t wait for the client.
      [`GET ${path(API.adminClientOverview, { id })}`]: overview,
      [`GET ${API.adminShipments}`]: missing,
      [`GET ${API.adminPriceChanges}`]: missing,
      [`GET ${path(API.adminClientAdjustmentPolicy, { id })}`]: missing,
      [`GET ${path(API.adminClientNotes, { id })}`]: missing,
      [`GET ${path(API.adminClientBalance, { id })}`]: missing,
      ...noBilling(id),
      [`GET ${path(API.adminClientSessions, { id })}`]: missing,
      [`GET ${path(API.adminClientApiKeys, { id })}`]: () => json({ apiKeys: [] }),
    },
  });

describe('the page of one client', () => {
  it.each([400, 404])('says that a client does not exist after a %i response', async (status) => {
    await open(status);
    await expect.element(page.getByText(COPY.notFound)).toBeVisible();
    await expect.element(page.getByRole('link', { name: COPY.allClients })).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
  });

  it('shows nothing of a client who was deleted since the page was last open', async () => {
    const { answer, queryClient } = await open(200);
    const name = page.getByRole('heading', { name: client.fullName });
    await expect.element(name).toBeVisible();
    answer({ [CLIENT]: missing });
    await queryClient.invalidateQueries({ queryKey: ['clients', 'details'] });
    await expect.element(page.getByText(COPY.notFound)).toBeVisible();
    await expect.element(name).not.toBeInTheDocument();
    await expect.element(page.getByText(client.email)).not.toBeInTheDocument();
  });

  it('keeps showing a client when a reload fails', async () => {
    const { answer, callsTo, queryClient } = await open(200);
    const name = page.getByRole('heading', { name: client.fullName });
    await expect.element(name).toBeVisible();
    answer({ [CLIENT]: () => json({ message: 'No.' }, 403) });
    await queryClient.invalidateQueries({ queryKey: ['clients', 'details'] });
    expect(callsTo(CLIENT)).toHaveLength(2);
    await expect.element(name).toBeVisible();
  });

  it('links to the shipments that failed, without voided labels', async () => {
    await open(200, never);
    await expect
      .element(page.getByRole('link', { name: 'View failed shipments' }))
      .toHaveAttribute('href', `${PAGES.adminShipments}?clientId=${id}&status=failed&label=not_voided`);
  });

  it('offers a retry after a server error', async () => {
    await open(500);
    await expect.element(page.getByText(COPY.loadFailed)).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(page.getByRole('link', { name: COPY.allClients })).toBeVisible();
  });
});
