import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toastWith } from '../../../test/screen.ts';

const FIRST = orderRow(1);
const ONE = path(API.order, { id: FIRST.id });
const SHIPPED = path(API.orderShipped, { id: FIRST.id });
const OPEN = orderDetails(FIRST);
const MARKED: OrderDetails = {
  ...OPEN,
  status: 'excluded',
  excluded: 'shipped_elsewhere',
  canChange: false,
  canShip: false,
  isMarkedShipped: true,
};

const openOrder = async (order: OrderDetails) => {
  const { callsTo, answer } = await openApp(`${PAGES.orders}?order=${FIRST.id}`, {
    as: 'client',
    answers: {
      [`GET ${API.orders}`]: () => ordersAnswer([order]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`GET ${ONE}`]: () => json({ order }),
      ...ORDER_PAGE_ANSWERS,
    },
  });
  const becomes = (next: OrderDetails) =>
    answer({
      [`GET ${ONE}`]: () => json({ order: next }),
      [`POST ${SHIPPED}`]: () => json({ order: next }),
      [`DELETE ${SHIPPED}`]: () => json({ order: next }),
    });
  return { becomes, callsTo };
};

it('an order that ships without Lading is marked as shipped by keyboard, and opened again after a mistake', async () => {
  const { becomes, callsTo } = await openOrder(OPEN);
  await expect.element(button('Mark as shipped')).toBeVisible();
  expect(button('Undo “Mark as shipped”').query()).toBeNull();
  becomes(MARKED);
  (button('Mark as shipped').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(toastWith('The order is marked as shipped. Lading doesn’t tell the store.'))
    .toBeVisible();
  expect(callsTo(`POST ${SHIPPED}`)).toHaveLength(1);
  await expect.element(button('Undo “Mark as shipped”')).toBeVisible();
  expect(button('Mark as shipped').query()).toBeNull();
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  becomes(OPEN);
  await button('Undo “Mark as shipped”').click();
  await expect.element(toastWith('The items can be shipped again.')).toBeVisible();
  await expect.element(button('Mark as shipped')).toBeVisible();
});

it('pieces that were marked as shipped can be opened again while others are open', async () => {
  await openOrder({ ...OPEN, isMarkedShipped: true });
  await expect.element(button('Mark as shipped')).toBeVisible();
  await expect.element(button('Undo “Mark as shipped”')).toBeVisible();
});
