import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { noBilling } from '../../../test/billing.ts';
import { json } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const missing = () => json({ message: 'No.' }, 404);
const open = (status: number) =>
  openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    answers: {
      [`GET ${path(API.adminClient, { id })}`]: () => json({ message: 'No.' }, status),
      // The panels, which don’t wait for the client.
      [`GET ${path(API.adminClientOverview, { id })}`]: missing,
      [`GET ${API.adminShipments}`]: missing,
      [`GET ${API.adminPriceChanges}`]: missing,
      [`GET ${path(API.adminClientAdjustmentPolicy, { id })}`]: missing,
      [`GET ${path(API.adminClientNotes, { id })}`]: missing,
      [`GET ${path(API.adminClientBalance, { id })}`]: missing,
      ...noBilling(id),
      [`GET ${path(API.adminClientSessions, { id })}`]: missing,
    },
  });

describe('the page of one client', () => {
  it.each([400, 404])('says that a client does not exist after a %i response', async (status) => {
    await open(status);
    await expect.element(page.getByText(COPY.notFound)).toBeVisible();
    await expect.element(page.getByRole('link', { name: COPY.allClients })).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
  });

  it('offers a retry after a server error', async () => {
    await open(500);
    await expect.element(page.getByText(COPY.loadFailed)).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(page.getByRole('link', { name: COPY.allClients })).toBeVisible();
  });
});
