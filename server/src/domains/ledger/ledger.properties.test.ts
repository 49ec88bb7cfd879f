import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookings, type Entries, reversed } from './ledger.ts';

const OPERATIONS = 100_000;

const balances = () => new Map<string, number>();
function book(accounts: Map<string, number>, entries: Entries) {
  for (const [account, cents] of Object.entries(entries))
    accounts.set(account, (accounts.get(account) ?? 0) + cents);
}
const sum = (accounts: Map<string, number>) =>
  [...accounts.values()].reduce((total, cents) => total + cents, 0);

/** The sign that each account may have. The rate variance may be a gain or a loss. */
const SIDES: Record<string, 1 | -1> = {
  processor: 1,
  customer_funds: -1,
  carrier_payable: -1,
  commission: -1,
  refunds_payable: -1,
  refunds_given: 1,
};
const onWrongSide = (accounts: Map<string, number>) =>
  [...accounts].filter(([account, cents]) => (SIDES[account] ?? 0) * cents < 0).map(([account]) => account);

interface Money {
  /** Paid, but neither spent nor in a refund. */
  free: number;
  /** Price of each bought label, less its refunds. */
  labels: number[];
}

describe('ledger transactions', () => {
  it('balance for any amounts', () => {
    const cents = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 1_000_000 }), (cost, actual, commission) => {
        const all = [
          bookings.payment(cost),
          bookings.purchase(cost + commission, cost, commission, actual),
          bookings.refundOfFunds(cost),
          bookings.refundGiven(cost),
          bookings.refundPaid(cost),
          bookings.voided(actual),
          bookings.processorFee(cost),
          bookings.bankPayout(actual),
        ];
        for (const entries of [...all, ...all.map(reversed)]) {
          const accounts = balances();
          book(accounts, entries);
          expect(sum(accounts)).toBe(0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it(`keep the ledger balanced and every account's sign over ${OPERATIONS} random operations`, () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (stream) => {
          const random = () => stream.next().value as number;
          const upTo = (limit: number) => 1 + Math.floor(random() * limit);
          const accounts = balances();
          const payments: Money[] = [];
          const open: { cents: number; entries: Entries }[] = [];
          const refund = (cents: number, entries: Entries) => {
            book(accounts, entries);
            open.push({ cents, entries });
          };
          const operations: ((money: Money) => void)[] = [
            () => {
              const free = upTo(100_000);
              payments.push({ free, labels: [] });
              book(accounts, bookings.payment(free));
            },
            (money) => {
              if (money.free === 0) return;
              const total = upTo(money.free);
              const commission = Math.floor(random() * total);
              const cost = total - commission;
              const actual = Math.max(0, cost + upTo(5) - 3);
              book(accounts, bookings.purchase(total, cost, commission, actual));
              money.free -= total;
              money.labels.push(total);
            },
            (money) => {
              if (money.free === 0) return;
              const cents = upTo(money.free);
              money.free -= cents;
              refund(cents, bookings.refundOfFunds(cents));
            },
            (money) => {
              const left = money.labels.pop() ?? 0;
              if (left === 0) return;
              const cents = upTo(left);
              money.labels.push(left - cents);
              refund(cents, bookings.refundGiven(cents));
            },
            () => {
              const ended = open.pop();
              if (ended) book(accounts, bookings.refundPaid(ended.cents));
            },
            (money) => {
              const refused = open.pop();
              if (!refused) return;
              book(accounts, reversed(refused.entries));
              if (refused.entries.customer_funds) money.free += refused.cents;
              else money.labels.push(refused.cents);
            },
          ];
          for (let count = 0; count < OPERATIONS; count += 1) {
            const money = payments[Math.floor(random() * payments.length)] ?? { free: 0, labels: [] };
            operations[Math.floor(random() * operations.length)]?.(money);
            if (sum(accounts) !== 0 || onWrongSide(accounts).length > 0) break;
          }
          expect(sum(accounts)).toBe(0);
          expect(onWrongSide(accounts)).toEqual([]);
          expect(accounts.get('customer_funds')).toBe(
            0 - payments.reduce((total, { free }) => total + free, 0),
          );
          expect(0 - (accounts.get('refunds_payable') ?? 0)).toBe(
            open.reduce((total, { cents }) => total + cents, 0),
          );
        },
      ),
      { numRuns: 1 },
    );
  });
});
