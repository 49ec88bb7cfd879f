import type { Carrier } from '@lading/contract/parcel.ts';
import type {
  LabelOrder,
  LabelProvider,
  Purchase,
  RateRequest,
  SoughtPurchase,
} from '../src/providers/label-providers/port.ts';

/** Any carrier, except that orders can get lost on the way to it, and that its list can lag behind what it sold. */
export class UnreliableLabelProvider implements LabelProvider {
  readonly repeatable: boolean;
  /** While it is on, a look-up finds nothing, whatever was bought. */
  lagging = false;
  /** While it is on, no order arrives. */
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
  voidLabel = (transactionId: string) => this.#inner.voidLabel(transactionId);
  track = (carrier: Carrier, trackingNumber: string) => this.#inner.track(carrier, trackingNumber);

  async buyLabel(order: LabelOrder): Promise<Purchase> {
    if (this.losesOrders) throw new Error('the carrier could not be reached');
    return this.#inner.buyLabel(order);
  }

  async findPurchase(sought: SoughtPurchase): Promise<Purchase | null> {
    return this.lagging ? null : this.#inner.findPurchase(sought);
  }
}
