import { ERRORS } from '@lading/contract/errors.ts';
import type { Incident } from '@lading/contract/incidents.ts';
import { ADMIN } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';

const LIST = `GET ${API.adminIncidents}`;
const SHIPMENT = '0198f3c2-7c1e-7aa0-8000-000000000001';
const seen = { firstSeen: '2026-11-14T10:42:07.000Z', lastSeen: '2026-11-14T11:00:00.000Z' };
const refused: Incident = {
  kind: 'refund_refused',
  title: 'A refund was refused by the payment provider',
  doing: 'It is not tried again. Pay the client in another way.',
  canBeSettled: true,
  objectId: '0199c1f4-55aa-7c3e-9d0b-3f2b5a9c1e77',
  shipmentId: SHIPMENT,
  detail: 'The charge is disputed.',
  ...seen,
};
const unbalanced: Incident = {
  kind: 'invariant_I2',
  title: 'Ledger does not balance',
  doing: 'It closes when the rule holds again.',
  canBeSettled: false,
  objectId: 'ledger',
  shipmentId: null,
  detail: `I2 the ledger balances: off by ${'9'.repeat(120)}`,
  ...seen,
};
const SETTLE = `POST ${path(API.adminSettleIncident, refused)}`;

const listOf =
  (incidents: Incident[], total = incidents.length) =>
  () =>
    json({ data: { incidents, total } });
const open = (answers: Answers) => openApp(PAGES.adminIncidents, { as: 'admin', answers });

const article = ({ title }: Incident) => page.getByRole('article', { name: title });
const opener = () => article(refused).getByRole('button', { name: 'Close incident' });
const dialog = () => page.getByRole('dialog', { name: 'Close incident' });
const note = () => dialog().getByRole('textbox', { name: 'How was this problem resolved?' });
const settle = () => dialog().getByRole('button', { name: 'Close incident' });
const noteMissing = () => dialog().getByText('Please describe how it was resolved.', { exact: true });

describe('the incidents', () => {
  it('say what is wrong, since when and what happens next, and link to the shipment', async () => {
    const { currentPath } = await open({
      [LIST]: listOf([refused, unbalanced], 130),
      [`GET ${API.adminShipments}`]: never,
      [`GET ${path(API.adminShipment, { id: SHIPMENT })}`]: never,
    });
    await expect.element(page.getByText('Showing the newest 2 of 130', { exact: true })).toBeVisible();
    for (const incident of [refused, unbalanced]) {
      const { title, detail, doing, objectId } = incident;
      for (const text of [title, detail, doing, objectId, 'Nov 14, 2026, 10:42:07 AM'])
        await expect.element(article(incident).getByText(text, { exact: true })).toBeVisible();
    }
    expect(button('Close incident').elements()).toHaveLength(1);
    await article(refused).getByRole('link', { name: 'View shipment' }).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?shipment=${SHIPMENT}`);
    await expect.element(page.getByRole('dialog', { name: 'Shipment' })).toBeVisible();
  });

  it('are settled with a note by keyboard, unless the server refuses', async () => {
    const { status, message } = ERRORS.INCIDENT_NOT_FOUND;
    const { answer, callsTo } = await open({
      [LIST]: listOf([refused]),
      [SETTLE]: () => json({ error: 'INCIDENT_NOT_FOUND', message, requestId: 'r' }, status),
    });
    await tabTo(opener());
    await userEvent.keyboard('{Enter}');
    await expect.element(note()).toHaveFocus();
    await userEvent.keyboard('  ');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(noteMissing()).toBeVisible();
    await expect.element(note()).toHaveFocus();
    expect(callsTo(SETTLE)).toEqual([]);
    await userEvent.keyboard('Paid by bank transfer');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog().getByText(message, { exact: true })).toBeVisible();
    await expect.element(note()).toHaveValue('  Paid by bank transfer');

    answer({ [LIST]: listOf([]), [SETTLE]: () => json({ settled: true }) });
    await expect.element(settle()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(toastWith('Incident closed')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsTo(SETTLE).map(({ body }) => body)).toEqual([
      { note: 'Paid by bank transfer' },
      { note: 'Paid by bank transfer' },
    ]);
    await expect.element(page.getByText('No open incidents', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('say that they could not be loaded, and load after a retry', async () => {
    const { answer } = await open({ [LIST]: () => json({}, 403) });
    await expect.element(toastWith('Failed to load incidents')).toBeVisible();
    await expect.element(page.getByText(ADMIN.accessDenied, { exact: true })).toBeVisible();
    answer({ [LIST]: listOf([]) });
    await button('Try again').click();
    await expect.element(page.getByText('No open incidents', { exact: true })).toBeVisible();
  });

  it('have no accessibility violation with incidents and with a refused note', async () => {
    await open({ [LIST]: listOf([refused, unbalanced]) });
    await expect.element(article(refused)).toBeVisible();
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await opener().click();
    await settle().click();
    await expect.element(noteMissing()).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});
