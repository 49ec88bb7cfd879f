import { API } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../src/lib/query-client.ts';
import { sessionStore } from '../src/lib/session-store.ts';
import { PaymentDialog } from '../src/ui/payment/payment-dialog.tsx';
import { toastStore } from '../src/ui/toast/toast.ts';
import { Toaster } from '../src/ui/toast/toaster.tsx';
import { type Answers, fakeServer, json, NO_BALANCE, type ReceivedCall } from './fake-server.ts';
import { INTENT, PURCHASE_ANSWERS } from './purchase.ts';
import { render } from './render.ts';
import { button } from './screen.ts';

export const BALANCE = `GET ${API.balance}`;
export const balanceOf = (available: number) => json({ ...NO_BALANCE, balance: available, available });
export const payButton = () => button('Pay $12.87');
export const radio = (name: string) => page.getByRole('radio', { name, exact: true });

/** What the balance pays of $12.87. */
export const intentOf = (balanceAmount: number) =>
  json({
    clientSecret: 'pi_test_1_secret',
    paymentIntentId: 'pi_test_1',
    ...(balanceAmount > 0 ? { amount: 1287 - balanceAmount, balanceAmount } : { amount: 1287 }),
  });
export const usesBalance = ({ body }: ReceivedCall) => (body as { useBalance?: boolean }).useBalance;

const ANOTHER_RATE = 'Choose another rate';
/** Only after the dialog was closed. */
export const chooseAnotherRate = () => button(ANOTHER_RATE).click();

/** Closes like the dialogs of the pages. Each time it opens, it is for another rate: r1, r2 and so on. */
function ClosableDialog({ onCancel, ...props }: Omit<ComponentProps<typeof PaymentDialog>, 'request'>) {
  const [{ turn, isOpen }, setDialog] = useState({ turn: 1, isOpen: true });
  const request = { key: `k${turn}`, amountCents: 1287, description: 'A label', rateIds: [`r${turn}`] };
  const close = () => {
    setDialog({ turn, isOpen: false });
    onCancel();
  };
  return (
    <>
      <button type="button" onClick={() => setDialog({ turn: turn + 1, isOpen: true })}>
        {ANOTHER_RATE}
      </button>
      <PaymentDialog {...props} request={isOpen ? request : null} onCancel={close} />
    </>
  );
}

export async function openDialog(answers: Answers) {
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
      <ClosableDialog {...events} />
      <Toaster />
    </QueryClientProvider>,
  );
  const keys = () => server.callsTo(INTENT).map(({ headers }) => headers.get('idempotency-key'));
  return { ...server, client, events, keys };
}

/** Undoes what a dialog leaves behind. */
export function forgetDialogs(): void {
  vi.restoreAllMocks();
  sessionStore.clear();
  toastStore.dismissAll();
  sessionStorage.clear();
}
