import type { ClientAdjustmentsAnswer } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { newId } from '../src/platform/ids.ts';
import { accountOf, BuyingCustomer } from './buying-customer.ts';

const OPERATOR = 'operator';
const BILLED_CENTS = 300;

/** Settings that create the operator's account. */
export const OPERATOR_ACCOUNT = {
  ADMIN_EMAIL: accountOf(OPERATOR).email,
  ADMIN_PASSWORD: accountOf(OPERATOR).password,
};

/**
 * Imports a carrier invoice for a label that a client has just bought. The client disputes the adjustment and wins.
 * Both repeat calls that got no answer.
 */
export class BillingOperator {
  readonly #address: () => Promise<string>;
  readonly #run = newId().slice(-8);
  readonly #disputed: { customer: BuyingCustomer; shipmentId: string }[] = [];
  #count = 0;

  constructor(address: () => Promise<string>) {
    this.#address = address;
  }

  async billWhile(mayGoOn: (round: number) => boolean): Promise<void> {
    const operator = new BuyingCustomer(this.#address, { name: OPERATOR, careful: true });
    await operator.logIn();
    for (let round = 0; mayGoOn(round); round += 1) await this.#bill(operator);
  }

  async #bill(operator: BuyingCustomer): Promise<void> {
    this.#count += 1;
    const name = `billed-${this.#run}-${this.#count}`;
    const customer = new BuyingCustomer(this.#address, { name, careful: true });
    await customer.signUp();
    const rate = await customer.chooseRate();
    await customer.pay(rate);
    const label = await customer.fetchLabel(rate);
    if (label?.labelStatus !== 'ready') return;
    const file = [
      'carrier,invoice_number,invoice_date,tracking_number,kind,amount,reason',
      `${rate.carrier},${name},2026-11-14,${label.trackingNumber},adjustment,${(BILLED_CENTS / 100).toFixed(2)},weight`,
    ].join('\n');
    await operator.must('POST', `${API.adminCarrierInvoices}?fileName=${name}.csv`, Buffer.from(file));
    const id = (await adjustmentsOf(customer, label.transactionId))[0]?.id ?? '';
    await customer.must('POST', path(API.adjustmentDispute, { id }), { reason: 'We weighed it.' });
    await operator.must('POST', path(API.adminAdjustmentDispute, { id }), { state: 'won' });
    this.#disputed.push({ customer, shipmentId: label.transactionId });
  }

  /** Adjustments that were not booked once and refunded once. */
  async findWrongAdjustments(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { customer, shipmentId } of this.#disputed) {
      const amounts = (await adjustmentsOf(customer, shipmentId)).map(({ amount, reversed }) => [
        amount,
        reversed,
      ]);
      if (JSON.stringify(amounts) !== JSON.stringify([[BILLED_CENTS, BILLED_CENTS]]))
        wrong.push(`shipment ${shipmentId} has the adjustments ${JSON.stringify(amounts)}`);
    }
    return wrong;
  }
}

const adjustmentsOf = async (customer: BuyingCustomer, shipmentId: string) =>
  (await customer.must<ClientAdjustmentsAnswer>('GET', `${API.adjustments}?shipmentId=${shipmentId}`))
    .adjustments;
