import { parseXml, type XmlElement } from '../../src/providers/order-sources/custom-store/xml-document.ts';
import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';

interface StoreItem {
  id: string;
  sku: string;
  name: string;
  ounces: number;
  quantity: number;
  price: string;
  option: string;
}

export interface StoreOrder {
  id: string;
  number: string;
  placedAt: Date;
  updatedAt: Date;
  status: string;
  name: string;
  note: string;
  total: string;
  items: StoreItem[];
  trackingNumbers: string[];
}

interface CustomStoreBehavior {
  pageSize: number;
  /** Replaces every answer. */
  everyAnswer: DoubleAnswer | null;
  /** Wraps texts in CDATA, as most stores do. */
  usesCdata: boolean;
  /** Orders that are shipped are no longer exported. */
  hidesShipped: boolean;
  /** When the first order is placed. The first import reads only the last months. */
  opensAt: string;
}

export const CUSTOM_STORE_LOGIN = { userName: 'lading', password: 'open sesame' };
const AUTHORIZATION = `Basic ${Buffer.from('lading:open sesame').toString('base64')}`;

export async function startCustomStoreDouble(
  options: DoubleOptions & Partial<CustomStoreBehavior> = {},
): Promise<CustomStoreDouble> {
  const double = new CustomStoreDouble(options);
  await double.server.listen();
  return double;
}

/**
 * A double of a store with ShipStation's XML protocol: pages of orders by change date, ship notices, emails.
 */
export class CustomStoreDouble {
  readonly server: DoubleServer;
  readonly behavior: CustomStoreBehavior;
  readonly orders = new Map<string, StoreOrder>();
  readonly #byNumber = new Map<string, StoreOrder>();
  /** The order numbers of the emails to buyers. */
  readonly mails: string[] = [];
  readonly notices: XmlElement[] = [];
  /** Requests that do not keep to the protocol. */
  readonly violations: string[] = [];
  /** Runs after each answered request, for changes between two pages. */
  afterAnswer: (request: DoubleRequest) => void = () => {};
  #nextId = 5000;
  #time: number;

  constructor({ port, journalFile, faults, ...behavior }: DoubleOptions & Partial<CustomStoreBehavior>) {
    this.behavior = {
      pageSize: 20,
      everyAnswer: null,
      usesCdata: true,
      hidesShipped: false,
      opensAt: '2026-11-15T00:00:00Z',
      ...behavior,
    };
    this.#time = Date.parse(this.behavior.opensAt);
    this.server = new DoubleServer(
      { port, journalFile, faults },
      async (request) => {
        const answer = this.#answer(request);
        this.afterAnswer(request);
        return answer;
      },
      async (request) => this.#control(request),
    );
  }

  get url(): string {
    return `${this.server.url}/export.php`;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  make(changes: Partial<StoreOrder> = {}): StoreOrder {
    this.#nextId += 1;
    const id = String(this.#nextId);
    const order: StoreOrder = {
      id,
      number: `ABC-${id}`,
      placedAt: new Date('2026-11-14T21:56:00Z'),
      updatedAt: new Date(0),
      status: 'paid',
      name: 'Ada Park',
      note: 'Leave at the back door.',
      total: '51.30',
      items: [
        { id: `${id}1`, sku: 'MUG-01', name: 'Mug', ounces: 12, quantity: 2, price: '18.00', option: 'Blue' },
        { id: `${id}2`, sku: 'TEA-05', name: 'Tea', ounces: 4, quantity: 1, price: '9.30', option: '' },
      ],
      trackingNumbers: [],
    };
    this.touch(order);
    this.orders.set(id, Object.assign(order, changes));
    this.#byNumber.set(order.number, order);
    return order;
  }

  /** Every change has its own minute, the smallest unit of the protocol. */
  touch(order: StoreOrder): void {
    this.#time += 60_000;
    order.updatedAt = new Date(this.#time);
  }

  /** `PUT /double/options`, `POST /double/orders` (`{count}` or one order's changes), `GET /double/orders`, `GET /double/mails`. */
  #control({ method, path, body }: DoubleRequest): DoubleAnswer | null {
    const call = `${method} ${path}`;
    const fields = () => JSON.parse(body.toString()) as Record<string, unknown>;
    if (call === 'PUT /double/options') return { status: 200, body: Object.assign(this.behavior, fields()) };
    if (call === 'GET /double/mails') return { status: 200, body: this.mails };
    if (call === 'GET /double/orders') return { status: 200, body: this.#orderFacts() };
    if (call !== 'POST /double/orders') return null;
    const { count = 1, ...changes } = fields();
    return { status: 200, body: Array.from({ length: Number(count) }, () => this.make(changes).id) };
  }

  #orderFacts() {
    return [...this.orders.values()].map(({ number, trackingNumbers }) => ({
      number,
      trackingNumbers,
      mails: this.mails.filter((mail) => mail === number).length,
    }));
  }

  #answer(request: DoubleRequest): DoubleAnswer {
    if (this.behavior.everyAnswer) return this.behavior.everyAnswer;
    const { method, query, headers } = request;
    if (headers.authorization !== AUTHORIZATION) return { status: 401, body: 'Unauthorized' };
    if (method === 'GET' && query.get('action') === 'export') return this.#export(query);
    if (method === 'POST' && query.get('action') === 'shipnotify') return this.#notify(request);
    this.violations.push(`${method} ${query.get('action')}`);
    return { status: 400, body: 'Unknown action' };
  }

  #export(query: URLSearchParams): DoubleAnswer {
    const [from, until] = ['start_date', 'end_date'].map((name) => this.#date(query.get(name) ?? ''));
    const found = [...this.orders.values()]
      .filter(({ updatedAt }) => updatedAt.getTime() >= (from ?? 0) && updatedAt.getTime() <= (until ?? 0))
      .filter(({ status }) => !this.behavior.hidesShipped || status !== 'shipped')
      .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
    const { pageSize } = this.behavior;
    const at = Number(query.get('page')) - 1;
    const pages = Math.ceil(found.length / pageSize);
    const orders = found.slice(at * pageSize, (at + 1) * pageSize).map((order) => this.#orderXml(order));
    return {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: `<?xml version="1.0" encoding="utf-8"?>\n<Orders pages="${pages}">${orders.join('')}</Orders>`,
    };
  }

  #date(text: string): number {
    const [, month, day, year, hour, minute] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d)$/.exec(text) ?? [];
    if (month === undefined) this.violations.push(`the date ${text}`);
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  }

  #notify({ query, headers, body }: DoubleRequest): DoubleAnswer {
    const notice = parseXml(body);
    const field = (name: string) => notice.children.find((child) => child.name === name)?.text ?? '';
    const pairs = [
      ['order_number', 'OrderNumber'],
      ['carrier', 'Carrier'],
      ['service', 'Service'],
      ['tracking_number', 'TrackingNumber'],
    ] as const;
    for (const [parameter, name] of pairs)
      if (query.get(parameter) !== field(name)) this.violations.push(`${parameter} is not ${name}`);
    if (notice.name !== 'ShipNotice' || !/^application\/xml/.test(headers['content-type'] ?? ''))
      this.violations.push('no ShipNotice');
    this.notices.push(notice);
    const wanted = field('OrderNumber');
    const order = this.#byNumber.get(wanted);
    if (!order) return { status: 404, body: 'Order not found' };
    order.trackingNumbers.push(field('TrackingNumber'));
    if (field('NotifyCustomer') === 'true') this.mails.push(order.number);
    order.status = 'shipped';
    this.touch(order);
    return { status: 200, body: '' };
  }

  #orderXml({ id, number, placedAt, updatedAt, status, name, note, total, items }: StoreOrder): string {
    const tag = (key: string, value: string) => `<${key}>${this.#text(value)}</${key}>`;
    const lines = items.map(
      (item) =>
        `<Item>${tag('LineItemID', item.id)}${tag('SKU', item.sku)}${tag('Name', item.name)}${tag('Weight', String(item.ounces))}${tag('WeightUnits', 'Ounces')}${tag('Quantity', String(item.quantity))}${tag('UnitPrice', item.price)}<Options>${item.option === '' ? '' : `<Option>${tag('Name', 'Color')}${tag('Value', item.option)}</Option>`}</Options></Item>`,
    );
    const address = `<ShipTo>${tag('Name', name)}<Company/>${tag('Address1', '1201 Barton Springs Rd')}${tag('Address2', 'Apt 4')}${tag('City', 'Austin')}${tag('State', 'TX')}${tag('PostalCode', '78704')}${tag('Country', 'US')}${tag('Phone', '5125550142')}</ShipTo>`;
    return `<Order>${tag('OrderID', id)}${tag('OrderNumber', number)}${tag('OrderDate', dateText(placedAt))}${tag('OrderStatus', status)}${tag('LastModified', dateText(updatedAt))}${tag('ShippingMethod', 'USPS Priority Mail')}${tag('CurrencyCode', 'USD')}${tag('OrderTotal', total)}${tag('ShippingAmount', '6.00')}${tag('CustomerNotes', note)}<InternalNotes/><Customer>${tag('CustomerCode', 'ada@shop.example')}<BillTo>${tag('Name', name)}${tag('Email', 'ada@shop.example')}</BillTo>${address}</Customer><Items>${lines.join('')}</Items></Order>`;
  }

  #text(value: string): string {
    if (this.behavior.usesCdata) return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }
}

const dateText = (time: Date) => {
  const [year, month, day, clock] = time.toISOString().slice(0, 16).split(/[-T]/);
  return `${month}/${day}/${year} ${clock}`;
};
