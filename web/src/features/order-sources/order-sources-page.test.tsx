import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { STORE } from '../../../test/orders.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const LIST = `GET ${API.orderSources}`;
const CONNECT = `POST ${API.orderSources}`;
const ONE = path(API.orderSource, { id: STORE.id });
const REFUSED = {
  ...STORE,
  state: 'refused',
  lastError: { code: 'credentials', message: '401', at: new Date().toISOString() },
  reports: { refused: 0, waiting: 2 },
};

/** Clients cannot sign in to stores. */
const stores = (...sources: object[]) => json({ sources, authorizations: [] });

const openStores = (answers: Answers = {}) =>
  openApp(PAGES.orderSources, {
    as: 'client',
    answers: { [LIST]: () => stores(STORE), ...answers },
  });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

describe('the stores', () => {
  it('show their state in words, and are accessible', async () => {
    await openStores({
      [LIST]: () => {
        const now = new Date().toISOString();
        const refused = { ...REFUSED, id: 'other', lastError: { ...REFUSED.lastError, at: now } };
        return stores({ ...STORE, lastSuccessAt: now }, refused);
      },
    });
    await expect.element(main().getByText('Last checked just now', { exact: false })).toBeVisible();
    await expect.element(main().getByText('12 open orders, 340 in total').first()).toBeVisible();
    await expect.element(main().getByText('Needs to be reconnected')).toBeVisible();
    await expect
      .element(
        main().getByText(
          'The store no longer accepts our credentials. Please reconnect the store. (just now)',
        ),
      )
      .toBeVisible();
    await expect.element(main().getByText('2 tracking numbers waiting to be sent')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('say why one could not be read', async () => {
    const message = 'The store exports order 7 without a date.';
    await openStores({
      [LIST]: () => {
        const lastError = { code: 'unavailable', message, at: new Date().toISOString() };
        return stores({ ...STORE, lastError });
      },
    });
    await expect
      .element(main().getByText(`${message} (just now) We’ll try again automatically.`))
      .toBeVisible();
    await expect.element(main().getByText('Last check failed', { exact: true })).toBeVisible();
    await expect.element(main().getByText('Connected', { exact: true })).not.toBeInTheDocument();
  });

  it('say when a paused one was last checked', async () => {
    await openStores({
      [LIST]: () => stores({ ...STORE, state: 'paused', lastSuccessAt: new Date().toISOString() }),
    });
    await expect.element(main().getByText(COPY.paused)).toBeVisible();
    await expect.element(main().getByText('Last checked just now', { exact: true })).toBeVisible();
  });

  it('show the progress of the first import', async () => {
    await openStores({
      [LIST]: () => stores({ ...STORE, importing: { read: 120, total: 900 } }),
    });
    await expect.element(main().getByText('Importing orders: 120 of 900')).toBeVisible();
  });

  it('start empty', async () => {
    await openStores({ [LIST]: () => stores() });
    await expect.element(main().getByText('No stores yet')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});

describe('a store', () => {
  it('can be connected once the ways to connect it are known', async () => {
    const list = Promise.withResolvers<void>();
    await openStores({ [LIST]: () => list.promise.then(() => stores(STORE)) });
    await expect.element(button('Connect a store')).toBeDisabled();
    list.resolve();
    await expect.element(button('Connect a store')).toBeEnabled();
  });

  it('that is a program of one’s own leads to the API keys', async () => {
    await openStores({ [LIST]: () => stores() });
    await button('Connect a store').first().click();
    const link = page.getByRole('link', { name: /^Your own program/ });
    await expect.element(link).toHaveAttribute('href', PAGES.security);
  });

  it('is connected step by step, and a refusal keeps what was typed', async () => {
    const { callsTo, answer } = await openStores({
      [LIST]: () => stores(),
      [CONNECT]: () =>
        json(
          {
            error: 'UNPROCESSABLE',
            message: 'The store did not accept these credentials. Please check them and try again.',
          },
          422,
        ),
    });
    await button('Connect a store').first().click();
    await page.getByRole('button', { name: /^WooCommerce/ }).click();
    await expect.element(page.getByText(/WooCommerce → Settings → Advanced/)).toBeVisible();
    await button('Connect').last().click();
    await expect.element(page.getByText('Please enter the consumer key.')).toBeVisible();
    await field('Store address').fill('https://corner.example');
    await field('Consumer key').fill('ck_1');
    await dialog('Connect WooCommerce')
      .getByLabelText(/^Consumer secret/)
      .fill('cs_1');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Connect').last().click();
    await expect
      .element(
        dialog('Connect WooCommerce').getByText(
          'The store did not accept these credentials. Please check them and try again.',
        ),
      )
      .toBeVisible();
    await expect.element(field('Consumer key')).toHaveValue('ck_1');
    answer({ [CONNECT]: () => json({ source: STORE }, 201) });
    await button('Connect').last().click();
    await expect
      .element(toastWith('Corner Shop is connected. Its open orders are being imported.'))
      .toBeVisible();
    expect(callsTo(CONNECT).at(-1)?.body).toEqual({
      name: '',
      credentials: {
        kind: 'woocommerce',
        address: 'https://corner.example',
        consumerKey: 'ck_1',
        consumerSecret: 'cs_1',
      },
    });
  });

  it('on Amazon is connected with a marketplace, and says that addresses need a role', async () => {
    const amazon = { ...STORE, kind: 'amazon', address: 'amazon.de', warnings: ['addresses_withheld'] };
    const { callsTo } = await openStores({
      [LIST]: () => json({ sources: [amazon], authorizations: [] }),
      [CONNECT]: () => json({ source: amazon }, 201),
    });
    await expect.element(main().getByText(/Amazon sends no addresses to this app/)).toBeVisible();
    expect(page.getByRole('checkbox', { name: /email the buyer/ }).elements()).toEqual([]);
    await button('Connect a store').first().click();
    await page.getByRole('button', { name: /^Amazon/ }).click();
    await expect.element(page.getByRole('combobox', { name: /^Marketplace/ })).toHaveValue('amazon.com');
    await page.getByRole('combobox', { name: /^Marketplace/ }).selectOptions('amazon.de');
    await field('Client ID').fill('amzn1.client');
    await dialog('Connect Amazon')
      .getByLabelText(/^Client secret/)
      .fill('amzn1.secret');
    await button('Connect').last().click();
    await expect.element(page.getByText('Please enter the refresh token.')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await dialog('Connect Amazon')
      .getByLabelText(/^Refresh token/)
      .fill('Atzr|1');
    await button('Connect').last().click();
    await expect
      .poll(() => callsTo(CONNECT).at(-1)?.body)
      .toEqual({
        name: '',
        credentials: {
          kind: 'amazon',
          address: 'amazon.de',
          clientId: 'amzn1.client',
          clientSecret: 'amzn1.secret',
          refreshToken: 'Atzr|1',
        },
      });
  });

  it('on Etsy explains how to set up webhooks, and takes only a signing secret', async () => {
    const etsy = { ...STORE, kind: 'etsy', hasWebhooks: false, takesWebhookSecret: true };
    const { callsTo } = await openStores({
      [LIST]: () => stores(etsy),
      [`PATCH ${ONE}`]: () => json({ source: etsy }),
    });
    await expect.element(button('Set up webhooks')).toBeVisible();
    // Etsy always emails its buyers.
    expect(page.getByRole('checkbox', { name: /email the buyer/ }).elements()).toEqual([]);
    await button('Set up webhooks').click();
    const form = dialog('Set up webhooks');
    await expect.element(form.getByText(new RegExp(`/api/order-hooks/${STORE.id}`))).toBeVisible();
    await form.getByLabelText(/^Signing secret/).fill('the-shared-secret');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form.getByText(/which starts with whsec_/)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await form.getByLabelText(/^Signing secret/).fill('whsec_bGFkaW5n');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(toastWith('The signing secret was saved. Webhooks take effect when the first one arrives.'))
      .toBeVisible();
    expect(callsTo(`PATCH ${ONE}`).map(({ body }) => body)).toEqual([{ webhookSecret: 'whsec_bGFkaW5n' }]);
  });

  it('can be paused, checked, changed and disconnected', async () => {
    const { callsTo } = await openStores({
      [`PATCH ${ONE}`]: () => json({ source: STORE }),
      [`DELETE ${ONE}`]: () => json({}),
      [`POST ${path(API.orderSourceSync, { id: STORE.id })}`]: () => json({ source: STORE }),
    });
    await button('Check now').click();
    await expect.element(toastWith('Looking for new orders.')).toBeVisible();
    await page.getByRole('checkbox', { name: /email the buyer/ }).click();
    await expect
      .poll(() => callsTo(`PATCH ${ONE}`).at(-1)?.body)
      .toEqual({ settings: { notifyBuyer: false } });
    await button('Pause').click();
    await expect.poll(() => callsTo(`PATCH ${ONE}`).at(-1)?.body).toEqual({ paused: true });
    await button('Disconnect').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect.element(toastWith('The store was disconnected.')).toBeVisible();
  });
});
