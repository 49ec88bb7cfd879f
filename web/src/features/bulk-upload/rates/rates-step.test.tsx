import type { BulkRow, ChosenRate } from '@lading/contract/bulk.ts';
import { ERRORS, type ErrorCode } from '@lading/contract/errors.ts';
import { PAYMENT } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../../test/app.tsx';
import { fakeBatch } from '../../../../test/fake-batch.ts';
import { type Answers, json, networkFailure } from '../../../../test/fake-server.ts';
import { CONFIRM, INTENT, PURCHASE_ANSWERS, typeCard } from '../../../../test/purchase.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../../test/screen.ts';
import { tabTo } from '../../../../test/tabbing.ts';
import { longIt } from '../../../../test/tier.ts';
import { rateOf } from '../../../../test/wizard.ts';
import { rowOf } from '../batch/batch.fixture.ts';
import { COPY } from '../copy.ts';

const NAMES = ['Ana Ruiz', 'Ben Okafor', 'Cleo Hart', 'Dov Stern'];
const OFFERS = [rateOf({ amount: 8.41 }), rateOf({ serviceName: 'Priority Mail', amount: 12.5 })];
const [CHEAPEST, DEARER] = OFFERS;

const ratedRow = (number: number): BulkRow => {
  const row = rowOf(number);
  const { carrier, serviceName, amount, estimatedDays, expiresAt } = CHEAPEST ?? rateOf();
  return {
    ...row,
    cells: { ...row.cells, receiver_fullname: NAMES[number - 1] ?? '' },
    status: 'rate_selected',
    selectedRateId: CHEAPEST?.objectId ?? null,
    rate: {
      carrier,
      serviceName,
      amount,
      estimatedDays,
      expiresAt,
      retailAmount: null,
      deliveryDate: null,
      chosenBy: 'rule',
    },
    rateCount: OFFERS.length,
  };
};

async function openRates(answers: Answers = {}, part: Partial<BulkRow> = {}) {
  const batch = fakeBatch(
    NAMES.map((_, index) => ({ ...ratedRow(index + 1), ...part })),
    { step: 'rate_selection' },
  );
  const detail = (number: number) => ({
    ...batch.row(number),
    repairs: [],
    from: null,
    to: null,
    package: null,
    shippingDate: null,
    rates: OFFERS,
    messages: [],
    senderValidation: null,
    recipientValidation: null,
  });
  const details = Object.fromEntries(
    NAMES.map((_, index) => [
      `GET ${path(API.batchRow, { id: batch.id, number: index + 1 })}`,
      () => json({ row: detail(index + 1) }),
    ]),
  );
  const calls = {
    choices: `PUT ${batch.at(API.batchChoices)}`,
    rule: `POST ${batch.at(API.batchRule)}`,
    labels: `POST ${batch.at(API.batchLabels)}`,
  };
  const app = await openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, {
    as: 'client',
    answers: {
      ...PURCHASE_ANSWERS,
      ...batch.answers,
      ...details,
      [calls.choices]: () => json({}),
      [calls.rule]: () => json({ changes: 3, unmatched: 0, totalBefore: 33.64, totalAfter: 45.91 }),
      [calls.labels]: () => json({}),
      ...answers,
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Rates' })).toBeVisible();
  await expect.poll(() => cards().elements()).toHaveLength(NAMES.length);
  return { ...app, batch, calls };
}

const cards = () => main().getByRole('article');
const total = () => [...document.querySelectorAll('.stub')].at(-1)?.textContent ?? '';

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

describe('the rates of a batch', () => {
  longIt('are chosen by rule and by hand, and paid for, with the keyboard alone', async () => {
    const { batch, calls, callsTo } = await openRates();
    await tabTo(page.getByLabelText('Apply to all'));
    await userEvent.keyboard('Best');
    await expect.element(main().getByText(/^Changes 3 shipments · total/)).toBeVisible();
    await tabTo(page.getByRole('button', { name: 'Apply', exact: true }));
    await userEvent.keyboard('{Enter}');
    await expect.element(main().getByText(/^Best value: \d shipments? changed/)).toBeVisible();
    expect(callsTo(calls.rule).map(({ body }) => (body as { preview: boolean }).preview)).toEqual([
      true,
      false,
    ]);

    await tabTo(cards().first().getByRole('button'));
    await userEvent.keyboard('{Enter}');
    const radios = cards().first().getByRole('radio');
    await expect.poll(() => radios.elements()).toHaveLength(OFFERS.length);
    await tabTo(radios.first());
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(main().getByText('Changed by me (1)')).toBeVisible();
    expect(callsTo(calls.choices)[0]?.body).toEqual({
      choices: [{ number: 1, rateId: DEARER?.objectId, chosenBy: 'hand' }],
    });
    expect(total()).toContain('$37.73');

    await tabTo(button('Generate 4 labels'));
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Card number')).toHaveFocus();
    const dialog = page.getByRole('dialog', { name: PAYMENT.title });
    await expect.element(dialog.getByText('4 shipping labels · orders.csv')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: PAYMENT.pay('$37.73') })).toBeVisible();
    expect(callsTo(INTENT)[0]?.body).toMatchObject({
      batchId: batch.id,
      amount: 3773,
      rateIds: [DEARER?.objectId, ...Array(3).fill(CHEAPEST?.objectId)],
    });
    await userEvent.keyboard('4242424242424242');
    await userEvent.tab();
    await userEvent.keyboard('1230');
    await userEvent.tab();
    await userEvent.keyboard('123{Enter}');
    await expect.poll(() => callsTo(calls.labels)).toHaveLength(1);
    expect(callsTo(calls.labels)[0]?.body).toEqual({ paymentIntentId: 'pi_test_1' });
    expect(callsTo(CONFIRM)).toHaveLength(1);
    // The server reports its work, and the page follows.
    const labeled = NAMES.map((_, index) => ({ ...batch.row(index + 1), paid: true, work: 'labels' }));
    batch.change(labeled, { step: 'generation_summary' });
    await expect.element(page.getByRole('heading', { level: 2, name: 'Labels' })).toHaveFocus();
  });

  it('are compared by a rule even if no shipment has one selected', async () => {
    const { calls, callsTo } = await openRates(
      {},
      { status: 'rates_loaded', selectedRateId: null, rate: null },
    );
    await page.getByLabelText('Apply to all').selectOptions('Cheapest');
    await expect.element(main().getByText(/^Changes 3 shipments · total/)).toBeVisible();
    await expect.element(button('Apply')).toBeEnabled();
    expect(callsTo(calls.rule).map(({ body }) => body)).toEqual([
      { rule: { kind: 'cheapest' }, preview: true },
    ]);
  });

  it('are compared by a rule only after the server has a choice made by hand', async () => {
    let save = () => {};
    const saved = new Promise<void>((resolve) => {
      save = resolve;
    });
    const { answer, calls, callsTo } = await openRates();
    answer({ [calls.choices]: () => saved.then(() => json({})) });
    await cards().first().getByRole('button').click();
    await cards().first().getByRole('radio').nth(1).click();
    await expect.poll(() => callsTo(calls.choices)).toHaveLength(1);
    await page.getByLabelText('Apply to all').selectOptions('Fastest');
    await expect.element(main().getByText(COPY.rates.ruleLoading)).toBeVisible();
    expect(callsTo(calls.rule)).toEqual([]);
    save();
    await expect.element(main().getByText(/^Changes 3 shipments · total/)).toBeVisible();
  });

  it('are chosen on a phone, and have no accessibility violation', async () => {
    await page.viewport(390, 844);
    const { calls, callsTo } = await openRates();
    await cards().last().getByRole('button').click();
    await cards().last().getByRole('radio').nth(1).click();
    await expect.poll(() => callsTo(calls.choices)).toHaveLength(1);
    await expect.element(main().getByText('Changed by me (1)')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});

describe('undoing a rule', () => {
  const chosen = [1, 2, 3].map((number) => ({ number, rateId: DEARER?.objectId ?? '' }));
  const chosenRow = (number: number, part: Partial<ChosenRate> = {}): BulkRow => {
    const row = ratedRow(number);
    return { ...row, selectedRateId: DEARER?.objectId ?? '', rate: row.rate && { ...row.rate, ...part } };
  };
  const refreshedRow = (number: number): BulkRow => ({
    ...ratedRow(number),
    selectedRateId: rateOf().objectId,
  });
  const applyRule = async () => {
    const app = await openRates();
    const effect = { changes: 3, unmatched: 0, totalBefore: 33.64, totalAfter: 45.91 };
    app.answer({ [app.calls.rule]: () => json({ ...effect, chosen }) });
    await page.getByLabelText('Apply to all').selectOptions('Fastest');
    await button('Apply').click();
    app.batch.change(chosen.map(({ number }) => chosenRow(number)));
    await expect.element(button('Undo')).toBeVisible();
    return app;
  };

  it('leaves choices made by hand since and rates that were replaced', async () => {
    const { batch, calls, callsTo } = await applyRule();
    batch.change([chosenRow(1, { chosenBy: 'hand' }), refreshedRow(2)]);
    await expect.element(main().getByText('Changed by me (1)')).toBeVisible();
    await button('Undo').click();
    await expect.poll(() => callsTo(calls.choices)).toHaveLength(1);
    expect(callsTo(calls.choices)[0]?.body).toEqual({
      choices: [{ number: 3, rateId: CHEAPEST?.objectId, chosenBy: 'rule' }],
    });
  });

  it('is not offered once all rates were replaced', async () => {
    const { batch } = await applyRule();
    batch.change(chosen.map(({ number }) => refreshedRow(number)));
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });
});

describe('the payment of a batch', () => {
  const payWithoutResult = async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = await openRates({ [CONFIRM]: networkFailure });
    await button('Generate 4 labels').click();
    await typeCard();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect.element(page.getByText(PAYMENT.unexpected)).toBeVisible();
    return app;
  };

  it('is looked up when the dialog is canceled before its result is known', async () => {
    const { calls, callsTo } = await payWithoutResult();
    await button(PAYMENT.cancel).click();
    await expect.poll(() => callsTo(calls.labels)).toHaveLength(1);
    expect(callsTo(calls.labels)[0]?.body).toEqual({ paymentIntentId: 'pi_test_1' });
  });

  it('can be made again when the canceled one was not made', async () => {
    const { answer, calls, callsTo } = await payWithoutResult();
    answer({ [calls.labels]: () => json({ message: 'Not paid.' }, 402) });
    await button(PAYMENT.cancel).click();
    await expect.poll(() => callsTo(calls.labels)).toHaveLength(1);
    await expect.element(toastWith('Your payment was not completed. You were not charged.')).toBeVisible();
    await expect.element(button('Generate 4 labels')).toBeEnabled();
    await button('Generate 4 labels').click();
    await button(PAYMENT.cancel).click();
    await expect.element(button('Generate 4 labels')).toBeEnabled();
    expect(callsTo(calls.labels)).toHaveLength(1);
  });

  it('says what the server refuses, and gets new rates for rows that it may refuse again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { answer, batch, callsTo } = await openRates();
    const rates = `POST ${batch.at(API.batchRates)}`;
    const later = [3, 4].map((number) => batch.row(number));
    batch.change(later.map((row) => ({ ...row, cells: { ...row.cells, shipping_date: '2026-11-16' } })));
    const refused = (error: ErrorCode) => {
      answer({
        [INTENT]: () => json({ error, message: ERRORS[error].message }, 409),
        [rates]: () => json({}),
      });
      return button('Generate 4 labels').click();
    };
    await refused('RATE_USED');
    await expect.element(toastWith(ERRORS.RATE_USED.message)).toBeVisible();
    await refused('RATE_EXPIRED');
    await expect.element(toastWith(COPY.rates.priceChanged)).toBeVisible();
    // By this computer's clock, no rate has expired.
    const all = { numbers: [1, 2, 3, 4] };
    await expect.poll(() => callsTo(rates).map(({ body }) => body)).toEqual([all]);
    await refused('DATE_PASSED');
    await expect.element(toastWith(ERRORS.DATE_PASSED.message)).toBeVisible();
    await expect.poll(() => callsTo(rates).map(({ body }) => body)).toEqual([all, { numbers: [1, 2] }]);
  });
});
