import { setTimeout as sleep } from 'node:timers/promises';
import { BuyingCustomer } from './buying-customer.ts';
import { onServer } from './database-server.ts';

const PAUSE_MS = 100;

interface Habit {
  careful: boolean;
  /** Fetches the label after paying. */
  staysOn: boolean;
  /** The carrier withdraws the service between offer and purchase, and so refuses to sell it. */
  isRefused: boolean;
}

/** Between them they lead through every step of the money and the labels. */
const HABITS: Record<string, Habit> = {
  plain: { careful: false, staysOn: true, isRefused: false },
  careful: { careful: true, staysOn: true, isRefused: false },
  /** Closes the browser after paying: the label comes without them. */
  leaving: { careful: true, staysOn: false, isRefused: false },
  /** Pays for nothing in particular and buys nothing: the money goes back. */
  undecided: { careful: false, staysOn: false, isRefused: false },
  unlucky: { careful: true, staysOn: true, isRefused: true },
};

interface Shopper extends Habit {
  customer: BuyingCustomer;
}

/** Customers of every habit who shop at the same time. */
export class ShoppingCrowd {
  readonly #shoppers: Shopper[];
  readonly #databaseUrl: string;
  #rounds = 0;

  /** The program's addresses are used in turn. The database is for what the carrier does. */
  constructor(addresses: (() => Promise<string>)[], databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.#shoppers = Object.entries(HABITS).map(([name, habit]) => {
      let turn = 0;
      const address = () => {
        turn += 1;
        return addresses[turn % addresses.length]?.() ?? Promise.reject(new Error('there is no address'));
      };
      return { ...habit, customer: new BuyingCustomer(address, { name, careful: habit.careful }) };
    });
  }

  async signUp(): Promise<void> {
    await Promise.all(this.#shoppers.map(({ customer }) => customer.signUp()));
  }

  /** Every customer shops again and again while it may. */
  async shopWhile(mayGoOn: (round: number) => boolean): Promise<void> {
    await Promise.all(
      this.#shoppers.map(async (shopper) => {
        for (let round = 0; mayGoOn(round); round += 1) {
          await this.#shop(shopper);
          this.#rounds += 1;
          await sleep(PAUSE_MS);
        }
      }),
    );
  }

  async #shop({ customer, staysOn, isRefused }: Shopper): Promise<void> {
    const rate = await customer.chooseRate();
    if (isRefused) await this.#withdraw(rate.objectId);
    await customer.pay(rate);
    if (staysOn) await customer.fetchLabel(rate);
  }

  #withdraw(quoteId: string): Promise<void> {
    const offer = `carrier_rate || '{"service": "withdrawn"}'`;
    return onServer(this.#databaseUrl, `UPDATE quotes SET carrier_rate = ${offer} WHERE id = '${quoteId}'`);
  }

  async findBrokenPromises(): Promise<string[]> {
    const broken = this.#shoppers.map(({ customer, isRefused }) =>
      customer.findBrokenPromises(isRefused ? 'refunded' : 'ready'),
    );
    return (await Promise.all(broken)).flat();
  }

  /** Of all customers so far. */
  rounds(): number {
    return this.#rounds;
  }

  /** Purchases that customers were told of. */
  labels(): number {
    return this.#shoppers.reduce((sum, { customer }) => sum + customer.receipts.length, 0);
  }
}
