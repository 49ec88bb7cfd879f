import { contentsProblem, serviceContentsProblem } from '@lading/contract/customs/contents-problem.ts';
import { isForeign } from '@lading/contract/customs/needs-customs.ts';
import { hideTaxIds } from '@lading/contract/customs/tax-ids.ts';
import { CARRIERS, type Carrier } from '@lading/contract/parcel.ts';
import type {
  CarrierService,
  LabelOrder,
  LabelProvider,
  LabelProviderRecords,
  Pace,
  Purchase,
  PurchaseFiles,
  RateAnswer,
  RateRequest,
  SoughtPurchase,
  TrackingAnswer,
  VoidAnswer,
} from '../port.ts';
import { taxIdsOf } from './shippo-customs.ts';
import { noOffers, offersOf, shipmentBody } from './shippo-mapping.ts';
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

/** Exports from other countries have their own filings, which we do not collect. */
const SENDER_ABROAD = 'Packages can be sent only from the United States.';

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
    if (isForeign(request.from)) return noOffers(SENDER_ABROAD);
    const refusals = refusalsOf(request);
    if (refusals.length === CARRIERS.length) return { rates: [], messages: refusals };
    const { client, clock, log } = this.#deps;
    const taxIds = taxIdsOf(request.customs);
    const reply = await client.createShipment(shipmentBody(request, clock.now()), taxIds);
    if (!reply.ok) return noOffers(reply.text);
    const { rates, messages, strangers, originals } = offersOf(reply.value, request);
    // We asked for a synchronous answer, so an unfinished one says nothing about the carriers.
    if (rates.length === 0 && UNFINISHED.has(reply.value.status))
      throw new Error('Shippo has not finished asking the carriers');
    for (const stranger of strangers) this.#noteStranger(stranger);
    for (const original of originals)
      log.info(
        { event: 'shippo.carrier_message', ...original, text: hideTaxIds(original.text, taxIds) },
        'A carrier offered no rate',
      );
    return withRefusals({ rates, messages }, refusals, request);
  }

  buyLabel(order: LabelOrder): Promise<Purchase> {
    return this.#purchases.buy(order);
  }

  findPurchase(sought: SoughtPurchase): Promise<Purchase | null> {
    return this.#purchases.find(sought);
  }

  readFiles(sought: SoughtPurchase): Promise<PurchaseFiles | null> {
    return this.#purchases.readFiles(sought);
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

/** Carriers that do not accept the contents, even if Shippo offers a rate. */
const refusalsOf = (request: RateRequest): RateAnswer['messages'] =>
  CARRIERS.flatMap((carrier) => {
    const text = contentsProblem(carrier, { ...request, weightLb: request.parcel.weightLb });
    return text === null ? [] : [{ carrier, text }];
  });

/** Without the rates of carriers and services that do not accept the contents. */
function withRefusals(
  { rates, messages }: RateAnswer,
  refusals: RateAnswer['messages'],
  request: RateRequest,
): RateAnswer {
  const refusing = new Set(refusals.map(({ carrier }) => carrier));
  const reasons = new Map(messages.map((message) => [message.carrier, message]));
  const kept = rates.filter(({ carrier, service: code, serviceName: name }) => {
    if (refusing.has(carrier)) return false;
    const text = serviceContentsProblem({ carrier, code, name }, request);
    if (text !== null) reasons.set(carrier, { carrier, text });
    return text === null;
  });
  for (const refusal of refusals) reasons.set(refusal.carrier, refusal);
  const offering = new Set(kept.map(({ carrier }) => carrier));
  return {
    rates: kept,
    messages: CARRIERS.flatMap((carrier) => (offering.has(carrier) ? [] : (reasons.get(carrier) ?? []))),
  };
}
