import { ApiDescription } from './api-description.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import type { ShippoAddresses } from './shippo-double-addresses.ts';
import {
  badField,
  created,
  type Fields,
  isFields,
  missing,
  newObject,
  notFound,
  ok,
  pageOf,
  textOf,
} from './shippo-double-answers.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import { declarationProblem } from './shippo-double-customs.ts';
import { CARRIERS, type DoubleRate, pounds, rateShipment } from './shippo-double-rates.ts';

interface Shipment extends Fields {
  object_id: string;
  address_to: Fields;
  rates: DoubleRate[];
}

/** A rate that can be bought, and the recipient of its parcel. */
export interface Offer {
  rate: DoubleRate;
  recipient: string;
  /** Its label comes with a commercial invoice. */
  invoiced: boolean;
}

/** Compiled once for all doubles of a process. */
let description: ApiDescription | undefined;

/** Shipments with their rates. An answer without rates has the reasons in its messages. */
export class ShippoShipments {
  readonly #context: DoubleContext;
  readonly #addresses: ShippoAddresses;
  readonly #shipments = new Map<string, Shipment>();
  readonly #offers = new Map<string, Offer>();

  constructor(context: DoubleContext, addresses: ShippoAddresses) {
    this.#context = context;
    this.#addresses = addresses;
  }

  all(): Shipment[] {
    return [...this.#shipments.values()];
  }

  create(body: Fields, request: DoubleRequest): DoubleAnswer {
    for (const name of ['address_from', 'address_to', 'parcels'])
      if (body[name] === undefined) return missing(name);
    const from = this.#addresses.find(body.address_from);
    if (!from) return badField('address_from', 'The address is not valid.');
    const to = this.#addresses.find(body.address_to);
    if (!to) return badField('address_to', 'The address is not valid.');
    const parcels = Array.isArray(body.parcels) ? body.parcels.filter(isFields) : [];
    if (parcels.length === 0) return badField('parcels', 'There must be at least one parcel.');
    description ??= ApiDescription.of('shippo');
    const violation = description.check(request).violations.find((text) => text.startsWith('body'));
    if (violation !== undefined) return badField('__all__', violation);
    const customs = isFields(body.customs_declaration) ? body.customs_declaration : null;
    const extra = isFields(body.extra) ? body.extra : {};
    const problem = customs && declarationProblem(customs, pounds(parcels));
    if (problem) return { status: 400, body: { customs_declaration: [problem] } };

    const object = newObject();
    const { rates, messages } = rateShipment(
      object.object_id,
      { from, to, parcels, customs, extra },
      this.#context.behavior.carriersDown,
    );
    const shipment = {
      ...object,
      carrier_accounts: CARRIERS.map(({ token }) => `double-${token}`),
      status: 'SUCCESS',
      address_from: from,
      address_to: to,
      address_return: from,
      parcels: parcels.map((parcel) => ({ ...newObject(), object_state: 'VALID', ...parcel })),
      shipment_date: textOf(body.shipment_date) || object.object_created,
      extra,
      customs_declaration: customs && { ...newObject(), ...customs },
      metadata: textOf(body.metadata),
      messages,
      rates,
    };
    this.#shipments.set(shipment.object_id, shipment);
    const recipient = `${textOf(to.name)} ${textOf(to.company)}`;
    const isGoods = customs !== null && customs.contents_type !== 'DOCUMENTS';
    for (const rate of rates) {
      const invoiced = isGoods && to.country !== 'US' && rate.provider !== 'USPS';
      this.#offers.set(rate.object_id, { rate, recipient, invoiced });
    }
    // An asynchronous caller fetches the rates later.
    return created(
      body.async === false ? shipment : { ...shipment, status: 'QUEUED', rates: [], messages: [] },
    );
  }

  read(id: string): DoubleAnswer {
    const shipment = this.#shipments.get(id);
    return shipment ? ok(shipment) : notFound();
  }

  listRates(id: string, request: DoubleRequest): DoubleAnswer {
    const shipment = this.#shipments.get(id);
    return shipment ? pageOf(shipment.rates, request, this.#context.server.url) : notFound();
  }

  offer(rateId: string): Offer | null {
    return this.#offers.get(rateId) ?? null;
  }

  readRate(id: string): DoubleAnswer {
    const offer = this.#offers.get(id);
    return offer ? ok(offer.rate) : notFound();
  }
}
