import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { CHANGED_MEANWHILE } from '../../lib/merge-edits.ts';

const FIRST = orderRow(1);
const ONE = path(API.order, { id: FIRST.id });
const { recipient: RECIPIENT } = orderDetails(FIRST);
const MOVED = { address: '500 Congress Ave', address2: '', zipCode: '78701' };

/** Opens the address of an order, which the store then changes. */
async function editWhileStoreChanges(change: Partial<OrderRecipient>, isRecipientEdited = false) {
  const answerWith = (part: Partial<OrderRecipient>) => () =>
    json({
      order: orderDetails(FIRST, {
        recipient: RECIPIENT && { ...RECIPIENT, phone: '', ...part },
        isRecipientEdited,
      }),
    });
  const { callsTo, answer } = await openApp(`${PAGES.orders}?order=${FIRST.id}`, {
    as: 'client',
    answers: {
      [`GET ${API.orders}`]: () => ordersAnswer([FIRST]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`GET ${ONE}`]: answerWith({}),
      [`PATCH ${ONE}`]: answerWith(change),
      ...ORDER_PAGE_ANSWERS,
    },
  });
  await button('Edit address').click();
  await expect.element(field('Street address')).toHaveValue('1201 Barton Springs Rd');
  answer({ [`GET ${ONE}`]: answerWith(change) });
  return () => callsTo(`PATCH ${ONE}`).map(({ body }) => body);
}

it('a phone number is added to the address that the store has by then', async () => {
  const sent = await editWhileStoreChanges(MOVED);
  await field('Phone optional').fill('(512) 555-0199');
  await button('Save').click();
  await expect.element(toastWith('The address was saved.')).toBeVisible();
  expect(sent()).toEqual([{ recipient: { ...RECIPIENT, ...MOVED, phone: '(512) 555-0199' } }]);
});

it('a corrected address is not mixed with another one of the store', async () => {
  const sent = await editWhileStoreChanges(MOVED);
  await field('Address 2 optional').fill('Apt 5');
  await button('Save').click();
  await expect.element(page.getByText(CHANGED_MEANWHILE)).toBeVisible();
  expect(sent()).toEqual([]);
});

it('a correction is given up for the address of the store', async () => {
  const sent = await editWhileStoreChanges(MOVED, true);
  await page.getByRole('checkbox', { name: 'Use the store’s address' }).click();
  await button('Save').click();
  await expect.element(toastWith('The address was saved.')).toBeVisible();
  expect(sent()).toEqual([{ recipient: null }]);
});

it('an address that was erased says why it is missing', async () => {
  const erased = { fullName: '', company: '', phone: '', email: '', address: '', address2: '' };
  await openApp(`${PAGES.orders}?order=${FIRST.id}`, {
    as: 'client',
    answers: {
      [`GET ${API.orders}`]: () => ordersAnswer([FIRST]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`GET ${ONE}`]: () =>
        json({
          order: orderDetails(FIRST, {
            recipient: RECIPIENT && { ...RECIPIENT, ...erased },
            isErased: true,
          }),
        }),
      ...ORDER_PAGE_ANSWERS,
    },
  });
  const reason =
    'Lading deleted the name and the street because the order is old, or because the buyer deleted their account.';
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(page.getByText(/Yours are used on the label/).query()).toBeNull();
});
