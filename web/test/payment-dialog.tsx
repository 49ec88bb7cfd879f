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

const REOPEN = { another: 'Choose another rate', same: 'Choose the same rate', topUp: 'Add funds by card' };
type Reopen = keyof typeof REOPEN;
/** Only after the dialog was closed. */
const reopen = (what: Reopen) => () => button(REOPEN[what]).click();
export const chooseAnotherRate = reopen('another');
export const chooseSameRate = reopen('same');
export const addFunds = reopen('topUp');

const topUp = {
  rateIds: [],
  start: async () => ({
    clientSecret: 'pi_test_1_secret',
    paymentIntentId: 'pi_test_1',
    balanceCents: 0,
    isPaid: false,
  }),
};

/** Closes like the dialogs of the pages. Each time it opens, it has a key of its own: k1, k2 and so on, for the rates r1, r2 and so on. */
function ClosableDialog({ onCancel, ...props }: Omit<ComponentProps<typeof PaymentDialog>, 'request'>) {
  const [{ turn, rate, isTopUp, isOpen }, setDialog] = useState({
    turn: 1,
    rate: 1,
    isTopUp: false,
    isOpen: true,
  });
  const request = {
    key: `k${turn}`,
    amountCents: 1287,
    description: 'A label',
    ...(isTopUp ? topUp : { rateIds: [`r${rate}`] }),
  };
  const close = () => {
    setDialog((dialog) => ({ ...dialog, isOpen: false }));
    onCancel();
  };
  const open = (what: Reopen) =>
    setDialog({
      turn: turn + 1,
      rate: what === 'another' ? turn + 1 : rate,
      isTopUp: what === 'topUp',
      isOpen: true,
    });
  return (
    <>
      {Object.entries(REOPEN).map(([what, name]) => (
        <button key={what} type="button" onClick={() => open(what as Reopen)}>
          {name}
        </button>
      ))}
      <PaymentDialog {...props} request={isOpen ? request : null} onDone={close} onCancel={close} />
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
