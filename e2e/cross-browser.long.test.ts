import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { AUDIT_LOGS, LABELS, SHIPMENTS, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken, newPerson, registerPerson } from './src/actions.ts';
import { fileFor } from './src/bulk.ts';
import { type DrivenPage, drivenPage } from './src/webdriver/driven-page.ts';
import { BROWSERS } from './src/webdriver/open-browser.ts';
import type { DriverSession } from './src/webdriver/session.ts';
import { call, clientWithProfile, GOOD_CARD, PARCEL, RECIPIENT, SENDER, shipmentsOf } from './src/wizard.ts';

const POLL = { timeout: 60_000 };
const BATCH_SIZE = 20;

async function pay(page: DrivenPage) {
  await page.fill('Card number', GOOD_CARD);
  await page.fill('Expiration date', '1230');
  await page.fill('Security code', '123');
  await page.press('Pay $');
}

const admin = () => logInByToken(demoAccount('admin'));

async function refundableShipment(token: string) {
  const answer = await call(token, 'GET', `${API.adminShipments}?status=pending&limit=100`);
  const { shipments } = AdminShipmentsAnswerSchema.parse(answer).data;
  const found = shipments.find(({ refunded, refundable }) => refunded === 0 && refundable > 3);
  if (!found) throw new Error('The demo data has no shipment to refund.');
  return found;
}

describe.each(Object.entries(BROWSERS))('in %s', (_name, openBrowser) => {
  let session: DriverSession;
  let page: DrivenPage;

  beforeAll(async () => {
    session = await openBrowser();
    page = drivenPage(session);
  });
  afterAll(() => session?.close());

  it('a person signs up and signs in', async () => {
    const person = newPerson();
    await page.signOut();
    await page.open(PAGES.signup);
    await page.fill('Full name', person.name);
    await page.fill('Email', person.email);
    await page.fill('Password', person.password);
    await page.fill('Confirm password', person.password);
    await page.check('I agree to the');
    await page.press(LABELS.createAccount);
    await page.seeHeading(LABELS.signIn);
    await page.fill('Password', person.password);
    await page.press(LABELS.signIn);
    await page.seeHeading(LABELS.dashboard);
    expect(await page.path()).toBe(PAGES.clientDashboard);
  });

  it('a client buys one label', async () => {
    const client = await clientWithProfile();
    await page.signIn(client.storage);
    await page.open(PAGES.createLabel);
    await page.seeHeading('Sender');
    // The default address arrives after the form, and does not replace what the client has typed.
    await page.see(new RegExp(SENDER.address, 'i'));
    await page.fillNamed('email', SENDER.email);
    await page.press(WIZARD.continue);
    await page.seeHeading('Recipient');
    const { state, ...typed } = RECIPIENT;
    for (const [name, value] of Object.entries(typed)) await page.fillNamed(name, value);
    await page.selectNamed('state', state);
    await page.press(WIZARD.continue);
    await page.seeHeading('Package');
    for (const [name, value] of Object.entries(PARCEL)) await page.fillNamed(name, value);
    await page.press(WIZARD.continue);
    await page.seeHeading('Rates');
    await page.press(WIZARD.payAndGenerate);
    await pay(page);
    await page.seeHeading('Label ready');
    const shipments = await shipmentsOf(client.token);
    expect(shipments).toMatchObject([{ labelStatus: 'ready' }]);
    await page.press('Download PDF');
    expect(await page.saved(/\.pdf$/)).toMatch(/^%PDF/);
  });

  it(`a client uploads ${BATCH_SIZE} rows and gets ${BATCH_SIZE} labels for one payment`, async () => {
    const client = await logInByToken(await registerPerson());
    const folder = mkdtempSync(join(tmpdir(), 'lading-orders-'));
    const recipients = Array.from({ length: BATCH_SIZE }, (_, index) => ({
      fullName: `Ana Ruiz ${index + 1}`,
    }));
    const file = join(folder, 'orders.csv');
    writeFileSync(file, fileFor(recipients).buffer);
    try {
      await page.signIn(client.storage);
      await page.open(PAGES.bulkUpload);
      await page.seeHeading(LABELS.bulkUploadTitle);
      await page.chooseFile(file);
      await page.press(`Get rates for ${BATCH_SIZE} shipments`);
      await page.press(`Generate ${BATCH_SIZE} labels`);
      await pay(page);
      await page.seeHeading('Labels');
      const bought = async () =>
        (await shipmentsOf(client.token)).filter((one) => one.labelStatus === 'ready');
      await expect.poll(async () => (await bought()).length, POLL).toBe(BATCH_SIZE);
      await expect.poll(() => page.count('main table tbody tr'), POLL).toBe(BATCH_SIZE);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('an admin refunds a shipment', async () => {
    const { token, storage } = await admin();
    const shipment = await refundableShipment(token);
    await page.signIn(storage);
    await page.open(`${PAGES.adminShipments}?trackingNumber=${shipment.trackingNumber}`);
    // The name continues with the shipment. Without the space, the link to the refunds would match.
    await page.press('Refund ');
    await page.seeHeading(SHIPMENTS.refundTitle);
    await page.fill('Amount ($)', '1.25');
    await page.fill(SHIPMENTS.refundReason, 'The parcel arrived late.');
    await page.press(SHIPMENTS.confirmRefund);
    await page.see(SHIPMENTS.refunded);
    await page.see('$1.25 refunded');
  });

  it('an admin exports shipments and audit logs', async () => {
    const { storage } = await admin();
    await page.signIn(storage);
    await page.open(PAGES.adminShipments);
    await page.press(SHIPMENTS.export);
    await page.see(SHIPMENTS.exported);
    expect((await page.saved(/^shipments-export-.*\.csv$/)).split('\n').length).toBeGreaterThan(10);
    await page.open(PAGES.adminAuditLogs);
    await page.press(AUDIT_LOGS.export);
    await page.see(AUDIT_LOGS.exported);
    expect((await page.saved(/^audit-logs-.*\.csv$/)).split('\n').length).toBeGreaterThan(10);
  });
});
