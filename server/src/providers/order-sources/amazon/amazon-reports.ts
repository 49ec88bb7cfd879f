import type { Connection, ReportOutcome, ShippedParcel } from '../port.ts';
import { OneOrderSchema } from './amazon-answers.ts';
import type { AmazonClient } from './amazon-client.ts';
import { marketplaceOf } from './amazon-marketplaces.ts';

/** The carrier codes that Amazon knows. Others are `Other` with a name. */
const CARRIER_CODES: readonly string[] = ['USPS', 'UPS', 'FedEx', 'DHL'];

const ORDER_ID = /^\d{3}-\d{7}-\d{7}$/;
/** Amazon refuses other ids as bad requests instead of "not found". */
export const isOrderId = (id: string) => ORDER_ID.test(id);

export const orderPath = (orderId: string) => `/orders/2026-01-01/orders/${orderId}`;

/**
 * Confirms shipments. A confirmation with the same reference as an earlier one changes it, so a repetition makes
 * neither a second package nor a second email.
 */
export class AmazonReports {
  readonly #client: AmazonClient;

  constructor(client: AmazonClient) {
    this.#client = client;
  }

  async report(connection: Connection, parcel: ShippedParcel): Promise<ReportOutcome> {
    const { externalId } = parcel.order;
    if (!isOrderId(externalId)) return missing('This is not an Amazon order.');
    const reference = referenceOf(parcel);
    const { status, message } = await this.#client.send(connection, {
      operation: 'confirmShipment',
      path: `/orders/v0/orders/${externalId}/shipmentConfirmation`,
      body: {
        marketplaceId: marketplaceOf(connection.address).id,
        packageDetail: packageOf(parcel, reference),
      },
    });
    if (status < 400) return { kind: 'reported', reference };
    if (status === 404) return missing(message);
    return { kind: 'refused', code: 'other', message };
  }

  async find(connection: Connection, parcel: ShippedParcel): Promise<{ reference: string } | null> {
    const { externalId } = parcel.order;
    if (!isOrderId(externalId)) return null;
    const found = await this.#client.read(connection, OneOrderSchema, {
      operation: 'getOrder',
      path: orderPath(externalId),
      query: { includedData: 'PACKAGES' },
    });
    const reported = found?.order.packages.find(
      ({ trackingNumber, packageStatus }) =>
        trackingNumber === parcel.trackingNumber && packageStatus?.status !== 'CANCELLED',
    );
    return reported ? { reference: reported.packageReferenceId } : null;
  }
}

const missing = (message: string): ReportOutcome => ({ kind: 'refused', code: 'order_missing', message });

/**
 * A positive number, the same for every attempt. Not the position of the parcel: the seller may have entered a
 * package "1" by hand, and ours would replace it.
 */
function referenceOf({ id }: ShippedParcel): string {
  return String(Number.parseInt(id.replaceAll('-', '').slice(-7), 16) + 1);
}

function packageOf(parcel: ShippedParcel, packageReferenceId: string) {
  const { carrier, service, trackingNumber, shippedAt, items } = parcel;
  const isKnown = CARRIER_CODES.includes(carrier);
  return {
    packageReferenceId,
    carrierCode: isKnown ? carrier : 'Other',
    ...(isKnown ? {} : { carrierName: carrier }),
    shippingMethod: service,
    trackingNumber,
    shipDate: shippedAt.toISOString(),
    orderItems: items.map(({ externalId, quantity }) => ({ orderItemId: externalId, quantity })),
  };
}
