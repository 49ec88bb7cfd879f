import type { Connection, ReportOutcome, ShippedParcel } from '../port.ts';
import { FulfillmentsSchema } from './ebay-answers.ts';
import { type EbayClient, UNKNOWN_ORDER } from './ebay-client.ts';

/** eBay's codes for our carriers. It takes other names as they are. */
const CARRIERS: Readonly<Record<string, string>> = { USPS: 'USPS', UPS: 'UPS', FedEx: 'FedEx', DHL: 'DHL' };
/** The number or the carrier is not valid. */
const INVALID_TRACKING = 32_300;

/** eBay accepts letters and digits only. */
const bare = (number: string) => number.replace(/[^A-Za-z\d]/g, '');

export class EbayReports {
  readonly #client: EbayClient;
  readonly #urlOf: (externalId: string) => URL;

  constructor(client: EbayClient, urlOf: (externalId: string) => URL) {
    this.#client = client;
    this.#urlOf = urlOf;
  }

  async report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    const trackingNumber = bare(parcel.trackingNumber);
    const answer = await this.#client.write(connection, this.#urlOf(parcel.order.externalId), {
      lineItems: parcel.items.map(({ externalId, quantity }) => ({ lineItemId: externalId, quantity })),
      shippedDate: parcel.shippedAt.toISOString(),
      shippingCarrierCode: CARRIERS[parcel.carrier] ?? (bare(parcel.carrier) || 'Other'),
      trackingNumber,
    });
    if (answer.status === 409) {
      const found = await this.find(connection, parcel);
      if (found) return { kind: 'reported', ...found };
    }
    if (answer.status >= 400) return refusal(answer);
    const id = answer.headers.get('location')?.split('/').at(-1);
    return { kind: 'reported', reference: id || trackingNumber };
  }

  async find(connection: Connection, parcel: ShippedParcel): Promise<{ reference: string } | null> {
    const url = this.#urlOf(parcel.order.externalId);
    const answer = await this.#client.read(connection, FulfillmentsSchema, url);
    const number = bare(parcel.trackingNumber).toUpperCase();
    const found = answer?.fulfillments.find(
      ({ shipmentTrackingNumber }) => bare(shipmentTrackingNumber).toUpperCase() === number,
    );
    return found ? { reference: found.fulfillmentId || number } : null;
  }
}

function refusal({
  status,
  errorId,
  message,
}: {
  status: number;
  errorId: number | null;
  message: string;
}): ReportOutcome {
  const isMissing = status === 404 || errorId === UNKNOWN_ORDER;
  return {
    kind: 'refused',
    code: isMissing ? 'order_missing' : errorId === INVALID_TRACKING ? 'invalid_tracking' : 'other',
    message: message || `eBay refused the shipment with status ${status}.`,
  };
}
