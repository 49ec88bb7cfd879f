import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { ORDER_PAGE_ANSWERS } from '../../../test/order-rules.ts';
import { orderDetails, orderRow, ordersAnswer, STORE } from '../../../test/orders.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const LIST = `GET ${API.orders}`;
const IDS = `GET ${API.orderIds}`;
const FIRST = orderRow(1);
const SECOND = orderRow(2);
const THIRD = orderRow(3);

async function selectTwo(answers: Answers = {}) {
  const app = await openApp(PAGES.orders, {
    as: 'client',
    answers: {
      [LIST]: () => ordersAnswer([FIRST, SECOND]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      [`POST ${API.ordersCombine}`]: () => json({ order: orderDetails(FIRST) }),
      [`PATCH ${API.orders}`]: () => json({ changed: 2 }),
      ...ORDER_PAGE_ANSWERS,
      ...answers,
    },
  });
  for (const number of ['#1001', '#1002'])
    await page.getByRole('checkbox', { name: `Select order ${number}` }).click();
  await expect.element(selected(2)).toBeVisible();
  return app;
}
const selected = (count: number) => page.getByText(COPY.selected(count));
/** Changes the list as another tab would, and loads it again. */
const reload = async ({ answer }: { answer: (answers: Answers) => void }, answers: Answers) => {
  answer(answers);
  await button(COPY.combine).click();
  await expect.element(toastWith(COPY.combined)).toBeVisible();
};

describe('a selected order that leaves the list', () => {
  it('is no longer selected', async () => {
    const app = await selectTwo();
    await reload(app, { [LIST]: () => ordersAnswer([SECOND, THIRD]) });
    await expect.element(selected(1)).toBeVisible();
    await expect.element(button(COPY.ship(1))).toBeVisible();
  });

  it('is no longer selected either if it stays but can no longer be changed', async () => {
    const app = await selectTwo();
    await reload(app, { [LIST]: () => ordersAnswer([{ ...FIRST, status: 'in_progress' }, SECOND]) });
    await expect.element(selected(1)).toBeVisible();
  });

  it('stays selected if it only moved to another page', async () => {
    const lists = [
      { page: [THIRD, FIRST], ids: [THIRD.id, FIRST.id, SECOND.id] },
      { page: [FIRST], ids: [THIRD.id, FIRST.id] },
    ];
    const app = await selectTwo({ [LIST]: () => ordersAnswer([FIRST, SECOND], 60) });
    for (const [index, list] of lists.entries()) {
      await reload(app, {
        [LIST]: () => ordersAnswer(list.page, 60),
        [IDS]: () => json({ ids: list.ids, more: false }),
      });
      await expect.poll(() => app.callsTo(IDS)).toHaveLength(index + 1);
      await expect.element(selected(2 - index)).toBeVisible();
    }
  });

  it('leaves when its package is saved, after the dialog has closed', async () => {
    const app = await selectTwo();
    await button(COPY.setPackage).click();
    app.answer({ [LIST]: () => ordersAnswer([THIRD]) });
    await field('Weight (lb)').fill('2');
    await button('Save').click();
    await expect.element(toastWith(COPY.packageSaved(2))).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Selected orders' })).not.toBeInTheDocument();
  });
});

it('a selection that is too large for an action says how many orders it takes', async () => {
  const many = Array.from({ length: 1_200 }, (_, index) => orderRow(index + 1).id);
  await selectTwo({
    [LIST]: () => ordersAnswer([FIRST, SECOND], many.length),
    [IDS]: () => json({ ids: many, more: false }),
  });
  await expect.element(button(COPY.setPackage)).toBeVisible();
  await button(COPY.selectAll(many.length)).click();
  await expect.element(selected(many.length)).toBeVisible();
  await expect
    .element(page.getByText('Select up to 500 orders to set their package or service.'))
    .toBeVisible();
  await expect.element(page.getByText('Select up to 1,000 orders to print.')).toBeVisible();
  await expect.element(button(COPY.ship(many.length))).toBeVisible();
});

it('changing several orders says how many had nothing left to ship', async () => {
  await selectTwo({ [`PATCH ${API.orders}`]: () => json({ changed: 1 }) });
  await button(COPY.setPackage).click();
  await field('Weight (lb)').fill('2');
  await button('Save').click();
  await expect
    .element(toastWith('Package saved for 1 order. 1 order has nothing left to ship and did not change.'))
    .toBeVisible();
});

it('a list of orders from a store that was disconnected names it in the filter', async () => {
  await openApp(`${PAGES.orders}?view=all&source=${orderRow(77).id}`, {
    as: 'client',
    answers: {
      [LIST]: () => ordersAnswer([FIRST]),
      [`GET ${API.orderSources}`]: () => json({ sources: [STORE], authorizations: [] }),
      ...ORDER_PAGE_ANSWERS,
    },
  });
  const select = page.getByRole('combobox', { name: 'Store', exact: true });
  await expect.element(select).toHaveDisplayValue('A disconnected store');
});

it('a long list says that it has more orders than it counts', async () => {
  await selectTwo({ [LIST]: () => ordersAnswer([FIRST, SECOND], 10_000, undefined, true), [IDS]: never });
  await expect.element(page.getByText('Showing 1 to 25 of more than 10,000 results')).toBeVisible();
});

describe('selected orders', () => {
  const BLOCKED = { ...SECOND, canShip: false };

  it('are shipped without those that can’t be shipped, which can still be changed', async () => {
    const { callsTo } = await selectTwo({
      [LIST]: () => ordersAnswer([FIRST, BLOCKED]),
      [`POST ${API.ordersShip}`]: never,
    });
    await expect.element(button(COPY.setPackage)).toBeVisible();
    await button(COPY.ship(1)).click();
    await expect.poll(() => callsTo(`POST ${API.ordersShip}`)[0]?.body).toEqual({ orderIds: [FIRST.id] });
  });

  it('of another page may have become shippable, so the server decides', async () => {
    const { answer, callsTo } = await selectTwo({
      [LIST]: () => ordersAnswer([FIRST, BLOCKED], 60),
      [IDS]: () => json({ ids: [FIRST.id, SECOND.id, THIRD.id], more: false }),
      [`POST ${API.ordersShip}`]: never,
    });
    answer({ [LIST]: () => ordersAnswer([THIRD], 60) });
    await button('Next').click();
    await button(COPY.ship(2)).click();
    const orderIds = [FIRST.id, SECOND.id];
    await expect.poll(() => callsTo(`POST ${API.ordersShip}`)[0]?.body).toEqual({ orderIds });
  });

  it('say so if none of them can be shipped', async () => {
    await selectTwo({ [LIST]: () => ordersAnswer([{ ...FIRST, canShip: false }, BLOCKED]) });
    await expect.element(page.getByText(COPY.noneShippable)).toBeVisible();
    expect(button(COPY.ship(2)).elements()).toEqual([]);
  });
});
