import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';
import { ShippoAddresses } from './shippo-double-addresses.ts';
import { type Fields, isFields, notFound, ok, pageOf, textOf } from './shippo-double-answers.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import { ShippoLabels } from './shippo-double-labels.ts';
import { ShippoLimits } from './shippo-double-limits.ts';
import { HONEST, type ShippoBehavior } from './shippo-double-options.ts';
import { ShippoRefunds } from './shippo-double-refunds.ts';
import { ShippoShipments } from './shippo-double-shipments.ts';
import { ShippoTracks, type TrackStatus } from './shippo-double-tracks.ts';

export type ShippoDoubleOptions = DoubleOptions & Partial<ShippoBehavior>;

export async function startShippoDouble(options: ShippoDoubleOptions = {}): Promise<ShippoDouble> {
  const double = new ShippoDouble(options);
  await double.server.listen();
  return double;
}

type Route = [
  call: RegExp,
  answer: (call: {
    ids: string[];
    request: DoubleRequest;
    body: Fields;
  }) => DoubleAnswer | Promise<DoubleAnswer>,
];

/**
 * A double of Shippo: tokens, addresses, rates, labels, refunds, tracking and webhooks, with limits, delays and
 * wrong answers by option. `PUT /double/options` (partial ShippoBehavior) and `POST /double/move`
 * (`{trackingNumber, status, text?, substatus?}`) control it from another process.
 */
export class ShippoDouble {
  readonly server: DoubleServer;
  readonly #context: DoubleContext;
  readonly #addresses = new ShippoAddresses();
  readonly #shipments: ShippoShipments;
  readonly #tracks: ShippoTracks;
  readonly #labels: ShippoLabels;
  readonly #refunds: ShippoRefunds;
  readonly #limits: ShippoLimits;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor({ port, journalFile, faults, ...behavior }: ShippoDoubleOptions) {
    this.server = new DoubleServer(
      { port, journalFile, faults },
      (request) => this.#answer(request),
      (request) => this.#control(request),
    );
    this.#context = {
      behavior: structuredClone({ ...HONEST, ...behavior }),
      server: this.server,
      after: (ms, work) => this.#after(ms, work),
    };
    this.#tracks = new ShippoTracks(this.#context);
    this.#shipments = new ShippoShipments(this.#context, this.#addresses);
    this.#labels = new ShippoLabels(this.#context, this.#tracks);
    this.#refunds = new ShippoRefunds(this.#context, this.#labels, this.#tracks);
    this.#limits = new ShippoLimits(this.#context);
  }

  get url(): string {
    return this.server.url;
  }

  /** Changes the behavior from now on. */
  set(behavior: Partial<ShippoBehavior>): void {
    Object.assign(this.#context.behavior, structuredClone(behavior));
  }

  /** Adds a scan and sends webhooks. */
  move(trackingNumber: string, status: TrackStatus, text?: string, substatus?: string): Promise<void> {
    return this.#tracks.move(trackingNumber, status, text, substatus);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.server.close();
  }

  readonly #routes: Route[] = [
    [/^POST \/addresses$/, ({ body }) => this.#addresses.create(body)],
    [/^GET \/addresses$/, ({ request }) => pageOf(this.#addresses.all(), request, this.url)],
    [/^GET \/addresses\/([^/]+)$/, ({ ids: [id = ''] }) => this.#addresses.read(id)],
    [/^GET \/addresses\/([^/]+)\/validate$/, ({ ids: [id = ''] }) => this.#addresses.validate(id)],
    [/^POST \/shipments$/, ({ body, request }) => this.#shipments.create(body, request)],
    [/^GET \/shipments$/, ({ request }) => pageOf(this.#shipments.all(), request, this.url)],
    [/^GET \/shipments\/([^/]+)$/, ({ ids: [id = ''] }) => this.#shipments.read(id)],
    [
      /^GET \/shipments\/([^/]+)\/rates$/,
      ({ ids: [id = ''], request }) => this.#shipments.listRates(id, request),
    ],
    [/^GET \/rates\/([^/]+)$/, ({ ids: [id = ''] }) => this.#shipments.readRate(id)],
    [/^POST \/transactions$/, ({ body }) => this.#labels.buy(body, this.#shipments.offer(textOf(body.rate)))],
    [/^GET \/transactions$/, ({ request }) => this.#labels.list(request)],
    [/^GET \/transactions\/([^/]+)$/, ({ ids: [id = ''] }) => this.#labels.read(id)],
    [/^POST \/refunds$/, ({ body }) => this.#refunds.request(body)],
    [/^GET \/refunds$/, ({ request }) => this.#refunds.list(request)],
    [/^GET \/refunds\/([^/]+)$/, ({ ids: [id = ''] }) => this.#refunds.read(id)],
    [/^POST \/tracks$/, ({ body }) => this.#tracks.subscribe(body)],
    [
      /^GET \/tracks\/([^/]+)\/([^/]+)$/,
      ({ ids: [carrier = '', number = ''] }) => this.#tracks.read(carrier, number),
    ],
  ];

  async #answer(request: DoubleRequest): Promise<DoubleAnswer> {
    const path = request.path.replace(/(?<=.)\/$/, '');
    const file = /^\/(?:labels|invoices)\/(\w+)\.pdf$/.exec(path);
    if (file) return this.#labels.file(file[1] ?? '', request);
    const refusal = this.#refuseToken(request.headers.authorization) ?? this.#limits.refuse(request, path);
    if (refusal) return refusal;
    const body = bodyOf(request);
    if (!body) return { status: 400, body: { detail: 'JSON parse error' } };
    for (const [pattern, answer] of this.#routes) {
      const found = pattern.exec(`${request.method} ${path}`);
      if (found) return answer({ ids: found.slice(1).map(decodeURIComponent), request, body });
    }
    return notFound();
  }

  async #control({ method, path, body }: DoubleRequest): Promise<DoubleAnswer | null> {
    if (method === 'PUT' && path === '/double/options') {
      this.set(JSON.parse(body.toString()));
      return ok(this.#context.behavior);
    }
    if (method === 'POST' && path === '/double/move') {
      const { trackingNumber, status, text, substatus } = JSON.parse(body.toString());
      await this.move(trackingNumber, status, text, substatus);
      return ok({});
    }
    return null;
  }

  #refuseToken(header = ''): DoubleAnswer | null {
    const unauthorized = (detail: string) => ({ status: 401, body: { detail } });
    const token = /^ShippoToken (\S+)$/.exec(header)?.[1];
    if (token === undefined) return unauthorized('Authentication credentials were not provided.');
    const { apiKey } = this.#context.behavior;
    const known = apiKey === null ? /^shippo_(test|live)_\S+$/.test(token) : token === apiKey;
    return known ? null : unauthorized('Token does not exist');
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }
}

/** Null unless the text is a JSON object. */
function bodyOf({ method, body }: DoubleRequest): Fields | null {
  if (method === 'GET' || body.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
