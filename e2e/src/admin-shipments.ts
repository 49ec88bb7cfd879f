import { type AdminShipment, AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { LABELS, SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import type { CreateIntentAnswer } from '@lading/contract/payments.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { demoAccount, logInByToken } from './actions.ts';
import type { OpenPage } from './browser.ts';
import { expectHeading } from './expectations.ts';
import { call, clientWithProfile, GOOD_CARD, PARCEL, RECIPIENT, SENDER } from './wizard.ts';

/** Returns the id of the client who bought it. */
async function buyLabel(): Promise<string> {
  const { token, userId } = await clientWithProfile();
  const measures = Object.entries(PARCEL).map(([name, value]) => [name, Number(value)]);
  const order = {
    sender: { ...SENDER, country: 'US' },
    receiver: { ...RECIPIENT, country: 'US' },
    package: { type: 'package', ...Object.fromEntries(measures), distance_unit: 'in', mass_unit: 'lb' },
    shippingDate: new Date().toISOString().slice(0, 10),
  };
  const [rate]: Rate[] = await call(token, 'POST', API.rates, order);
  if (!rate) throw new Error('The label provider has no rate.');
  const { paymentIntentId, clientSecret }: CreateIntentAnswer = await call(
    token,
    'POST',
    API.createPaymentIntent,
    { amount: centsOf(rate.amount), description: rate.serviceName, rateIds: [rate.objectId] },
  );
  await call(token, 'POST', path(TEST_GATEWAY_CONFIRM, { intentId: paymentIntentId }), {
    clientSecret,
    card: { number: GOOD_CARD, expMonth: 12, expYear: 2040, cvc: '123' },
  });
  await call(token, 'POST', API.label, { ...order, rateId: rate.objectId });
  return userId;
}

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
    async openShipments(search = '') {
      const opened = await openPage({ storage: session.storage });
      await opened.page.goto(`${PAGES.adminShipments}${search}`);
      await expectHeading(opened.page, LABELS.shipmentOverview);
      return opened;
    },
    /** Bought by a new client, because carriers pick up the parcels of the demo data over time. */
    async buyRefundable(): Promise<AdminShipment> {
      const clientId = await buyLabel();
      const own = async () => (await listed(`?clientId=${clientId}`)).shipments;
      await expect.poll(async () => (await own())[0]?.trackingNumber).toBeTruthy();
      const [bought] = await own();
      if (!bought) throw new Error('The new label is not in the list.');
      return bought;
    },
  };
}

export const money = (dollars: number) => formatMoney(centsOf(dollars));
const table = (page: Page) => page.getByRole('table', { name: LABELS.shipmentOverview });
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
