import '../../styles/main.css';
import { API } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, fakeServer, json, NO_BALANCE } from '../../../test/fake-server.ts';
import { INTENT, PURCHASE_ANSWERS, typeCard } from '../../../test/purchase.ts';
import { render } from '../../../test/render.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { toastStore } from '../toast/toast.ts';
import { Toaster } from '../toast/toaster.tsx';
import { COPY } from './copy.ts';
import { PaymentDialog } from './payment-dialog.tsx';

const BALANCE = `GET ${API.balance}`;
const balanceOf = (available: number) => json({ ...NO_BALANCE, balance: available, available });
const payButton = () => button('Pay $12.87');
const radio = (name: string) => page.getByRole('radio', { name, exact: true });

async function openDialog(answers: Answers) {
  const server = fakeServer({ ...PURCHASE_ANSWERS, ...answers });
  const user = {
    id: 'u1',
    name: 'Noor Haddad',
    email: 'noor@shop.example',
    phone: null,
    role: 'client',
  } as const;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  sessionStore.signIn({ token: 't1', user, expiresAt }, false);
  const client = createQueryClient();
  const events = {
    onSending: vi.fn(async () => {}),
    onSucceeded: vi.fn(),
    onFailed: vi.fn(),
    onPriceChanged: vi.fn(),
    onDone: vi.fn(),
    onCancel: vi.fn(),
    onRefresh: vi.fn(),
  };
  await render(
    <QueryClientProvider client={client}>
      <PaymentDialog
        request={{ key: 'k1', amountCents: 1287, description: 'A label', rateIds: ['r1'] }}
        {...events}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  const keys = () => server.callsTo(INTENT).map(({ headers }) => headers.get('idempotency-key'));
  return { ...server, client, events, keys };
}

afterEach(() => {
  vi.restoreAllMocks();
  sessionStore.clear();
  toastStore.dismissAll();
  sessionStorage.clear();
});

describe('the payment method', () => {
  it('stays a card, with what was typed, when money arrives on the balance', async () => {
    const { client, keys, answer, callsTo } = await openDialog({ [BALANCE]: () => balanceOf(0) });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    answer({ [BALANCE]: () => balanceOf(5_000) });
    await client.invalidateQueries({ queryKey: ['balance'] });
    await expect.element(radio('Card')).toBeChecked();
    await expect.element(field('Card number')).toHaveValue('4242 4242 4242 4242');
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(callsTo(INTENT)).toHaveLength(1);
    expect(keys()).toEqual(['k1']);
  });

  it('reloads the balance after a payment', async () => {
    const { answer, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: () =>
        json({
          clientSecret: '',
          amount: 0,
          paymentIntentId: 'balance_1',
          status: 'succeeded',
          balanceAmount: 1287,
        }),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(3_713) });
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    await expect.poll(() => callsTo(BALANCE)).toHaveLength(2);
    expect(callsTo(INTENT)).toHaveLength(1);
  });

  it('can still be changed when the balance runs out', async () => {
    const { client, answer } = await openDialog({ [BALANCE]: () => balanceOf(5_000) });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(0) });
    await client.invalidateQueries({ queryKey: ['balance'] });
    await expect.element(radio('Balance ($0.00)')).toBeChecked();
    await page.getByText('Card', { exact: true }).click();
    await expect.element(field('Card number')).toBeVisible();
  });

  it('switches to the card, as a separate payment, if the balance no longer covers the price', async () => {
    const { keys, answer, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: ({ body }) =>
        json({
          clientSecret: 'pi_test_1_secret',
          paymentIntentId: 'pi_test_1',
          ...((body as { useBalance?: boolean }).useBalance
            ? { amount: 987, balanceAmount: 300 }
            : { amount: 1287 }),
        }),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(300) });
    await payButton().click();
    await expect.element(toastWith(COPY.balanceTooLow)).toBeVisible();
    await expect.element(radio('Card')).toBeChecked();
    await expect.element(field('Card number')).toBeVisible();
    expect(keys()).toEqual(['k1', 'k1-1']);
    expect(callsTo(INTENT).map(({ body }) => (body as { useBalance?: boolean }).useBalance)).toEqual([
      true,
      false,
    ]);
  });

  it('offers new rates if the price changed before the balance was charged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const message = 'This rate has expired.';
    const { events } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: () => json({ error: 'RATE_EXPIRED', message }, 409),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    await payButton().click();
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await vi.waitFor(() => expect(events.onPriceChanged).toHaveBeenCalledTimes(1));
    await expect.element(payButton()).toBeDisabled();
    await button(COPY.refreshRates).click();
    await vi.waitFor(() => expect(events.onRefresh).toHaveBeenCalledTimes(1));
  });
});
