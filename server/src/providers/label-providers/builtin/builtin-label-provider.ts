import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import { makeDocument } from '../../../labels/customs/make-document.ts';
import { makeLabel } from '../../../labels/make-label.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type {
  CarrierService,
  LabelOrder,
  LabelProvider,
  Pace,
  Purchase,
  PurchaseFiles,
  RateAnswer,
  RateRequest,
  SoughtPurchase,
  TrackingAnswer,
  VoidAnswer,
} from '../port.ts';
import type { CarrierJournal, JournalEntry, Journey, JourneyPlace } from './carrier-journal.ts';
import { hashOfOrder, orderProblem } from './check-order.ts';
import { SERVICES } from './data/services.ts';
import { deliveryDate, parseDay } from './rates/delivery-date.ts';
import { createRateEngine } from './rates/rate-engine.ts';
import { capacityOf, isNumberedService, makeTrackingNumber } from './tracking/number-maker.ts';
import { magicAnswer, progressOf, type ShipmentProgress } from './tracking/tracking-events.ts';
import { dayOf } from './tracking/zoned-time.ts';

interface BuiltinLabelProviderDeps {
  journal: CarrierJournal;
  clock: Clock;
  /** Decides what "today" is. */
  timeZone?: string;
}

/** Needs no account: its labels are samples, everything else behaves like a real provider. */
export class BuiltinLabelProvider implements LabelProvider {
  readonly name = 'builtin';
  /** This process draws the labels, so more is not faster, but rows that run together share statements. */
  readonly pace: Pace = { pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0, parallel: 24 };
  readonly repeatable = true;
  readonly records = null;
  readonly #engine = createRateEngine();
  readonly #journal: CarrierJournal;
  readonly #clock: Clock;
  readonly #timeZone: string;

  constructor({ journal, clock, timeZone = 'UTC' }: BuiltinLabelProviderDeps) {
    this.#journal = journal;
    this.#clock = clock;
    this.#timeZone = timeZone;
  }

  services(): CarrierService[] {
    return this.#engine.services();
  }

  async rates(request: RateRequest): Promise<RateAnswer> {
    return this.#engine.rates(request);
  }

  async buyLabel(order: LabelOrder): Promise<Purchase> {
    const now = this.#clock.now();
    const problem = orderProblem(order, dayOf(now.getTime(), this.#timeZone));
    if (problem !== null) return this.#refuseNew(order, problem);
    const trackingNumber = numberFor(order.rate.service, await this.#journal.reserveSerial());
    if (trackingNumber === null)
      return this.#refuseNew(order, `${order.rate.serviceName} has no tracking numbers left.`);
    const entry = entryOf(order, trackingNumber, now);
    return (await this.#journal.add(entry)) ? purchaseOf(entry) : this.#repeat(order);
  }

  async findPurchase({ key }: SoughtPurchase): Promise<Purchase | null> {
    const entry = await this.#journal.findByKey(key);
    return entry && purchaseOf(entry);
  }

  async readFiles(sought: SoughtPurchase): Promise<PurchaseFiles | null> {
    const purchase = await this.findPurchase(sought);
    if (purchase?.outcome !== 'bought') return null;
    const { label, documents } = purchase;
    return { label, documents };
  }

  async voidLabel(transactionId: string): Promise<VoidAnswer> {
    const journey = await this.#journal.findByTransaction(transactionId);
    if (journey === null) return refused('The carrier has no record of this label.');
    if (journey.voidedAt !== null) return { outcome: 'voided' };
    const now = this.#clock.now();
    if (this.#progressOf(journey, now).status !== 'pre_transit')
      return refused('The carrier already has the package, so its label can no longer be voided.');
    await this.#journal.markVoided(transactionId, now);
    return { outcome: 'voided' };
  }

  async track(carrier: Carrier, trackingNumber: string): Promise<TrackingAnswer> {
    const magic = magicAnswer(trackingNumber);
    if (magic !== null) return magic;
    const number = trackingNumber.toUpperCase().replace(/[^A-Z\d]/g, '');
    const journey = await this.#journal.findByTrackingNumber(number);
    if (journey === null || journey.carrier !== carrier || journey.voidedAt !== null)
      return { outcome: 'not-found' };
    const { status, events } = this.#progressOf(journey, this.#clock.now());
    return { outcome: 'found', status, events };
  }

  /** A completed purchase stays valid when it is retried, for example after its ship date. */
  async #refuseNew(order: LabelOrder, problem: string): Promise<Purchase> {
    return (await this.#journal.findByKey(order.key)) ? this.#repeat(order) : refused(problem);
  }

  /** The key exists: the same order gets the same answer, another order is refused. */
  async #repeat(order: LabelOrder): Promise<Purchase> {
    const entry = await this.#journal.findByKey(order.key);
    if (entry === null)
      throw new Error(`The journal has no purchase ${order.key}, although its key is taken`);
    return entry.orderHash.equals(hashOfOrder(order))
      ? purchaseOf(entry)
      : refused('Another order was already placed with this key.');
  }

  #progressOf(journey: Journey, now: Date): ShipmentProgress {
    return progressOf(
      {
        ...journey,
        createdAt: journey.boughtAt,
        timeZone: this.#timeZone,
        isBusinessDay: workingDaysOf(journey.service, journey.deliveryDate),
      },
      now,
    );
  }
}

const refused = (text: string) => ({ outcome: 'refused' as const, text });

/** Null when all numbers of the format are used. */
function numberFor(service: string, serial: number): string | null {
  if (!isNumberedService(service) || BigInt(serial) >= capacityOf(service)) return null;
  return makeTrackingNumber(service, serial);
}

function entryOf(order: LabelOrder, trackingNumber: string, now: Date): JournalEntry {
  const { key, rate, from, to, shipDate } = order;
  return {
    key,
    orderHash: hashOfOrder(order),
    transactionId: newId(),
    trackingNumber,
    carrier: rate.carrier,
    service: rate.service,
    costCents: rate.costCents,
    shipDate,
    deliveryDate: rate.deliveryDate,
    transitDays: rate.estimatedDays,
    origin: placeIn(from),
    destination: placeIn(to),
    label: makeLabel(order, trackingNumber),
    document: makeDocument(order, trackingNumber),
    boughtAt: now,
    voidedAt: null,
  };
}

const placeIn = ({ city, state, country }: PostalAddress): JourneyPlace => ({ city, state, country });

function purchaseOf(entry: JournalEntry): Purchase {
  const { voidedAt, transactionId, trackingNumber, costCents, label, document } = entry;
  if (voidedAt !== null) return refused('This label was voided.');
  const documents = document ? [document] : [];
  return { outcome: 'bought', transactionId, trackingNumber, costCents, label, documents };
}

/** Days on which the service moves parcels. The promised day is one, because Saturday delivery can be added. */
function workingDaysOf(code: string, promised: string | null): (day: string) => boolean {
  const saturday = SERVICES.find((service) => service.code === code)?.saturdayDelivery ?? false;
  return (day) => {
    const at = parseDay(day);
    if (day === promised) return true;
    return at !== null && deliveryDate(at, 0, saturday) === day;
  };
}
