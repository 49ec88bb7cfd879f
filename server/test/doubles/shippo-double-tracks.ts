import { newId } from '../../src/platform/ids.ts';
import { MAGIC_PARCELS } from '../../src/providers/label-providers/builtin/tracking/magic-numbers.ts';
import type { TrackingEvent } from '../../src/providers/label-providers/port.ts';
import type { DoubleAnswer } from './double-server.ts';
import { badField, type Fields, missing, ok, textOf } from './shippo-double-answers.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import { CARRIERS } from './shippo-double-rates.ts';

const TRACK_STATUSES = ['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const;
export type TrackStatus = (typeof TRACK_STATUSES)[number];

interface TrackEvent {
  object_id: string;
  object_created: string;
  object_updated: string;
  status: TrackStatus;
  status_date: string;
  status_details: string;
  substatus: { code: string; text: string; action_required: boolean } | null;
  location: { city: string; state: string; zip: string; country: string } | null;
}

interface Parcel {
  carrier: string;
  trackingNumber: string;
  transaction: string | null;
  metadata: string;
  history: TrackEvent[];
}

/** The webhook timeout and the number of retries. */
const WEBHOOK_MS = 3000;
const WEBHOOK_REPEATS = 2;

/** Parcels and their webhook subscriptions. */
export class ShippoTracks {
  readonly #context: DoubleContext;
  readonly #parcels = new Map<string, Parcel>();

  constructor(context: DoubleContext) {
    this.#context = context;
  }

  add(parcel: Omit<Parcel, 'history'>): void {
    const history = [
      event('PRE_TRANSIT', 'The label was created, and the carrier is waiting for the parcel.'),
    ];
    this.#parcels.set(parcel.trackingNumber, { ...parcel, history });
  }

  statusOf(trackingNumber: string): TrackStatus {
    return this.#parcels.get(trackingNumber)?.history.at(-1)?.status ?? 'UNKNOWN';
  }

  /** Adds a scan and sends webhooks. */
  async move(
    trackingNumber: string,
    status: TrackStatus,
    text = `The parcel is ${status}.`,
    code?: string,
  ): Promise<void> {
    const parcel = this.#parcels.get(trackingNumber);
    if (!parcel) throw new Error(`Unknown tracking number ${trackingNumber}`);
    const substatus = code === undefined ? null : { code, text, action_required: false };
    parcel.history.push({ ...event(status, text), substatus });
    await this.#sendWebhooks(parcel);
  }

  read(carrier: string, trackingNumber: string): DoubleAnswer {
    const known = carrier === 'shippo' || CARRIERS.some(({ token }) => token === carrier);
    if (!known) return badField('carrier', `${carrier} is not a valid carrier.`);
    const parcel = this.#parcels.get(trackingNumber);
    const history = carrier === 'shippo' ? magicHistory(trackingNumber) : parcel?.history;
    const found = carrier === 'shippo' || parcel?.carrier === carrier;
    return ok(
      trackOf({
        carrier,
        trackingNumber,
        transaction: (found && parcel?.transaction) || null,
        metadata: (found && parcel?.metadata) || '',
        history: (found && history) || [],
      }),
    );
  }

  subscribe(body: Fields): DoubleAnswer {
    const [carrier, trackingNumber] = [textOf(body.carrier), textOf(body.tracking_number)];
    if (carrier === '') return missing('carrier');
    if (trackingNumber === '') return missing('tracking_number');
    if (!this.#parcels.has(trackingNumber))
      this.#parcels.set(trackingNumber, {
        carrier,
        trackingNumber,
        transaction: null,
        metadata: textOf(body.metadata),
        history: [],
      });
    this.#context.server.note('tracking_subscribed', { carrier, trackingNumber });
    return this.read(carrier, trackingNumber);
  }

  async #sendWebhooks(parcel: Parcel): Promise<void> {
    const { webhookUrl } = this.#context.behavior;
    if (webhookUrl === null) return;
    const body = JSON.stringify({ event: 'track_updated', test: true, data: trackOf(parcel) });
    for (let turn = 0; turn <= WEBHOOK_REPEATS; turn++) {
      const status = await post(webhookUrl, body);
      this.#context.server.note('webhook_sent', { trackingNumber: parcel.trackingNumber, status });
      if (status !== 408 && status !== 429 && status < 500) return;
    }
  }
}

/** The status of the answer; 599 when there was none. */
async function post(url: string, body: string): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(WEBHOOK_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 599;
  }
}

function event(status: TrackStatus, text: string, at = new Date(), place = 'San Francisco, CA'): TrackEvent {
  const [city = '', state = ''] = place.split(', ');
  const moment = at.toISOString();
  return {
    object_id: newId().replaceAll('-', ''),
    object_created: moment,
    object_updated: moment,
    status,
    status_date: moment,
    status_details: text,
    substatus: null,
    location: { city, state, zip: '', country: 'US' },
  };
}

/** Each test number has its status, including the unknown one. */
function magicHistory(number: string): TrackEvent[] | undefined {
  const parcel = MAGIC_PARCELS.get(number);
  const events = parcel?.events.map(fromOurs);
  return events?.length === 0 ? [event('UNKNOWN', 'The carrier has not seen the parcel.')] : events;
}

const fromOurs = ({ status, text, at, place }: TrackingEvent) =>
  event(status.toUpperCase() as TrackStatus, text, at, place);

/** An unknown number gets an answer without a status, not an error. */
const trackOf = ({ carrier, trackingNumber, transaction, metadata, history }: Parcel) => ({
  carrier,
  tracking_number: trackingNumber,
  address_from: null,
  address_to: null,
  transaction,
  eta: null,
  original_eta: null,
  servicelevel: { token: null, name: null },
  metadata,
  // Newest first, so the client must reverse it.
  tracking_history: history.toReversed(),
  tracking_status: history.at(-1) ?? null,
  messages: [],
  test: true,
});
