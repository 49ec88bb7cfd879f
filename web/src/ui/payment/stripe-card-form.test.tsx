import '../../styles/main.css';
import { GENERAL, PAYMENT } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer, json, RUNTIME_CONFIG } from '../../../test/fake-server.ts';
import { render } from '../../../test/render.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button } from '../../../test/screen.ts';
import { holdTimers } from '../../../test/timers.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { setTheme } from '../../lib/theme.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { type FakeStripe, fakeStripe, STRIPE_PAYMENT } from './stripe.fixture.ts';

const INTENT = { clientSecret: 'pi_1_secret', amount: 1287, paymentIntentId: 'pi_1' };
const USER = {
  id: 'u1',
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  role: 'client',
} as const;

let stripe: FakeStripe;

beforeEach(() => {
  stripe = fakeStripe();
  // A form that fails is also reported in the console.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  setTheme('system');
  sessionStore.clear();
});

const dialog = () => page.getByRole('dialog', { name: PAYMENT.title });
const alert = () => dialog().getByRole('alert');
const problem = (text: string | RegExp) => alert().getByText(text, { exact: true });
const loading = () => dialog().getByText('Loading the payment form');
const opener = () => button('Generate label');
const payButton = () => dialog().getByRole('button', { name: 'Pay $12.87' });
const tryAgain = () => dialog().getByRole('button', { name: 'Try again' });
const newestForm = () => {
  const form = stripe.forms.at(-1);
  if (!form) throw new Error('Stripe.js was not asked for a form.');
  return form;
};

/** Not the whole application: where Stripe takes the payment, the router opens the page as a new document. */
function PaidPage() {
  const [key, setKey] = useState<string | null>(null);
  const close = () => setKey(null);
  const request = { amountCents: 1287, description: 'USPS Ground Advantage', rateIds: ['r1'] };
  return (
    <main>
      <h1>Rates</h1>
      <button type="button" onClick={() => setKey(crypto.randomUUID())}>
        Generate label
      </button>
      <PaymentDialog
        request={key === null ? null : { key, ...request }}
        onSending={async () => {}}
        onSucceeded={() => {}}
        onFailed={() => {}}
        onPriceChanged={() => {}}
        onDone={close}
        onCancel={close}
      />
    </main>
  );
}

async function openDialog() {
  fakeServer({
    [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, payment: STRIPE_PAYMENT }),
    [`POST ${API.createPaymentIntent}`]: () => json(INTENT),
  });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  sessionStore.signIn({ token: 'token-of-the-test', user: USER, expiresAt }, false);
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <PaidPage />
    </QueryClientProvider>,
  );
  await opener().click();
  await expect.element(dialog()).toBeVisible();
}

const formsCreated = (count: number) => expect.poll(() => stripe.forms.length).toBe(count);

async function openReadyForm() {
  await openDialog();
  await formsCreated(1);
  newestForm().emit('ready');
  await expect.poll(() => newestForm().focused).toBe(1);
}

/** Uses the keyboard, because a click does not reach the button while it is marked as not ready. */
async function pressPay() {
  (payButton().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('the card form of Stripe', () => {
  it('offers only cards, with our colors, in the theme of the page', async () => {
    await openReadyForm();
    const { payment, elements, place } = newestForm();
    expect(payment).toEqual({
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    expect(elements.clientSecret).toBe(INTENT.clientSecret);
    expect(elements.appearance).toMatchObject({
      theme: 'stripe',
      variables: { colorPrimary: '#0a5366', colorBackground: '#ffffff' },
    });
    for (const badge of [/SSL/, /PCI/, /^Stripe$/])
      await expect.element(dialog().getByRole('listitem').filter({ hasText: badge })).toBeVisible();
    // With any other color scheme, the browser would paint white behind the frame.
    expect(place && getComputedStyle(place).colorScheme).toBe('light');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    setTheme('dark');
    await expect.poll(() => newestForm().elements.appearance.theme).toBe('night');
    expect(newestForm().elements.appearance.variables?.colorBackground).toBe('#11181d');
  });

  it('says what is missing and why the card was declined, and is read-only during the payment', async () => {
    await openReadyForm();
    await payButton().click();
    await expect.element(problem(PAYMENT.detailsMissing)).toBeVisible();
    expect(newestForm().submitted).toBe(1);
    newestForm().emit('change', { complete: true });
    stripe.results.push({ error: { type: 'card_error', message: 'Your card was declined.' } });
    await payButton().click();
    await expect.element(problem('Your card was declined.')).toBeVisible();
    expect(newestForm().updates).toContainEqual({ readOnly: true });
    expect(newestForm().updates.at(-1)).toEqual({ readOnly: false });
    expect(stripe.forms).toHaveLength(1);
  });

  it('is explained if it does not load, and loads after a retry', async () => {
    await openDialog();
    await formsCreated(1);
    newestForm().emit('loaderror', { error: { message: 'no network' } });
    await expect.element(problem(PAYMENT.formNotLoaded)).toBeVisible();
    await tryAgain().click();
    await expect.element(alert()).not.toBeInTheDocument();
    expect(stripe.forms).toHaveLength(2);
    await expect.element(loading()).toBeInTheDocument();
    await pressPay();
    await expect.element(problem(PAYMENT.formNotReady)).toBeVisible();
    newestForm().emit('ready');
    await expect.element(alert()).not.toBeInTheDocument();
    await expect.poll(() => newestForm().focused).toBe(1);

    // Escape was pressed in the frame of another origin.
    newestForm().emit('escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
  });

  it('is reported as failed after 20 seconds, and still works when it arrives', async () => {
    const limits = holdTimers(20_000);
    await openDialog();
    await formsCreated(1);
    await expect.element(loading()).toBeInTheDocument();
    await expect.element(alert()).not.toBeInTheDocument();
    limits.expire();
    await expect.element(problem(PAYMENT.formNotLoaded)).toBeVisible();
    await tryAgain().click();
    await formsCreated(2);
    await expect.element(alert()).not.toBeInTheDocument();
    await expect.element(loading()).toBeInTheDocument();
    limits.expire();
    await expect.element(problem(PAYMENT.formNotLoaded)).toBeVisible();

    newestForm().emit('ready');
    await expect.element(alert()).not.toBeInTheDocument();
    await expect.poll(() => newestForm().focused).toBe(1);
    expect(limits.waiting()).toBe(0);
  });

  it('stops waiting for a form that is ready or closed', async () => {
    const limits = holdTimers(20_000);
    await openReadyForm();
    expect(limits.waiting()).toBe(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await opener().click();
    await formsCreated(2);
    expect(limits.waiting()).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(limits.waiting()).toBe(0);
  });

  it('may crash without breaking the page', async () => {
    stripe.crash = new Error('The card form broke');
    await openDialog();
    await expect.element(problem(GENERAL.crash)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    stripe.crash = null;
    await opener().click();
    await formsCreated(1);
    newestForm().emit('ready');
    await expect.poll(() => newestForm().focused).toBe(1);
  });
});
