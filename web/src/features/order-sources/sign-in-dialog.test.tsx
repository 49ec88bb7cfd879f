import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';

const LIST = `GET ${API.orderSources}`;
const AUTHORIZE = `POST ${API.orderSourceAuthorize}`;
const OFFERS = [
  { kind: 'shopify', hasOperatorApp: true },
  { kind: 'woocommerce', hasOperatorApp: true },
  { kind: 'etsy', hasOperatorApp: true },
  { kind: 'ebay', hasOperatorApp: false },
];
const REFUSED = { ...STORE, state: 'refused' };

const openStores = (query = '', answers: Answers = {}) =>
  openApp(`${PAGES.orderSources}${query}`, {
    as: 'client',
    answers: {
      [LIST]: () => json({ sources: [REFUSED], authorizations: OFFERS }),
      [AUTHORIZE]: () => json({ url: new URL('#at-the-store', window.location.href).href }),
      ...answers,
    },
  });

const choose = async (kind: RegExp) => {
  await button('Connect a store').first().click();
  await page.getByRole('button', { name: kind }).click();
};

/** The store's page is a part of this page, so that the test does not leave. */
const isAtStore = () => window.location.hash === '#at-the-store';
const comesBack = () =>
  onTestFinished(() =>
    window.history.replaceState(null, '', window.location.pathname + window.location.search),
  );

describe('connecting by signing in', () => {
  it('goes to the store, or lets the client enter credentials', async () => {
    comesBack();
    const { callsTo } = await openStores();
    await choose(/^Shopify/);
    await expect.element(page.getByText(/Sign in to Shopify and allow Lading/)).toBeVisible();
    await button('Enter credentials instead').click();
    await expect.element(field('Client ID')).toBeVisible();
    await button('Connect with Shopify instead').click();
    await button('Connect with Shopify').click();
    await expect.element(page.getByText(/Please enter your store’s address/)).toBeVisible();
    await field('Store address').fill('pots.myshopify.com');
    await button('Connect with Shopify').click();
    await expect.poll(isAtStore).toBe(true);
    expect(callsTo(AUTHORIZE).map(({ body }) => body)).toEqual([
      { store: { kind: 'shopify', address: 'pots.myshopify.com' }, name: '' },
    ]);
  });

  it('asks for the client’s own app only if the operator has none', async () => {
    comesBack();
    const { callsTo } = await openStores();
    await choose(/^Etsy/);
    await expect.element(button('Connect with Etsy')).toBeVisible();
    await expect.element(page.getByLabelText(/^Keystring/)).not.toBeInTheDocument();
    await button('Cancel').click();
    await choose(/^eBay/);
    await expect
      .element(page.getByText(/enter http.*\/api\/order-sources\/authorized as the accepted URL/))
      .toBeVisible();
    await button('Connect with eBay').click();
    await expect.element(page.getByText('Please enter the RuName.')).toBeVisible();
    await field('Client ID').fill('an-app');
    await page.getByLabelText(/^Client secret/).fill('a secret');
    await field('RuName').fill('Shop-ShopApp-PRD');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Connect with eBay').click();
    await expect.poll(isAtStore).toBe(true);
    const app = { clientId: 'an-app', clientSecret: 'a secret', ruName: 'Shop-ShopApp-PRD' };
    expect(callsTo(AUTHORIZE).at(-1)?.body).toEqual({ store: { kind: 'ebay', app }, name: '' });
  });

  it('reconnects a store that was refused', async () => {
    comesBack();
    const { callsTo } = await openStores();
    await button('Reconnect').click();
    await button('Connect with WooCommerce').click();
    await expect.poll(isAtStore).toBe(true);
    expect(callsTo(AUTHORIZE).at(-1)?.body).toEqual({
      store: { kind: 'woocommerce', address: STORE.address },
      name: '',
      sourceId: STORE.id,
    });
  });
});

describe('after the sign-in', () => {
  it('the page says that the store is connected', async () => {
    const { currentPath } = await openStores(`?connected=${STORE.id}`);
    await expect
      .element(toastWith('Corner Shop is connected. Its open orders are being imported.'))
      .toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.orderSources);
  });

  it('the page says that a paused store stays paused', async () => {
    await openStores(`?connected=${STORE.id}`, {
      [LIST]: () => json({ sources: [{ ...STORE, state: 'paused' }], authorizations: OFFERS }),
    });
    await expect
      .element(toastWith('The new credentials for Corner Shop were saved. The store is still paused.'))
      .toBeVisible();
  });

  it.each([
    ['expired', /expired, was already used, or was started in another browser/],
    ['permission', /did not grant access/],
    ['a-new-code', 'The store was not connected. Please try again.'],
  ])('the page says why it was refused: %s', async (code, text) => {
    await openStores(`?refused=${code}`);
    await expect.element(main().getByRole('alert').getByText(text)).toBeVisible();
  });

  it('the page waits for the store’s key', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const asked = `GET ${path(API.orderSourceAuthorization, { id })}`;
    const { answer } = await openStores(`?waiting=${id}`, {
      [asked]: () => json({ state: 'waiting', sourceId: null, refusal: null }),
    });
    await expect
      .element(main().getByText('The store has not confirmed the connection yet.', { exact: false }))
      .toBeVisible();
    answer({ [asked]: () => json({ state: 'connected', sourceId: STORE.id, refusal: null }) });
    await expect
      .element(toastWith('Corner Shop is connected. Its open orders are being imported.'))
      .toBeVisible();
  });
});
