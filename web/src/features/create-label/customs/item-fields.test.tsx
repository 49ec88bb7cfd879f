import { API, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  BERLIN,
  CANDLE,
  customsOf,
  HS_MATCHES,
  openPackageTo,
  PRODUCT,
  productsAnswer,
} from '../../../../test/customs.ts';
import { type Answers, json, never } from '../../../../test/fake-server.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, toastWith } from '../../../../test/screen.ts';
import { tabTo } from '../../../../test/tabbing.ts';
import { control } from '../../../../test/wizard.ts';

const PRODUCTS = `GET ${API.products}`;
const ADD = `POST ${API.products}`;
const CHANGE = `PUT ${path(API.product, { id: PRODUCT.id })}`;
const HS = `GET ${API.hsSearch}`;

const theValue = (name: string) => expect.poll(() => control(`customs.items.0.${name}`).value);
const dialog = () => page.getByRole('dialog', { name: 'Find an HS code' });
const open = (item: Partial<typeof CANDLE>, answers: Answers) =>
  openPackageTo(BERLIN, { customs: customsOf({ items: [{ ...CANDLE, ...item }] }) }, answers);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an item', () => {
  it('is filled from the product list by its SKU', async () => {
    const { callsTo } = await open(
      { description: '', unitWeight: '', unitValue: '', hsCode: '', origin: '', quantity: '3' },
      { [PRODUCTS]: () => productsAnswer([PRODUCT]) },
    );
    await userEvent.fill(control('customs.items.0.sku'), 'cand');
    const option = page.getByRole('option', { name: /Candle, 8 oz/ });
    await expect.element(option).toBeVisible();
    expect(callsTo(PRODUCTS).at(-1)?.query.get('search')).toBe('cand');
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await theValue('sku').toBe('CANDLE-8');
    await theValue('description').toBe('Soy wax candle');
    await theValue('unitWeight').toBe('9.5');
    await theValue('unitValue').toBe('24.00');
    await theValue('hsCode').toBe('3406.00');
    await theValue('origin').toBe('US');
    await theValue('quantity').toBe('3');
  });

  it('is added to the product list', async () => {
    const { callsTo } = await open(
      { sku: 'CANDLE-8' },
      { [PRODUCTS]: () => productsAnswer([]), [ADD]: () => json({ product: PRODUCT }) },
    );
    await button(/^Save to product list/).click();
    await expect.element(toastWith('Saved CANDLE-8 to your product list')).toBeVisible();
    expect(callsTo(PRODUCTS).at(-1)?.query.get('skus')).toBe('CANDLE-8');
    expect(callsTo(ADD).at(-1)?.body).toEqual({
      sku: 'CANDLE-8',
      name: 'Soy wax candle',
      description: 'Soy wax candle',
      unitWeight: 8,
      unitValue: 18.5,
      hsCode: '340600',
      origin: 'US',
    });
  });

  it('opens no suggestions when it was saved after leaving its SKU', async () => {
    const { answer, callsTo } = await open(
      {},
      { [PRODUCTS]: () => productsAnswer([]), [ADD]: () => json({ product: PRODUCT }) },
    );
    await userEvent.fill(control('customs.items.0.sku'), 'CANDLE-8');
    await expect.poll(() => callsTo(PRODUCTS).at(-1)?.query.get('search')).toBe('CANDLE-8');
    await userEvent.tab();
    answer({
      [PRODUCTS]: ({ query }) => productsAnswer(query.has('skus') ? [] : [PRODUCT]),
    });
    await button(/^Save to product list/).click();
    await expect.element(toastWith('Saved CANDLE-8 to your product list')).toBeVisible();
    expect(callsTo(PRODUCTS).at(-1)?.query.get('search')).toBe('CANDLE-8');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  });

  it('says that it could not be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await open({ sku: 'CANDLE-8' }, { [PRODUCTS]: () => json({}, 500) });
    await button(/^Save to product list/).click();
    await expect.element(toastWith('We couldn’t save this item to your product list.')).toBeVisible();
  });
});

describe('the HS search', () => {
  it('offers codes by chapter and heading, and keeps the choice with the SKU', async () => {
    const { callsTo } = await open(
      { sku: 'CANDLE-8', hsCode: '' },
      {
        [HS]: () => json({ matches: HS_MATCHES }),
        [PRODUCTS]: () => productsAnswer([{ ...PRODUCT, hsCode: '' }]),
        [CHANGE]: () => json({ product: PRODUCT }),
      },
    );
    await button('Find HS code').click();
    await expect.element(dialog().getByRole('region', { name: /^Chapter 34/ })).toBeVisible();
    expect(callsTo(HS).at(-1)?.query.get('search')).toBe('Soy wax candle');
    await theValue('hsCode').toBe('');
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await dialog()
      .getByRole('button', { name: /^3406\.00/ })
      .click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await theValue('hsCode').toBe('3406.00');
    await expect
      .element(toastWith('We’ll suggest this HS code the next time you ship CANDLE-8.'))
      .toBeVisible();
    expect(callsTo(CHANGE).at(-1)?.body).toMatchObject({
      sku: 'CANDLE-8',
      name: PRODUCT.name,
      hsCode: '340600',
    });
    await expect.element(button('Find HS code')).toHaveFocus();
  });

  it('says what to type, that nothing matches, and that it failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { answer } = await open({ description: '' }, { [HS]: never });
    await button('Find HS code').click();
    await expect.element(dialog().getByText(/^Type at least two letters/)).toBeVisible();
    const words = dialog().getByRole('searchbox', { name: 'Search terms' });
    await words.fill('candles');
    await expect.element(dialog().getByText('Searching…')).toBeVisible();
    answer({ [HS]: () => json({ matches: [] }) });
    await words.fill('xyzzy');
    await expect.element(dialog().getByText(/^No HS code matches/)).toBeVisible();
    answer({ [HS]: () => json({}, 500) });
    await words.fill('candle wax');
    await expect.element(dialog().getByText('We couldn’t search the HS codes.')).toBeVisible();
    answer({ [HS]: () => json({ matches: HS_MATCHES }) });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog().getByText('2 codes')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await theValue('hsCode').toBe('3406.00');
  });

  it('works with the keyboard alone', async () => {
    await open({ hsCode: '' }, { [HS]: () => json({ matches: HS_MATCHES }) });
    control('customs.items.0.hsCode').focus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('button', { name: /^3406\.00/ })).toBeVisible();
    await expect.element(dialog().getByRole('searchbox', { name: 'Search terms' })).toHaveFocus();
    await tabTo(dialog().getByRole('button', { name: /^3406\.00/ }));
    await userEvent.keyboard('{Enter}');
    await theValue('hsCode').toBe('3406.00');
  });
});
