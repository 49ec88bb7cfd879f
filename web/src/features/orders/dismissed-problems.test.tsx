import type { OrderDetails, OrderParcel, OrderProblem } from '@lading/contract/orders/orders.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, never } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { button, toastWith } from '../../../test/screen.ts';

const FIRST = orderRow(1);
const ONE = path(API.order, { id: FIRST.id });
const LABELED: OrderParcel = {
  id: 'p1',
  state: 'bought',
  batchId: 'b1',
  shipmentId: 's1',
  trackingNumber: '9400100000000000000000',
  carrier: 'USPS',
  error: null,
  items: [{ id: '315', quantity: 1 }],
  combinedWith: [],
  report: null,
};
const IN_UPLOAD: OrderParcel = { ...LABELED, state: 'in_batch', shipmentId: null, trackingNumber: null };

const REFUSAL = 'The order has changed since you opened it.';

/** Opens the details of an order with these problems. */
async function openProblems(
  problems: OrderProblem[],
  parcel: OrderParcel,
  dismissed: Partial<OrderDetails> = {},
) {
  const order = orderRow(1, { status: 'attention', problems, canChange: false, canShip: false });
  const { callsTo, answer } = await openApp(`${PAGES.orders}?order=${FIRST.id}`, {
    as: 'client',
    answers: {
      [`GET ${API.orders}`]: () => ordersAnswer([order]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`GET ${ONE}`]: () => json({ order: orderDetails(order, { parcelList: [parcel] }) }),
      [`PATCH ${ONE}`]: () => json({ order: orderDetails(FIRST, { parcelList: [parcel], ...dismissed }) }),
      [`GET ${API.batches}`]: () => never(),
      ...ORDER_PAGE_ANSWERS,
    },
  });
  return {
    sent: () => callsTo(`PATCH ${ONE}`).at(-1)?.body,
    /** From now on, the order has these problems. */
    become: (problems: OrderProblem[]) =>
      answer({
        [`GET ${ONE}`]: () => json({ order: orderDetails({ ...order, problems }, { parcelList: [parcel] }) }),
        [`PATCH ${ONE}`]: () => json({ error: 'ORDER_CHANGED', message: REFUSAL }, 409),
      }),
  };
}
const shown = (text: string) =>
  page.getByRole('dialog', { name: 'Order', exact: true }).getByText(text, { exact: true });

const CHANGED = {
  code: 'changed_after_label',
  detail: 'The address was changed in the store.',
  revision: 'r1',
};
const ON_HOLD = { code: 'changed_after_label', detail: 'The store put the order on hold.' };
const REFUSED = { code: 'report_refused', detail: 'Order is closed.' };
const CANCELED = { code: 'changed_after_label', detail: 'The store canceled the order.' };
const IN_UPLOAD_HINT = 'The order is in an upload and has no label yet. Correct or remove its row there.';

it('a change after the label was bought can be confirmed', async () => {
  const { sent } = await openProblems([CHANGED], LABELED);
  await expect
    .element(shown('The order changed in the store: The address was changed in the store.'))
    .toBeVisible();
  expect(shown(IN_UPLOAD_HINT).query()).toBeNull();
  await button('Label is still correct').click();
  await expect.element(toastWith('Change dismissed.')).toBeVisible();
  expect(sent()).toEqual({ dismiss: [CHANGED] });
});

it('a change during an upload says what to do, and can be left in the upload', async () => {
  const { sent } = await openProblems([ON_HOLD], IN_UPLOAD);
  await expect
    .element(shown('The order changed in the store: The store put the order on hold.'))
    .toBeVisible();
  await expect.element(shown(IN_UPLOAD_HINT)).toBeVisible();
  await button('Leave it in the upload').click();
  await expect.element(toastWith('Change dismissed.')).toBeVisible();
  expect(sent()).toEqual({ dismiss: [ON_HOLD] });
});

it('a refused tracking number can be dismissed and still be sent again', async () => {
  const parcel = { ...LABELED, report: { state: 'refused', message: 'Order is closed.', at: null } };
  const { sent } = await openProblems([REFUSED], parcel, {
    parcelList: [{ ...parcel, report: { state: 'refused', message: null, at: null } }],
  });
  await button('I’ve taken care of it').click();
  await expect
    .element(toastWith('Message dismissed. You can still send the tracking number again under Packages.'))
    .toBeVisible();
  expect(sent()).toEqual({ dismiss: [REFUSED] });
});

it('an unknown part that the store shipped says what to do, and can be confirmed', async () => {
  const PART = { code: 'partly_shipped', revision: 'r1' };
  const { sent } = await openProblems([PART], { ...LABELED, state: 'released', error: null });
  await expect
    .element(shown('The store shipped part of the order but does not say which items'))
    .toBeVisible();
  await expect
    .element(
      shown(
        'Check in the store which items are left. If some were already shipped, split the order, remove their package from the upload before you pay, and then mark the rest as shipped.',
      ),
    )
    .toBeVisible();
  await button('I’ve checked the order').click();
  await expect.element(toastWith('Message dismissed.')).toBeVisible();
  expect(sent()).toEqual({ dismiss: [PART] });
});

it('several problems are dismissed together, and the button says so', async () => {
  const { sent } = await openProblems([CHANGED, REFUSED], LABELED);
  expect(button('Label is still correct').query()).toBeNull();
  await button('I’ve taken care of everything').click();
  await expect.element(toastWith('Messages dismissed.')).toBeVisible();
  expect(sent()).toEqual({ dismiss: [CHANGED, REFUSED] });
});

it('a change that was not on the screen is shown instead of being dismissed', async () => {
  const { sent, become } = await openProblems([CHANGED], LABELED);
  await expect.element(button('Label is still correct')).toBeVisible();
  become([CANCELED]);
  await button('Label is still correct').click();
  await expect.element(toastWith(REFUSAL)).toBeVisible();
  await expect.element(shown('The order changed in the store: The store canceled the order.')).toBeVisible();
  expect(sent()).toEqual({ dismiss: [CHANGED] });
});

it('a change appears in details that are open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { become } = await openProblems([CHANGED], LABELED);
  await expect.element(button('Label is still correct')).toBeVisible();
  become([CANCELED]);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(shown('The order changed in the store: The store canceled the order.')).toBeVisible();
});
