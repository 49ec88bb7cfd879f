import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { internationalRows, templateRows } from '@lading/contract/bulk/template.ts';
import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../../test/app.tsx';
import { HS_MATCHES } from '../../../../test/customs.ts';
import { checkedRow, fakeBatch } from '../../../../test/fake-batch.ts';
import { json } from '../../../../test/fake-server.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, main } from '../../../../test/screen.ts';
import { tabTo } from '../../../../test/tabbing.ts';
import { longIt } from '../../../../test/tier.ts';
import { COPY } from '../copy.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const [DOMESTIC = {}] = templateRows(TODAY);
const [, , BERLIN = {}] = internationalRows(TODAY);

/** What a shop export says about an order. */
const order = (number: number, sku: string, cells: BulkCells = {}): BulkCells => ({
  ...BERLIN,
  order_ref: `#${number}`,
  receiver_fullname: `Jonas Weber ${number}`,
  insurance: '',
  item_sku: sku,
  item_weight: '',
  item_hs: '',
  item_origin: '',
  ...cells,
});

async function openReview(cells: readonly BulkCells[]) {
  const rows = cells.map((row, index) => checkedRow(index + 1, row));
  const batch = fakeBatch(rows, { id: crypto.randomUUID() });
  const app = await openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, {
    as: 'client',
    answers: batch.answers,
  });
  return { ...app, batch, completed: () => app.callsTo(`POST ${batch.at(API.batchItems)}`) };
}

const panel = () => page.getByRole('region', { name: 'Customs data needed' });
const product = (name: RegExp) => panel().getByRole('group', { name });
const expectCounts = (text: string) =>
  expect.element(main().getByRole('heading', { level: 2, name: text })).toBeVisible();

async function answer(name: RegExp, hs: string) {
  const group = product(name);
  await group.getByRole('textbox', { name: 'Weight each (oz)' }).fill('9');
  await group.getByRole('textbox', { name: 'HS code' }).fill(hs);
  await group.getByRole('combobox', { name: 'Made in' }).selectOptions('US');
}

afterEach(() => page.viewport(1440, 900));

describe('customs data that many rows lack', () => {
  it('is asked for once per SKU and applied to all rows in one call', async () => {
    const { completed } = await openReview(
      Array.from({ length: 60 }, (_, index) => order(index, index % 2 === 0 ? 'CANDLE' : 'MUG')),
    );
    await expectCounts('0 ready · 60 need fixing');
    await expect.poll(() => panel().getByRole('group').elements()).toHaveLength(2);
    await answer(/^CANDLE, .*30 rows$/, '3406.00');
    await answer(/^MUG/, '6912.00');
    await button('Apply to all rows').click();
    await expectCounts('60 ready · 0 need fixing');
    await expect.element(panel()).not.toBeInTheDocument();
    expect(completed()).toHaveLength(1);
    expect(completed()[0]?.body).toEqual({
      answers: [
        {
          sku: 'CANDLE',
          description: 'Soy wax candle',
          values: { description: '', unitWeight: 9, unitValue: null, hsCode: '3406.00', origin: 'US' },
          saveProduct: true,
        },
        expect.objectContaining({ sku: 'MUG' }),
      ],
    });
    await expect.poll(() => document.activeElement?.outerHTML.slice(0, 300)).toContain('60 ready');
  });

  it('shows each problem at its field, sends nothing, and keeps what was typed', async () => {
    const { answer: respond, batch, completed } = await openReview([order(1, 'CANDLE')]);
    await button('Apply to all rows').click();
    await expect.element(panel().getByText('Please fill in at least one field.')).toBeVisible();
    const hs = product(/CANDLE/).getByRole('textbox', { name: 'HS code' });
    await hs.fill('12');
    await button('Apply to all rows').click();
    await expect.element(panel().getByText(CUSTOMS.hsInvalid)).toBeVisible();
    await expect.element(hs).toHaveFocus();
    expect(completed()).toHaveLength(0);

    respond({
      [`POST ${batch.at(API.batchItems)}`]: () =>
        json({ error: { code: 'ROW_PAID', message: 'Out of order' } }, 409),
    });
    await hs.fill('3406.00');
    await button('Apply to all rows').click();
    await expect.element(panel().getByRole('alert')).toBeVisible();
    await expect.element(hs).toHaveValue('3406.00');
  });

  it('keeps what is typed while other answers are being saved, and the focus there', async () => {
    const { answer: respond, batch, completed } = await openReview([order(1, 'CANDLE'), order(2, 'MUG')]);
    const items = `POST ${batch.at(API.batchItems)}`;
    const saved = Promise.withResolvers<void>();
    respond({
      [items]: async (call) => {
        await saved.promise;
        return batch.answers[items]?.(call) ?? json({}, 500);
      },
    });
    await answer(/^CANDLE/, '3406.00');
    await button('Apply to all rows').click();
    await expect.poll(completed).toHaveLength(1);
    const hs = product(/^MUG/).getByRole('textbox', { name: 'HS code' });
    await hs.fill('6912');
    saved.resolve();
    await expect.element(page.getByText(COPY.customs.done(1)).first()).toBeInTheDocument();
    await expect.element(hs).toHaveValue('6912');
    await expect.element(hs).toHaveFocus();
  });

  it('finds an HS code by the description and sends it with the other answers', async () => {
    const { answer: respond, callsTo, completed } = await openReview([order(1, 'CANDLE'), order(2, 'MUG')]);
    respond({ [`GET ${API.hsSearch}`]: () => json({ matches: HS_MATCHES }) });
    const candle = product(/^CANDLE/);
    await candle.getByRole('button', { name: 'Find HS code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find an HS code' });
    await dialog.getByRole('button', { name: /^3406\.00/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(callsTo(`GET ${API.hsSearch}`).at(-1)?.query.get('search')).toBe('Soy wax candle');
    await expect.element(candle.getByRole('textbox', { name: 'HS code' })).toHaveValue('3406.00');
    await expect.element(candle.getByRole('button', { name: 'Find HS code' })).toHaveFocus();
    await expect.element(product(/^MUG/).getByRole('textbox', { name: 'HS code' })).toHaveValue('');
    expect(completed()).toHaveLength(0);
    await button('Apply to all rows').click();
    await expect
      .poll(() => completed()[0]?.body)
      .toMatchObject({
        answers: [{ sku: 'CANDLE', values: { hsCode: '3406.00' } }],
      });
  });

  it('works with the keyboard alone, and can leave the product list as it is', async () => {
    const { completed } = await openReview([order(1, 'CANDLE', { item_weight: '9', item_origin: 'US' })]);
    await tabTo(product(/CANDLE/).getByRole('textbox', { name: 'HS code' }));
    await userEvent.keyboard('3406.00');
    await tabTo(panel().getByRole('checkbox', { name: 'Save to product list' }));
    await userEvent.keyboard(' ');
    await tabTo(button('Apply to all rows'));
    await userEvent.keyboard('{Enter}');
    await expectCounts('1 ready · 0 need fixing');
    expect(completed()[0]?.body).toMatchObject({ answers: [{ saveProduct: false }] });
  });

  it('asks once for all rows that say nothing about their contents', async () => {
    const nothing = { item_description: '', item_quantity: '', item_value: '' };
    await openReview([order(1, '', nothing), order(2, '', nothing), DOMESTIC]);
    await expectCounts('1 ready · 2 need fixing');
    const group = product(/^Rows without items, 2 rows$/);
    await group.getByRole('textbox', { name: 'Customs description' }).fill('Soy wax candle');
    await group.getByRole('textbox', { name: 'Value each (USD)' }).fill('$12.50');
    await answer(/^Rows without items/, '3406.00');
    await expect
      .element(panel().getByRole('checkbox', { name: 'Save to product list' }))
      .not.toBeInTheDocument();
    await button('Apply to all rows').click();
    await expectCounts('3 ready · 0 need fixing');
  });

  it('can also be edited in the cells of one row', async () => {
    await openReview([order(1, 'CANDLE', { item_weight: '9', item_origin: 'US' })]);
    await page.viewport(390, 844);
    const card = page.getByRole('article', { name: 'Row 1' });
    await card.getByRole('textbox', { name: 'Item HS code' }).fill('3406.00');
    await userEvent.keyboard('{Enter}');
    await expectCounts('1 ready · 0 need fixing');
  });

  it('asks for a state and postal code only where the country of the row needs them', async () => {
    await openReview([order(1, 'CANDLE'), order(2, 'CANDLE', { receiver_country: 'Hong Kong' })]);
    await page.viewport(390, 844);
    const isRequired = (row: number, name: string) =>
      page
        .getByRole('article', { name: `Row ${row}` })
        .getByRole('textbox', { name })
        .element()
        .getAttribute('aria-required');
    for (const row of [1, 2])
      await page
        .getByRole('article', { name: `Row ${row}` })
        .getByRole('button', { name: 'All fields' })
        .click();
    expect(isRequired(1, 'Recipient state')).toBeNull();
    expect(isRequired(1, 'Recipient ZIP')).toBe('true');
    expect(isRequired(2, 'Recipient state')).toBe('true');
    expect(isRequired(2, 'Recipient ZIP')).toBeNull();
    expect(isRequired(2, 'Sender state')).toBe('true');
  });

  longIt('has no accessibility violation at any width, light or dark', async () => {
    await openReview(Array.from({ length: 7 }, (_, index) => order(index, `SKU-${index}`)));
    await expect.element(panel().getByRole('button', { name: 'Show 2 more' })).toBeVisible();
    await button('Apply to all rows').click();
    expect(await scanScreen()).toEqual([]);
  });
});

it('shows no columns for customs in a batch that needs none', async () => {
  await openReview([DOMESTIC]);
  await expect
    .element(page.getByRole('grid', { name: 'Rows of orders.csv' }))
    .toHaveAttribute('aria-colcount', '32');
  await expect.element(panel()).not.toBeInTheDocument();
});
