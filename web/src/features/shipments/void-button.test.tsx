import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminShipment,
  listOfShipments,
  SHIPMENT_ID,
  shipmentDetails,
} from '../../../test/admin-shipments.ts';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const VOID = `POST ${path(API.adminVoid, { id: SHIPMENT_ID })}`;

const detailed = (changes: Partial<AdminShipment>) => ({
  ...listOfShipments([adminShipment(changes)]),
  [`GET ${path(API.adminShipment, { id: SHIPMENT_ID })}`]: () => json(shipmentDetails(changes)),
});
const open = (changes: Partial<AdminShipment>, answer = () => json({})) =>
  openApp(`${PAGES.adminShipments}?shipment=${SHIPMENT_ID}`, {
    as: 'admin',
    answers: { ...detailed({ status: 'pending', ...changes }), [VOID]: answer },
  });

const drawer = () => page.getByRole('dialog', { name: 'Shipment', exact: true });
const voidButton = () => drawer().getByRole('button', { name: COPY.void });
const question = () => page.getByRole('alertdialog', { name: COPY.voidTitle });
const confirm = () => question().getByRole('button', { name: COPY.void });

it('an unused label is voided without a refund after a question', async () => {
  const voided = { status: 'voided', text: 'The label was voided.' };
  const { answer, callsTo } = await open({}, () => json({ voided }));
  await voidButton().click();
  await expect.element(question().getByText(COPY.voidKeepsMoney)).toBeVisible();
  await scanScreen();
  expect(callsTo(VOID)).toEqual([]);
  answer(detailed({ status: 'failed', voided: true }));
  await confirm().click();
  await expect.element(toastWith(COPY.voidRequested)).toBeVisible();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(voidButton()).not.toBeInTheDocument();
  expect(callsTo(VOID)).toHaveLength(1);
});

it('a label that is already refunded can be voided, and a refusal of the carrier is shown', async () => {
  const message = 'The carrier already has the package.';
  await open({ refunded: 12.87, refundable: 0 }, () => json({ error: 'VOID_REFUSED', message }, 409));
  await voidButton().click();
  await expect.element(question().getByText(COPY.voidText)).toBeVisible();
  await confirm().click();
  await expect.element(question().getByText(message)).toBeVisible();
});

it('a used label cannot be voided', async () => {
  await open({ status: 'shipped' });
  await expect.element(drawer().getByRole('heading', { name: 'Refunds' })).toBeVisible();
  expect(voidButton().query()).toBeNull();
});
