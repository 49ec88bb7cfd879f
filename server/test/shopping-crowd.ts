import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@lading/contract/errors.ts';
import { BuyingCustomer, type CustomerOptions } from './buying-customer.ts';
import { onServer } from './database-server.ts';

const PAUSE_MS = 400;
const RATES_LOST = 'RATE_NOT_FOUND' satisfies ErrorCode;

interface ShopperKind {
  careful: boolean;
  /** Fetches the label after paying. */
  staysOn: boolean;
  /** The label provider withdraws the service before the purchase, so it refuses to sell it. */
  isRefused: boolean;
}

/** Together they cover every step of payments and labels. */
const SHOPPER_KINDS: Record<string, ShopperKind> = {
  plain: { careful: false, staysOn: true, isRefused: false },
  careful: { careful: true, staysOn: true, isRefused: false },
  /** Closes the browser after paying; Lading buys the label anyway. */
  leaving: { careful: true, staysOn: false, isRefused: false },
  /** Pays without naming rates and buys nothing, so the payment is refunded. */
  'pays-only': { careful: false, staysOn: false, isRefused: false },
  refused: { careful: true, staysOn: true, isRefused: true },
};

interface Shopper extends ShopperKind {
  customer: BuyingCustomer;
}

/** Makes the label provider refuse these quotes. */
export type Withdraw = (quoteIds: readonly string[]) => Promise<void>;

/** The label provider does not sell an unknown service. */
export const withdrawOffers =
  (databaseUrl: string, part: 'service' | 'offerId'): Withdraw =>
  (quoteIds) =>
    onServer(
      databaseUrl,
      `UPDATE quotes SET carrier_rate = carrier_rate || '{"${part}": "withdrawn"}'
       WHERE id IN (${quoteIds.map((id) => `'${id}'`).join()})`,
    );

/** `declares` applies only to careful customers. */
interface CrowdOptions extends Omit<CustomerOptions, 'name' | 'careful'> {
  /** Between two purchases of a customer. A client can start 300 payments an hour. */
  pauseMs?: number;
  /** After a failover, rates that nothing was paid for may be lost (decision 0052), so customers start over. */
  mayLoseRates?: boolean;
}

/** Customers of every kind that shop at the same time. */
export class ShoppingCrowd {
  readonly #shoppers: Shopper[];
  readonly #withdraw: Withdraw;
  readonly #pauseMs: number;
  readonly #mayLoseRates: boolean;
  #rounds = 0;

  /** The program's addresses are used in turn. */
  constructor(
    addresses: (() => Promise<string>)[],
    withdraw: Withdraw,
    { pauseMs = PAUSE_MS, mayLoseRates = false, ...options }: CrowdOptions = {},
  ) {
    this.#withdraw = withdraw;
    this.#pauseMs = pauseMs;
    this.#mayLoseRates = mayLoseRates;
    this.#shoppers = Object.entries(SHOPPER_KINDS).map(([name, kind]) => {
      let turn = 0;
      const address = () => {
        turn += 1;
        return (
          addresses[turn % addresses.length]?.() ?? Promise.reject(new Error('The crowd has no address'))
        );
      };
      return {
        ...kind,
        customer: new BuyingCustomer(address, {
          ...options,
          name,
          careful: kind.careful,
          declares: options.declares && kind.careful,
        }),
      };
    });
  }

  async signUp(): Promise<void> {
    await Promise.all(this.#shoppers.map(({ customer }) => customer.signUp()));
  }

  /** Every customer shops repeatedly until stopped. */
  async shopWhile(mayGoOn: (round: number) => boolean): Promise<void> {
    await Promise.all(
      this.#shoppers.map(async (shopper) => {
        for (let round = 0; mayGoOn(round); round += 1) {
          await this.#shop(shopper);
          this.#rounds += 1;
          await sleep(this.#pauseMs);
        }
      }),
    );
  }

  async #shop({ customer, careful, staysOn, isRefused }: Shopper): Promise<void> {
    const rate = await customer.chooseRate();
    if (isRefused) await this.#withdraw([rate.objectId]);
    const isPaid = await this.#unlessRatesAreLost(customer.pay(rate));
    if (!isPaid || !staysOn) return;
    const label = customer.fetchLabel(rate);
    // A payment for named rates is stored after them, so they must exist.
    await (careful ? label : this.#unlessRatesAreLost(label));
  }

  async #unlessRatesAreLost(call: Promise<unknown>): Promise<boolean> {
    try {
      await call;
      return true;
    } catch (error) {
      if (this.#mayLoseRates && (error as Error).message.includes(RATES_LOST)) return false;
      throw error;
    }
  }

  /** With a faulty label provider, any purchase may end in a refund. */
  async findChangedAnswers(anyMayFail = false): Promise<string[]> {
    const changed = this.#shoppers.map(({ customer, isRefused }) => {
      if (isRefused) return customer.findChangedAnswers('refunded');
      return anyMayFail
        ? customer.findChangedAnswers('ready', 'refunded')
        : customer.findChangedAnswers('ready');
    });
    return (await Promise.all(changed)).flat();
  }

  /** Of all customers so far. */
  rounds(): number {
    return this.#rounds;
  }

  /** Repeated calls. */
  repeats(): number {
    return this.#shoppers.reduce((sum, { customer }) => sum + customer.repeats, 0);
  }

  /** The intents of acknowledged payments. */
  paid(): string[] {
    return this.#shoppers.flatMap(({ customer }) => customer.paid);
  }

  /** Acknowledged purchases. */
  labels(): number {
    return this.#shoppers.reduce((sum, { customer }) => sum + customer.receipts.length, 0);
  }
}
