import { newStripeId, unixNow } from './stripe-double-objects.ts';
import { refuseUnknown } from './stripe-double-refusal.ts';

/** Stripe's price for a card payment in the United States, and for a dispute. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;
const DISPUTE_FEE = 1_500;
const TWO_DAYS = 2 * 86_400;

interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  type: string;
  reporting_category: string;
  amount: number;
  fee: number;
  net: number;
  currency: string;
  created: number;
  available_on: number;
  description: null;
  exchange_rate: null;
  fee_details: object[];
  source: string | null;
  status: string;
  balance_type: 'payments';
}

interface PayoutObject {
  id: string;
  object: 'payout';
  amount: number;
  arrival_date: number;
  automatic: boolean;
  balance_transaction: string;
  created: number;
  currency: string;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: object;
  method: 'standard';
  reconciliation_status: 'completed' | 'not_applicable';
  source_type: 'card';
  status: string;
  type: 'bank_account';
}

interface Facts {
  id?: string;
  type: string;
  category?: string;
  amount: number;
  fee?: number;
  source: string | null;
  currency?: string;
  created?: number;
}

/** Stripe's balance: the amount and the fee of each object, and the payouts to the bank. */
export class StripeDoubleBalance {
  readonly transactions = new Map<string, BalanceTransaction>();
  readonly payouts = new Map<string, PayoutObject>();
  readonly #paidOut = new Map<string, string>();

  charged(charge: { id: string; amount: number; currency: string; balance_transaction: unknown }): void {
    const { id: source, amount, currency, balance_transaction: id } = charge;
    this.add({ id: String(id), type: 'charge', amount, fee: feeOf(amount), source, currency });
  }

  refunded(refund: { id: string; amount: number; balance_transaction?: unknown }): void {
    const { id: source, amount, balance_transaction: id } = refund;
    this.add({ id: String(id), type: 'refund', amount: -amount, source });
  }

  refundFailed({ id: source, amount }: { id: string; amount: number }): void {
    this.add({ type: 'refund_failure', amount, source });
  }

  disputed({ id: source, amount }: { id: string; amount: number }): void {
    this.add({ type: 'adjustment', category: 'dispute', amount: -amount, fee: DISPUTE_FEE, source });
  }

  disputeWon({ id: source, amount }: { id: string; amount: number }): void {
    this.add({ type: 'adjustment', category: 'dispute_reversal', amount, fee: -DISPUTE_FEE, source });
  }

  add({ id = newStripeId('txn'), type, category = type, amount, fee = 0, source, ...rest }: Facts) {
    const created = rest.created ?? unixNow();
    const transaction: BalanceTransaction = {
      id,
      object: 'balance_transaction',
      type,
      reporting_category: category,
      amount,
      fee,
      net: amount - fee,
      currency: rest.currency ?? 'usd',
      created,
      available_on: created + TWO_DAYS,
      description: null,
      exchange_rate: null,
      fee_details: [],
      source,
      status: 'pending',
      balance_type: 'payments',
    };
    this.transactions.set(id, transaction);
    return transaction;
  }

  /** Pays out everything in one currency; an amount that differs is a fault. */
  payOut({
    amount,
    automatic = true,
    currency = 'usd',
  }: {
    amount?: number;
    automatic?: boolean;
    currency?: string;
  } = {}): PayoutObject {
    const waiting = [...this.transactions.values()].filter(
      (transaction) => transaction.currency === currency && !this.#paidOut.has(transaction.id),
    );
    const id = newStripeId('po');
    const total = amount ?? waiting.reduce((sum, { net }) => sum + net, 0);
    const own = this.add({ type: 'payout', amount: -total, source: id, currency });
    if (automatic) for (const transaction of [...waiting, own]) this.#paidOut.set(transaction.id, id);
    const payout: PayoutObject = {
      id,
      object: 'payout',
      amount: total,
      arrival_date: unixNow() + TWO_DAYS,
      automatic,
      balance_transaction: own.id,
      created: unixNow(),
      currency,
      failure_code: null,
      failure_message: null,
      livemode: false,
      metadata: {},
      method: 'standard',
      reconciliation_status: automatic ? 'completed' : 'not_applicable',
      source_type: 'card',
      status: 'in_transit',
      type: 'bank_account',
    };
    this.payouts.set(id, payout);
    return payout;
  }

  endPayout(id: string, status: string): PayoutObject {
    const payout = this.payouts.get(id);
    if (!payout) throw refuseUnknown('payout', id, 'payout');
    payout.status = status;
    if (status === 'failed') {
      payout.failure_code = 'account_closed';
      payout.failure_message = 'The bank account has been closed.';
      this.add({ type: 'payout_failure', category: 'payout_reversal', amount: payout.amount, source: id });
    }
    return payout;
  }

  /** With a payout, only its own transactions. */
  list(payoutId: string | null): BalanceTransaction[] {
    if (payoutId !== null && !this.payouts.has(payoutId)) throw refuseUnknown('payout', payoutId, 'payout');
    return [...this.transactions.values()].filter(
      ({ id }) => payoutId === null || this.#paidOut.get(id) === payoutId,
    );
  }
}
