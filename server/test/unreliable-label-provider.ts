import type { Carrier } from '@lading/contract/parcel.ts';
import type {
  LabelOrder,
  LabelProvider,
  Purchase,
  RateRequest,
  SoughtPurchase,
} from '../src/providers/label-providers/port.ts';

/** Any label provider whose orders can get lost and whose list can lag. */
export class UnreliableLabelProvider implements LabelProvider {
  readonly repeatable: boolean;
  /** While true, lookups find nothing. */
  lagging = false;
  /** While true, orders get lost. */
  losesOrders = false;
  readonly #inner: LabelProvider;

  constructor(inner: LabelProvider, repeatable: boolean) {
    this.#inner = inner;
    this.repeatable = repeatable;
  }

  get name() {
    return this.#inner.name;
  }

  get pace() {
    return this.#inner.pace;
  }

  get records() {
    return this.#inner.records;
  }

  services = () => this.#inner.services();
  rates = (request: RateRequest) => this.#inner.rates(request);
  readFiles = (sought: SoughtPurchase) => this.#inner.readFiles(sought);
  voidLabel = (transactionId: string) => this.#inner.voidLabel(transactionId);
  track = (carrier: Carrier, trackingNumber: string) => this.#inner.track(carrier, trackingNumber);

  async buyLabel(order: LabelOrder): Promise<Purchase> {
    if (this.losesOrders) throw new Error('The label provider could not be reached');
    return this.#inner.buyLabel(order);
  }

  async findPurchase(sought: SoughtPurchase): Promise<Purchase | null> {
    return this.lagging ? null : this.#inner.findPurchase(sought);
  }
}
