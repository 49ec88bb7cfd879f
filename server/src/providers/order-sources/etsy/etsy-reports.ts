import { beforeWriting } from '../nothing-done.ts';
import type { Connection, ReportOutcome, ShippedParcel } from '../port.ts';
import { type EtsyReceipt, ReceiptSchema } from './etsy-answers.ts';
import { type EtsyClient, parseAnswer } from './etsy-client.ts';
import { stateOf } from './etsy-mapping.ts';

/** Etsy's names for our carriers. */
const CARRIERS: Readonly<Record<string, string>> = { USPS: 'usps', UPS: 'ups', FedEx: 'fedex', DHL: 'dhl' };
const OTHER_CARRIER = 'other';

type ReceiptPath = (connection: Connection, externalId: string) => Promise<string | null>;

/** Etsy emails the buyer about every tracking number that it accepts, so the order is read before each report. */
export class EtsyReports {
  readonly #client: EtsyClient;
  /** Null for an id that cannot be one of Etsy's. */
  readonly #pathOf: ReceiptPath;

  constructor(client: EtsyClient, pathOf: ReceiptPath) {
    this.#client = client;
    this.#pathOf = pathOf;
  }

  async report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    const path = await beforeWriting(this.#pathOf(connection, parcel.order.externalId));
    const receipt = path && (await beforeWriting(this.#client.read(connection, ReceiptSchema, path)));
    if (!path || !receipt)
      return { kind: 'refused', code: 'order_missing', message: 'Etsy no longer has this order.' };
    const known = referenceIn(receipt, parcel);
    if (known !== null) return { kind: 'reported', reference: known };
    if (stateOf(receipt) === 'cancelled')
      return { kind: 'refused', code: 'order_closed', message: `The order is ${receipt.status} on Etsy.` };
    const answer = await this.#client.write(connection, `${path}/tracking`, {
      tracking_code: parcel.trackingNumber,
      carrier_name: CARRIERS[parcel.carrier] ?? OTHER_CARRIER,
      send_bcc: false,
    });
    if (answer.status === 409) return this.#afterConflict(connection, parcel, answer.message);
    if (answer.status >= 400) return refusal(answer);
    const reference = referenceIn(parseAnswer(ReceiptSchema, path, answer), parcel);
    return { kind: 'reported', reference: reference ?? parcel.trackingNumber };
  }

  async find(connection: Connection, parcel: ShippedParcel): Promise<{ reference: string } | null> {
    const path = await this.#pathOf(connection, parcel.order.externalId);
    const receipt = path && (await this.#client.read(connection, ReceiptSchema, path));
    const reference = receipt ? referenceIn(receipt, parcel) : null;
    return reference === null ? null : { reference };
  }

  async #afterConflict(
    connection: Connection,
    parcel: ShippedParcel,
    message: string,
  ): Promise<ReportOutcome> {
    const found = await this.find(connection, parcel);
    return found ? { kind: 'reported', ...found } : { kind: 'refused', code: 'other', message };
  }
}

const refusal = ({ status, message }: { status: number; message: string }): ReportOutcome => ({
  kind: 'refused',
  code: status === 404 ? 'order_missing' : status === 400 ? 'invalid_tracking' : 'other',
  message: message || `Etsy refused the tracking number with status ${status}.`,
});

/** Stores and carriers write numbers with and without spaces. */
const bare = (number: string) => number.replace(/[^a-z\d]/gi, '').toUpperCase();

function referenceIn({ shipments }: EtsyReceipt, { trackingNumber }: ShippedParcel): string | null {
  const found = shipments.find(({ tracking_code }) => bare(tracking_code) === bare(trackingNumber));
  return found ? String(found.receipt_shipping_id ?? trackingNumber) : null;
}
