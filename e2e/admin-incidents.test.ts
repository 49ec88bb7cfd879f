import { AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import type { Incident } from '@lading/contract/incidents.ts';
import { ADMIN } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
} from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { scanPage } from './src/scan.ts';
import { tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

let storage: Record<string, string>;
/** The demo data has no incidents, so the tests provide these. The shipment is a real one. */
let incidents: Incident[];

beforeAll(async () => {
  const session = await logInByToken(demoAccount('admin'));
  storage = session.storage;
  const response = await fetch(`${ownServer.baseUrl}${API.adminShipments}`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  const [shipment] = AdminShipmentsAnswerSchema.parse(await response.json()).data.shipments;
  const seen = { firstSeen: '2026-11-14T10:42:07.000Z', lastSeen: '2026-11-14T11:00:00.000Z' };
  incidents = [
    {
      kind: 'refund_refused',
      title: 'A refund was refused by the payment provider',
      doing: 'It is not tried again. Pay the client in another way.',
      canBeSettled: true,
      objectId: '0199c1f4-55aa-7c3e-9d0b-3f2b5a9c1e77',
      shipmentId: shipment?.shipmentId ?? null,
      detail: 'The charge is disputed.',
      ...seen,
    },
    {
      kind: 'invariant_I2',
      title: 'Ledger does not balance',
      doing: 'It closes when the rule holds again.',
      canBeSettled: false,
      objectId: 'ledger',
      shipmentId: null,
      detail: `I2 the ledger balances: off by ${'9'.repeat(120)}`,
      ...seen,
    },
  ];
});

/** `open` may change while the page is there. */
const tellOf = (page: Page, open: readonly Incident[], total?: number) =>
  page.route(`**${API.adminIncidents}`, (route) =>
    route.fulfill({ json: { data: { incidents: open, total: total ?? open.length } } }),
  );

async function openIncidents(open: readonly Incident[], options: PageOptions = {}, total?: number) {
  const opened = await openPage({ storage, ...options });
  await tellOf(opened.page, open, total);
  await opened.page.goto(PAGES.adminIncidents);
  await expectHeading(opened.page, 'Incidents');
  return opened;
}

const article = (page: Page, { title }: { title: string }) => page.getByRole('article', { name: title });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mark as settled' });
const note = (page: Page) => dialog(page).getByRole('textbox', { name: 'How was this incident settled?' });
const settle = (page: Page) => dialog(page).getByRole('button', { name: 'Mark as settled' });
const first = () => {
  const [refused] = incidents;
  if (!refused) throw new Error('There is no incident.');
  return refused;
};

describe('the incidents', () => {
  it('say what is wrong, since when and what happens next, and link to the shipment', async () => {
    const { page } = await openIncidents(incidents, {}, 130);
    await expectSeen(page.getByText('Showing the newest 2 of 130', { exact: true }));
    for (const incident of incidents) {
      const { title, detail, doing, objectId } = incident;
      for (const text of [title, detail, doing, objectId, 'Nov 14, 2026, 10:42:07 AM'])
        await expectSeen(article(page, incident).getByText(text, { exact: true }));
    }
    expect(await page.getByRole('button', { name: 'Mark as settled' }).count()).toBe(1);
    await article(page, first()).getByRole('link', { name: 'View shipment' }).click();
    await expectPath(page, `${PAGES.adminShipments}?shipment=${first().shipmentId}`);
    await expectSeen(page.getByRole('dialog', { name: 'Shipment' }).getByText(first().shipmentId ?? ''));
  });

  it('are settled with a note by keyboard, unless the server refuses', async () => {
    const open = [first()];
    const { page, watch } = await openIncidents(open);
    watch.allow(/status of 404/, /ApiError/);
    await tabTo(page, article(page, first()).getByRole('button', { name: 'Mark as settled' }));
    await page.keyboard.press('Enter');
    await expectFocused(note(page));
    await page.keyboard.type('  ');
    await page.keyboard.press('Control+Enter');
    await expectSeen(dialog(page).getByText('Please describe how it was resolved.', { exact: true }));
    await expectFocused(note(page));
    await page.keyboard.type('Paid by bank transfer');
    // The server knows of no such incident.
    await page.keyboard.press('Control+Enter');
    await expectSeen(dialog(page).getByText(ERRORS.INCIDENT_NOT_FOUND.message, { exact: true }));
    expect(await note(page).inputValue()).toContain('Paid by bank transfer');

    await page.route('**/settle', (route) => {
      expect(route.request().postDataJSON()).toEqual({ note: 'Paid by bank transfer' });
      open.pop();
      return route.fulfill({ json: { settled: true } });
    });
    await expectFocused(settle(page));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Incident settled');
    await expectUnseen(dialog(page));
    await expectSeen(page.getByText('No open incidents', { exact: true }));
    await expectFocused(page.getByRole('heading', { level: 1 }));
  });

  it('say that they could not be loaded, and load after another try', async () => {
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 403/, /ApiError/);
    await page.route(`**${API.adminIncidents}`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminIncidents);
    await expectToast(page, 'Failed to load incidents');
    await expectSeen(page.getByText(ADMIN.accessDenied, { exact: true }));
    await page.unroute(`**${API.adminIncidents}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSeen(page.getByText('No open incidents', { exact: true }));
  });

  it('have no violation with incidents and with a refused note', async () => {
    const { page } = await openIncidents(incidents, { reducedMotion: 'reduce' });
    await expectSeen(article(page, first()));
    const problems = await scanPage(page, 'incidents', { widths: [1440, 390] });
    await article(page, first()).getByRole('button', { name: 'Mark as settled' }).click();
    await settle(page).click();
    await expectSeen(dialog(page).getByText('Please describe how it was resolved.'));
    problems.push(...(await scanPage(page, 'settling an incident', { widths: [390] })));
    expect(problems).toEqual([]);
  });
});
