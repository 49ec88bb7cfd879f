import { type AdminShipment, AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { demoAccount, logInByToken } from './actions.ts';
import type { OpenPage } from './browser.ts';
import { expectHeading } from './expectations.ts';
import { call } from './wizard.ts';

/** The admin's session and view of the shipments, for one test file. */
export function useAdminShipments(openPage: OpenPage) {
  let session: Awaited<ReturnType<typeof logInByToken>>;
  beforeAll(async () => {
    session = await logInByToken(demoAccount('admin'));
  });

  const listed = async (query = '') =>
    AdminShipmentsAnswerSchema.parse(await call(session.token, 'GET', `${API.adminShipments}${query}`)).data;

  return {
    listed,
    storage: () => session.storage,
    async openShipments(search = '') {
      const opened = await openPage({ storage: session.storage });
      await opened.page.goto(`${PAGES.adminShipments}${search}`);
      await expectHeading(opened.page, LABELS.shipmentOverview);
      return opened;
    },
    /** A bought label without a refund. Not one of the demo client's, which other files use. */
    async refundable(turn: number): Promise<AdminShipment> {
      const { answer } = await logInByToken(demoAccount('client'));
      const { shipments } = await listed('?status=pending&limit=100');
      const others = shipments.filter(({ clientId }) => clientId !== answer.user.id);
      const found = others.filter(({ refunded, refundable }) => refunded === 0 && refundable > 3)[turn];
      if (!found) throw new Error('The demo data has too few labels whose parcel was not handed over yet.');
      return found;
    },
  };
}

export const money = (dollars: number) => formatMoney(centsOf(dollars));
export const table = (page: Page) => page.getByRole('table', { name: LABELS.shipmentOverview });
export const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
export const expectRows = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count);
export const column = (page: Page, name: string) =>
  rows(page).evaluateAll(
    (found, header) => found.map((row) => row.querySelector(`[data-label="${header}"]`)?.textContent ?? ''),
    name,
  );
export const refundButton = (within: Page | Locator) => within.getByRole('button', { name: /^Refund/ });
export const detailsButton = (within: Page | Locator) => within.getByRole('button', { name: /^Details of/ });
export const dialog = (page: Page) => page.getByRole('dialog', { name: SHIPMENTS.refundTitle });
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shipment', exact: true });
export const amount = (page: Page) => dialog(page).getByRole('textbox', { name: 'Amount ($)' });
export const reason = (page: Page) => dialog(page).getByRole('textbox', { name: SHIPMENTS.refundReason });
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: SHIPMENTS.confirmRefund });
