import type { Carrier } from '@lading/contract/parcel.ts';
import type {
  CarrierService,
  LabelOrder,
  LabelProvider,
  LabelProviderRecords,
  Pace,
  Purchase,
  RateAnswer,
  RateRequest,
  SoughtPurchase,
  TrackingAnswer,
  VoidAnswer,
} from '../port.ts';
import { isAbroad, nobodyOffers, offersOf, shipmentBody } from './shippo-mapping.ts';
import { type PurchaseDeps, ShippoPurchases } from './shippo-purchases.ts';
import { SHIPPO_SERVICES, tokenOf } from './shippo-services.ts';
import { isTestNumber, trackingOf } from './shippo-tracking.ts';

interface ShippoDeps extends PurchaseDeps {
  live: boolean;
  /** Overrides the default pace, for tests. */
  pace?: Pace | undefined;
}

const POLITE: Pace = { pauseBetweenRatesMs: 200, pauseBetweenLabelsMs: 500, parallel: 1 };

const UNFINISHED: ReadonlySet<string> = new Set(['QUEUED', 'WAITING']);

const ABROAD = 'International parcels need customs details, which are not supported here.';

export class ShippoLabelProvider implements LabelProvider {
  readonly name: string;
  readonly pace: Pace;
  /** Shippo has no idempotency key for purchases. */
  readonly repeatable = false;
  readonly #deps: ShippoDeps;
  readonly #purchases: ShippoPurchases;
  readonly records: LabelProviderRecords;
  /** Unsupported carriers of the account, each logged once. */
  readonly #unsupported = new Set<string>();

  constructor(deps: ShippoDeps) {
    this.#deps = deps;
    this.#purchases = new ShippoPurchases(deps);
    this.records = this.#purchases;
    this.pace = deps.pace ?? POLITE;
    this.name = deps.live ? 'shippo' : 'shippo_test';
  }

  services(): CarrierService[] {
    return [...SHIPPO_SERVICES];
  }

  async rates(request: RateRequest): Promise<RateAnswer> {
    if (isAbroad(request)) return nobodyOffers(ABROAD);
    const { client, clock } = this.#deps;
    const reply = await client.createShipment(shipmentBody(request, clock.now()));
    if (!reply.ok) return nobodyOffers(reply.text);
    const { rates, messages, strangers } = offersOf(reply.value, request.parcel);
    // We asked for a synchronous answer, so an unfinished one tells nothing about the carriers.
    if (rates.length === 0 && UNFINISHED.has(reply.value.status))
      throw new Error('Shippo has not finished asking the carriers');
    for (const stranger of strangers) this.#noteStranger(stranger);
    return { rates, messages };
  }

  buyLabel(order: LabelOrder): Promise<Purchase> {
    return this.#purchases.buy(order);
  }

  findPurchase(sought: SoughtPurchase): Promise<Purchase | null> {
    return this.#purchases.find(sought);
  }

  voidLabel(transactionId: string): Promise<VoidAnswer> {
    return this.#purchases.void(transactionId);
  }

  async track(carrier: Carrier, trackingNumber: string): Promise<TrackingAnswer> {
    if (!/^[A-Z0-9_-]{4,60}$/i.test(trackingNumber)) return { outcome: 'not-found' };
    const { client, live } = this.#deps;
    const token = !live && isTestNumber(trackingNumber) ? 'shippo' : tokenOf(carrier, trackingNumber);
    const reply = await client.track(token, trackingNumber);
    return reply.ok ? trackingOf(reply.value) : { outcome: 'not-found' };
  }

  #noteStranger(name: string): void {
    if (this.#unsupported.has(name)) return;
    this.#unsupported.add(name);
    this.#deps.log.info(
      { event: 'shippo.carrier_ignored', carrier: name },
      'Ignoring rates from an unsupported carrier',
    );
  }
}
