import { ago, type Clock, hours } from '../../src/platform/clock.ts';
import { readOutsideJson } from '../outside/outside.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

/** A receipt as the API returns it; tests change its fields. */
interface DoubleReceipt {
  receipt_id: number;
  status: string;
  is_paid: boolean;
  is_shipped: boolean;
  create_timestamp: number;
  update_timestamp: number;
  updated_timestamp: number;
  shipments: { receipt_shipping_id: number; carrier_name: string; tracking_code: string }[];
  transactions: { transaction_id: number; [field: string]: unknown }[];
  [field: string]: unknown;
}

export const etsyError = (status: number, error: string): DoubleAnswer => ({ status, body: { error } });

const readSample = () => readOutsideJson<{ etsy: DoubleReceipt }>('order-samples.json').etsy;

/** The receipts of the store, and the emails to its buyers. */
export class EtsyDoubleReceipts {
  readonly receipts = new Map<number, DoubleReceipt>();
  /** One for each tracking number that was accepted. */
  readonly mails: { receiptId: number; trackingCode: string }[] = [];
  #nextId = 5000;
  /** Orders are a few hours old. */
  #time: number;

  constructor(clock: Clock) {
    this.#time = Math.floor(ago(clock, hours(36)).getTime() / 1000);
  }

  addSample(): DoubleReceipt {
    return this.#add(readSample());
  }

  /** An open and paid order with the sample's items and new ids. */
  make(changes: Partial<DoubleReceipt> = {}): DoubleReceipt {
    const receipt = { ...readSample(), receipt_id: this.#newId(), ...changes };
    receipt.transactions = receipt.transactions.map((one) => ({ ...one, transaction_id: this.#newId() }));
    this.touch(receipt);
    receipt.create_timestamp = receipt.update_timestamp;
    return this.#add(receipt);
  }

  /** Every change has its own second. */
  touch(receipt: DoubleReceipt): void {
    this.#time += 1;
    receipt.update_timestamp = this.#time;
    receipt.updated_timestamp = this.#time;
  }

  trackingNumbers = (receiptId: number): string[] =>
    (this.receipts.get(receiptId)?.shipments ?? []).map(({ tracking_code }) => tracking_code);

  summaries() {
    return [...this.receipts.keys()].map((id) => ({
      number: String(id),
      trackingNumbers: this.trackingNumbers(id),
      mails: this.mails.filter(({ receiptId }) => receiptId === id).length,
    }));
  }

  list({ query }: DoubleRequest): DoubleAnswer {
    const timeField = query.get('sort_on') === 'updated' ? 'update_timestamp' : 'create_timestamp';
    const fits = (name: string, is: boolean) => !query.has(name) || query.get(name) === String(is);
    const found = [...this.receipts.values()]
      .filter((one) => fits('was_paid', one.is_paid) && fits('was_shipped', one.is_shipped))
      .filter((one) => fits('was_canceled', one.status === 'canceled'))
      .filter((one) => one.update_timestamp >= Number(query.get('min_last_modified') ?? 0))
      .filter((one) => one.create_timestamp >= Number(query.get('min_created') ?? 0))
      .sort((a, b) => a[timeField] - b[timeField] || a.receipt_id - b.receipt_id);
    if (query.get('sort_order') !== 'asc') found.reverse();
    const offset = Number(query.get('offset') ?? 0);
    const results = found.slice(offset, offset + Number(query.get('limit') ?? 25));
    return { status: 200, body: { count: found.length, results } };
  }

  read(receiptId: number): DoubleAnswer {
    const receipt = this.receipts.get(receiptId);
    return receipt ? { status: 200, body: receipt } : etsyError(404, 'Receipt not found.');
  }

  /** Etsy emails the buyer each time, even about a number that it already has. */
  track(receiptId: number, { body }: DoubleRequest): DoubleAnswer {
    const receipt = this.receipts.get(receiptId);
    if (!receipt) return etsyError(404, 'Receipt not found.');
    const { tracking_code = '', carrier_name = '' } = JSON.parse(body.toString()) as Record<string, string>;
    if (tracking_code === '' || carrier_name === '')
      return etsyError(400, 'A tracking code needs a carrier.');
    if (receipt.status === 'canceled') return etsyError(409, 'The receipt is canceled.');
    receipt.shipments = [
      ...receipt.shipments,
      { receipt_shipping_id: this.#newId(), carrier_name, tracking_code },
    ];
    this.mails.push({ receiptId, trackingCode: tracking_code });
    receipt.is_shipped = true;
    receipt.status = 'completed';
    this.touch(receipt);
    return { status: 200, body: receipt };
  }

  #add(receipt: DoubleReceipt): DoubleReceipt {
    this.receipts.set(receipt.receipt_id, receipt);
    return receipt;
  }

  #newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }
}
