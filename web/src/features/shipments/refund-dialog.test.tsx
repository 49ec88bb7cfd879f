import type { AdminShipment, RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { ADMIN, SHIPMENTS } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  adminShipment,
  listOfShipments,
  SHIPMENT_ID,
  shipmentDetails,
} from '../../../test/admin-shipments.ts';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, networkFailure } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';
import { longIt } from '../../../test/tier.ts';

const REFUND = `POST ${path(API.adminRefund, { id: SHIPMENT_ID })}`;
const DETAILS = `GET ${path(API.adminShipment, { id: SHIPMENT_ID })}`;

const pending = { status: 'pending' } as const;
const listed = (changes: Partial<AdminShipment> = {}) =>
  listOfShipments([adminShipment({ ...pending, ...changes })]);
const detailed = (changes: Partial<AdminShipment> = {}) => ({
  [DETAILS]: () => json(shipmentDetails({ ...pending, ...changes })),
});
const refunded = (voided: RefundAnswer['voided'] = null) =>
  json({
    message: SHIPMENTS.refunded,
    refund: { refundId: 'refund-1', amount: 1.25, status: 'succeeded', refundable: 11.62 },
    voided,
  });

const open = (answers: Answers, search = '') =>
  openApp(`${PAGES.adminShipments}${search}`, { as: 'admin', answers });

const dialog = () => page.getByRole('dialog', { name: SHIPMENTS.refundTitle });
const drawer = () => page.getByRole('dialog', { name: 'Shipment', exact: true });
const amount = () => dialog().getByRole('textbox', { name: 'Amount ($)' });
const reason = () => dialog().getByRole('textbox', { name: SHIPMENTS.refundReason });
const confirm = () => dialog().getByRole('button', { name: SHIPMENTS.confirmRefund });
const refundButton = () => button('Refund 9400111');
const detailsButton = () => button('Details of 9400111');
const inDialog = (text: string) => dialog().getByText(text, { exact: true });

describe('a refund', () => {
  it('needs an amount and a reason, and shows the shipment and what can be refunded', async () => {
    const { answer, callsTo } = await open({ ...listed(), [REFUND]: () => refunded() });
    await refundButton().click();
    await expect.element(amount()).toHaveValue('12.87');
    await expect.element(amount()).toHaveFocus();
    await expect.element(inDialog('Dana Reyes')).toBeVisible();
    await expect.element(dialog().getByText('Up to $12.87 can be refunded.')).toBeVisible();
    await amount().fill('0');
    await confirm().click();
    await expect.element(inDialog(SHIPMENTS.amountInvalid)).toBeVisible();
    await expect.element(inDialog(SHIPMENTS.reasonMissing)).toBeVisible();
    await expect.element(amount()).toHaveFocus();
    expect(callsTo(REFUND)).toEqual([]);

    await amount().fill('1.25');
    await reason().fill('  The parcel came late.  ');
    await expect.element(dialog().getByText('Characters left: 479')).toBeVisible();
    answer(listed({ refunded: 1.25, refundable: 11.62 }));
    await confirm().click();
    await expect.element(toastWith(SHIPMENTS.refunded)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(refundButton()).toHaveFocus();
    await expect.element(page.getByText('$1.25 refunded')).toBeVisible();
    expect(callsTo(REFUND).map(({ body }) => body)).toEqual([
      { amount: 1.25, reason: 'The parcel came late.', voidLabel: false },
    ]);
  });

  it('offers what is left, warns about more, and stays open when the server refuses', async () => {
    const message = 'Only $11.62 of this shipment can still be refunded.';
    const { answer, callsTo } = await open({
      ...listed({ refunded: 1.25, refundable: 11.62 }),
      [REFUND]: () => json({ error: 'REFUND_TOO_LARGE', message, requestId: 'r' }, 409),
    });
    await refundButton().click();
    await expect.element(amount()).toHaveValue('11.62');
    await expect
      .element(dialog().getByText('$11.62 can still be refunded; $1.25 has already been refunded.'))
      .toBeVisible();
    await amount().fill('12.87');
    await expect.element(dialog().getByText('More than the refundable amount ($11.62)')).toBeVisible();
    await amount().fill('13.87');
    await expect.element(dialog().getByText('More than this shipment’s cost ($12.87)')).toBeVisible();
    await reason().fill('The rest');
    await confirm().click();
    await expect.element(inDialog(message)).toBeVisible();
    await expect.element(reason()).toHaveValue('The rest');

    await amount().fill('11.62');
    await dialog().getByRole('checkbox', { name: 'Also void the label with the carrier' }).click();
    answer({
      ...listed({ refunded: 12.87, refundable: 0 }),
      [REFUND]: () => refunded({ status: 'voided', text: 'The label was voided.' }),
    });
    await confirm().click();
    await expect.element(toastWith('The label was voided.')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsTo(REFUND).at(-1)?.body).toEqual({ amount: 11.62, reason: 'The rest', voidLabel: true });
    await expect.element(refundButton()).toBeDisabled();
    await expect
      .element(refundButton())
      .toHaveAttribute('title', 'This shipment has been fully refunded ($12.87).');
  });

  it('stays open with its text when the shipment has left the list', async () => {
    const message = 'Only $0.00 of this shipment can still be refunded.';
    const { answer, callsTo } = await open({
      ...listed(),
      [REFUND]: () => json({ error: 'REFUND_TOO_LARGE', message, requestId: 'r' }, 409),
    });
    await refundButton().click();
    await reason().fill('Never arrived');
    answer(listOfShipments([]));
    await confirm().click();
    await expect.poll(() => callsTo(`GET ${API.adminShipments}`).length).toBe(2);
    await expect.element(page.getByText(SHIPMENTS.empty)).toBeInTheDocument();
    await expect.element(inDialog(message)).toBeVisible();
    await expect.element(reason()).toHaveValue('Never arrived');
  });

  it('without an answer is sent again with the same key, and cannot be edited meanwhile', async () => {
    const lost = Promise.withResolvers<Response>();
    const { answer, callsTo } = await open({ ...listed(), [REFUND]: () => lost.promise });
    await refundButton().click();
    await amount().fill('0.50');
    await reason().fill('Lost connection');
    await confirm().click();
    await expect.element(amount()).toBeDisabled();
    await expect.element(reason()).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => callsTo(REFUND).length).toBe(1);
    lost.resolve(networkFailure());
    await expect.element(inDialog(ADMIN.unreachable)).toBeVisible();
    await expect.element(confirm()).toHaveFocus();
    answer({ [REFUND]: () => refunded() });
    await userEvent.keyboard('{Enter}');
    await expect.element(toastWith(SHIPMENTS.refunded)).toBeVisible();
    const keys = callsTo(REFUND).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it('is in the list of refunds, even if that was open a moment ago', async () => {
    const LIST = `GET ${API.adminRefunds}`;
    const data = {
      refunds: [],
      totals: { amount: 0, byAdmins: 0 },
      admins: [],
      pagination: paginationOf(0, 1, 50),
    };
    const { callsTo, router } = await openApp(PAGES.adminRefunds, {
      as: 'admin',
      answers: { ...listed(), [REFUND]: () => refunded(), [LIST]: () => json({ data }) },
    });
    const title = page.getByRole('heading', { name: 'Refunds', level: 1 });
    await expect.poll(() => callsTo(LIST).length).toBe(1);
    await expect.element(title).toBeVisible();
    await router.navigate(PAGES.adminShipments);
    await refundButton().click();
    await reason().fill('Late');
    await confirm().click();
    await expect.element(toastWith(SHIPMENTS.refunded)).toBeVisible();
    expect(callsTo(LIST)).toHaveLength(1);
    await router.navigate(-1);
    await expect.element(title).toBeVisible();
    await expect.poll(() => callsTo(LIST).length).toBe(2);
  });

  longIt('works without a mouse, from the search to the details and back', async () => {
    const { answer, callsTo } = await open({ ...listed(), ...detailed(), [REFUND]: () => refunded() });
    await expect.element(detailsButton()).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox', { name: 'Tracking number' })).toHaveFocus();
    await userEvent.keyboard('9400111');
    await expect
      .poll(() => callsTo(`GET ${API.adminShipments}`).at(-1)?.query.get('trackingNumber'))
      .toBe('9400111');
    await tabTo(detailsButton());
    await userEvent.keyboard('{Enter}');
    await expect.element(drawer().getByRole('heading', { name: 'State changes' })).toBeVisible();
    const inDrawer = drawer().getByRole('button', { name: /^Refund/ });
    await tabTo(inDrawer);
    await userEvent.keyboard('{Enter}');
    await expect.element(amount()).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}0.75');
    await userEvent.tab();
    await userEvent.keyboard('Sorry');
    const paid = shipmentDetails({ ...pending, refunded: 0.75, refundable: 12.12 });
    const [refund] = paid.refunds;
    if (refund) paid.refunds = [{ ...refund, amount: 0.75 }];
    answer({ [DETAILS]: () => json(paid) });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(toastWith(SHIPMENTS.refunded)).toBeVisible();
    await expect.element(inDrawer).toHaveFocus();
    await expect
      .element(drawer().getByRole('region', { name: 'Refunds', exact: true }).getByText('$0.75'))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(detailsButton()).toHaveFocus();
  });

  longIt('has no accessibility violation when it is refused, and neither do the details', async () => {
    const { currentPath } = await open({ ...listed(), ...detailed() });
    await detailsButton().click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?shipment=${SHIPMENT_ID}`);
    const part = (name: string) => drawer().getByRole('region', { name, exact: true });
    await expect.element(part('Shipment').getByText('Void requested', { exact: true })).toBeVisible();
    await expect.element(part('Quote').getByText('$12.87', { exact: true })).toBeVisible();
    await expect.element(part('Payment').getByText('Succeeded', { exact: true })).toBeVisible();
    await expect.element(part('Purchase attempts').getByText('1. Succeeded', { exact: true })).toBeVisible();
    await expect.element(part('Label').getByText('Not yet', { exact: true })).toBeVisible();
    await expect
      .element(part('State changes').getByText('Shipment: Purchased → Void requested', { exact: true }))
      .toBeVisible();
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await drawer()
      .getByRole('button', { name: /^Refund/ })
      .click();
    await amount().fill('x');
    await confirm().click();
    await expect.element(dialog().getByText(SHIPMENTS.amountInvalid)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});
