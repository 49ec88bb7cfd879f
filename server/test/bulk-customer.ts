import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_LIMITS, type BulkCells, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import type { Batch, BulkRow, RowsAnswer, UploadRow } from '@lading/contract/bulk.ts';
import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { BuyingCustomer, type CustomerOptions, PARCEL_TO_SEND } from './buying-customer.ts';

const ENDS_WITHIN_MS = 600_000;
const ROWS_PER_PAGE = 1000;

export const BULK_PHASES = ['upload', 'addresses', 'rates', 'payment', 'labels', 'files'] as const;
export type BulkPhase = (typeof BULK_PHASES)[number];

const PLACES = [
  ['Austin', 'TX', '78701'],
  ['Seattle', 'WA', '98101'],
  ['Chicago', 'IL', '60611'],
  ['Denver', 'CO', '80202'],
  ['New York', 'NY', '10001'],
  ['Atlanta', 'GA', '30303'],
  ['Boston', 'MA', '02108'],
] as const;
const HEAVIEST_LB = 20;

/** A row that can be shipped, with a different recipient for each number. */
export function rowToShip(number: number): BulkCells {
  const { sender, package: parcel, shippingDate } = PARCEL_TO_SEND;
  const [city, state, zip] = PLACES[number % PLACES.length] ?? PLACES[0];
  return {
    sender_fullname: sender.fullName,
    sender_email: sender.email,
    sender_phone: sender.phone,
    sender_address: sender.address,
    sender_city: sender.city,
    sender_state: sender.state,
    sender_zipcode: sender.zipCode,
    sender_country: sender.country,
    receiver_fullname: `Dana Reyes ${number}`,
    receiver_email: 'dana@home.example',
    receiver_phone: '5125550188',
    receiver_address: `${100 + number} Main St`,
    receiver_city: city,
    receiver_state: state,
    receiver_zipcode: zip,
    receiver_country: 'US',
    package_weight: String(1 + (number % HEAVIEST_LB)),
    package_length: String(parcel.length),
    package_width: String(parcel.width),
    package_height: String(parcel.height),
    shipping_date: shippingDate,
  };
}

/** The same to another country, with a declaration. */
export const rowToShipAbroad = (number: number): BulkCells => ({
  ...rowToShip(number),
  receiver_phone: '+493012345678',
  receiver_city: 'Berlin',
  receiver_state: 'BE',
  receiver_zipcode: '10115',
  receiver_country: 'DE',
  item_description: 'Soy wax candle',
  item_quantity: '1',
  item_weight: '8',
  item_value: '22.00',
  item_hs: '3406.00',
  item_origin: 'US',
  item_sku: `CANDLE-${number % 12}`,
});

/** A client that uploads a file over HTTP and gets its labels. It retries like `BuyingCustomer`. */
export class BulkCustomer {
  readonly #customer: BuyingCustomer;
  readonly #lookAgainMs: number;
  #batchId = '';
  #phase: BulkPhase | 'over' = 'upload';
  #share = 0;

  constructor(
    address: () => Promise<string>,
    { lookAgainMs, ...options }: Omit<CustomerOptions, 'careful'> & { lookAgainMs: number },
  ) {
    this.#lookAgainMs = lookAgainMs;
    this.#customer = new BuyingCustomer(address, { ...options, careful: true });
  }

  get repeats(): number {
    return this.#customer.repeats;
  }

  get batchId(): string {
    return this.#batchId;
  }

  /** The current phase; it changes when a step starts. */
  get progress(): { phase: BulkPhase | 'over'; share: number } {
    return { phase: this.#phase, share: this.#share };
  }

  /** Returns the token of the session. */
  signUp(): Promise<string> {
    return this.#customer.signUp();
  }

  /** Works on a batch that was made from orders. */
  continueWith(batchId: string): void {
    this.#batchId = batchId;
  }

  /** A call that does not concern the batch. */
  call<T>(method: string, route: string, body?: object): Promise<T> {
    return this.#customer.must<T>(method, route, body);
  }

  async upload(rows: readonly BulkCells[], rowsPerCall: number = BULK_LIMITS.rowsPerCall): Promise<void> {
    const { batch } = await this.#customer.must<{ batch: Batch }>('POST', API.batches, {
      fileName: 'orders.csv',
      fileHash: 'ab'.repeat(32),
      source: 'template',
      columns: TEMPLATE_COLUMNS,
      rowCount: rows.length,
    });
    this.#batchId = batch.id;
    for (let from = 0; from < rows.length; from += rowsPerCall) {
      const piece = rows.slice(from, from + rowsPerCall);
      this.#reach('upload', (from + piece.length) / rows.length);
      await this.#must('PUT', API.batchRows, { rows: piece.map((cells, at) => uploadRow(from + at, cells)) });
    }
  }

  waitForAddresses(): Promise<Batch> {
    return this.#waitFor('addresses');
  }

  /** For all rows that can be shipped, or only for these. */
  async getRates(numbers?: readonly number[]): Promise<Batch> {
    this.#reach('rates', 0);
    await this.#must('POST', API.batchRates, numbers ? { numbers } : {});
    return this.#waitFor('rates');
  }

  /** Pays for every row with a rate, starts the labels and returns the paid rows. */
  async pay(): Promise<BulkRow[]> {
    this.#reach('payment', 0.5);
    const { chosen, paymentIntentId } = await this.payOnly();
    this.#reach('payment', 1);
    await this.startLabels(paymentIntentId);
    return chosen;
  }

  /** Does not start the labels. */
  async payOnly(): Promise<{ chosen: BulkRow[]; paymentIntentId: string }> {
    const chosen = (await this.rows()).filter(({ status }) => status === 'rate_selected');
    const paymentIntentId = await this.#customer.payOrder({
      amount: chosen.reduce((sum, { rate }) => sum + centsOf(rate?.amount ?? 0), 0),
      description: 'Labels',
      rateIds: chosen.map(({ selectedRateId }) => selectedRateId),
      batchId: this.#batchId,
    });
    return { chosen, paymentIntentId };
  }

  startLabels(paymentIntentId: string): Promise<unknown> {
    return this.#must('POST', API.batchLabels, { paymentIntentId });
  }

  waitForLabels(): Promise<Batch> {
    return this.#waitFor('labels');
  }

  download(file: 'labels.pdf' | 'results.csv'): Promise<Buffer> {
    this.#reach('files', 1);
    return this.#customer.download(this.#path(API.batchFile).replace(':file', file));
  }

  /** Labels, slips or a pick list of orders. */
  print(body: object): Promise<Buffer> {
    return this.#customer.download(API.ordersPrint, body);
  }

  leave(): void {
    this.#reach('over', 1);
  }

  async batch(): Promise<Batch> {
    return (await this.#must<{ batch: Batch }>('GET', API.batch)).batch;
  }

  async rows(): Promise<BulkRow[]> {
    const all: BulkRow[] = [];
    for (;;) {
      const after = `?after=${all.at(-1)?.number ?? 0}&limit=${ROWS_PER_PAGE}`;
      const { rows } = await this.#must<RowsAnswer>('GET', API.batchRows + after);
      all.push(...rows);
      if (rows.length < ROWS_PER_PAGE) return all;
    }
  }

  async #waitFor(phase: BulkPhase): Promise<Batch> {
    const givesUpAt = performance.now() + ENDS_WITHIN_MS;
    for (;;) {
      const batch = await this.batch();
      const { work } = batch;
      this.#reach(phase, work ? work.done / work.total : 1);
      if (!work) return batch;
      if (performance.now() > givesUpAt)
        throw new Error(`${phase} did not end: ${work.done} of ${work.total}`);
      await sleep(this.#lookAgainMs);
    }
  }

  #reach(phase: BulkPhase | 'over', share: number): void {
    this.#phase = phase;
    this.#share = share;
  }

  #must<T>(method: string, route: string, body?: object): Promise<T> {
    return this.#customer.must<T>(method, this.#path(route), body);
  }

  #path(route: string): string {
    return route.replace(':id', this.#batchId);
  }
}

const uploadRow = (index: number, cells: BulkCells): UploadRow => ({
  number: index + 1,
  line: index + 2,
  cells,
  originalRowData: TEMPLATE_COLUMNS.map((column) => cells[column] ?? ''),
  filled: [],
});
