import { randomInt } from 'node:crypto';
import { makeTrackingNumber } from '../../src/providers/label-providers/builtin/tracking/number-maker.ts';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import {
  badField,
  created,
  type Fields,
  missing,
  newObject,
  notFound,
  ok,
  pageOf,
  type ShippoObject,
  textOf,
} from './shippo-double-answers.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import { HTML, LabelFiles } from './shippo-double-files.ts';
import { isQueued, REFUSED_NAME, type WrongAnswer, wrongAnswerOf } from './shippo-double-options.ts';
import { CARRIERS, type CarrierMessage, type DoubleRate } from './shippo-double-rates.ts';
import type { Offer } from './shippo-double-shipments.ts';
import type { ShippoTracks } from './shippo-double-tracks.ts';

type TransactionStatus = 'QUEUED' | 'SUCCESS' | 'ERROR' | 'REFUNDED' | 'REFUNDPENDING' | 'REFUNDREJECTED';

export interface DoubleTransaction extends ShippoObject {
  status: TransactionStatus;
  rate: DoubleRate;
  metadata: string;
  labelFileType: string;
  cents: number;
  currency: string;
  trackingNumber: string | null;
  messages: CarrierMessage[];
  wrongAnswer: WrongAnswer | null;
  /** Has a commercial invoice. */
  invoiced: boolean;
}

const FILE_TYPES = [
  'PNG',
  'PNG_2.3x7.5',
  'PDF',
  'PDF_2.3x7.5',
  'PDF_4x6',
  'PDF_4x8',
  'PDF_A4',
  'PDF_A5',
  'PDF_A6',
  'ZPLII',
];
const MAX_METADATA_LENGTH = 100;
/** The delay of a label that was ordered asynchronously. */
const ASYNC_MS = 100;

/** Sells labels, links to them and lists them. */
export class ShippoLabels {
  readonly transactions = new Map<string, DoubleTransaction>();
  readonly #context: DoubleContext;
  readonly #tracks: ShippoTracks;
  readonly #files: LabelFiles;
  /** Different at every start, so that a restart on the same records does not reuse numbers. */
  #serial = randomInt(5_000_000);
  #turn = 0;

  constructor(context: DoubleContext, tracks: ShippoTracks) {
    this.#context = context;
    this.#tracks = tracks;
    this.#files = new LabelFiles(context);
  }

  buy(body: Fields, offer: Offer | null): DoubleAnswer {
    const metadata = textOf(body.metadata);
    const labelFileType = textOf(body.label_file_type) || 'PDF';
    if (body.rate === undefined) return missing('rate');
    if (!offer) return badField('rate', 'Rate with supplied object_id not found.');
    if (metadata.length > MAX_METADATA_LENGTH)
      return badField('metadata', `Ensure this field has no more than ${MAX_METADATA_LENGTH} characters.`);
    if (!FILE_TYPES.includes(labelFileType))
      return badField('label_file_type', `"${labelFileType}" is not a valid choice.`);

    const { rate, recipient, invoiced } = offer;
    const turn = ++this.#turn;
    const { behavior } = this.#context;
    const wrongAnswer = wrongAnswerOf(behavior, turn);
    const transaction: DoubleTransaction = {
      ...newObject(),
      status: 'QUEUED',
      rate,
      metadata,
      labelFileType,
      cents: Math.round(Number(rate.amount) * 100) + (wrongAnswer === 'cost-plus-one-cent' ? 1 : 0),
      currency: wrongAnswer === 'other-currency' ? 'EUR' : rate.currency,
      trackingNumber: null,
      messages: [],
      wrongAnswer,
      invoiced,
    };
    this.transactions.set(transaction.object_id, transaction);
    const isRefused =
      `${recipient} ${metadata}`.includes(REFUSED_NAME) ||
      (behavior.refuseEvery > 0 && turn % behavior.refuseEvery === 0);
    if (isRefused || wrongAnswer === 'error-with-200') {
      this.#refuse(transaction);
      return { status: wrongAnswer === 'error-with-200' ? 200 : 201, body: this.show(transaction) };
    }
    if (isQueued(behavior, turn)) this.#sellLater(transaction, behavior.queued.ms);
    else if (body.async !== false) this.#sellLater(transaction, ASYNC_MS);
    else this.#sell(transaction);
    return wrongAnswer === 'html-answer' ? { ...HTML, status: 201 } : created(this.show(transaction));
  }

  read(id: string): DoubleAnswer {
    const transaction = this.transactions.get(id);
    return transaction ? ok(this.show(transaction)) : notFound();
  }

  list(request: DoubleRequest): DoubleAnswer {
    const { listLagMs, listByRateIsEmpty } = this.#context.behavior;
    const rate = request.query.get('rate');
    const status = request.query.get('object_status');
    const tracking = request.query.get('tracking_status');
    const listed = [...this.transactions.values()].filter(
      (transaction) =>
        Date.parse(transaction.object_created) + listLagMs <= Date.now() &&
        (rate === null || (!listByRateIsEmpty && transaction.rate.object_id === rate)) &&
        (status === null || transaction.status === status) &&
        (tracking === null || this.#tracks.statusOf(transaction.trackingNumber ?? '') === tracking),
    );
    return pageOf(listed, request, this.#context.server.url, (transaction) => this.show(transaction));
  }

  file(id: string, request: DoubleRequest): DoubleAnswer {
    return this.#files.answer(request, this.transactions.get(id));
  }

  show(transaction: DoubleTransaction) {
    const { rate, wrongAnswer, trackingNumber, cents, currency } = transaction;
    const sold = trackingNumber !== null;
    const asObject =
      this.#context.behavior.rateObjects ||
      wrongAnswer === 'other-currency' ||
      wrongAnswer === 'cost-plus-one-cent';
    const amount = (cents / 100).toFixed(2);
    return {
      object_state: 'VALID',
      status: transaction.status,
      object_created: transaction.object_created,
      object_updated: transaction.object_updated,
      object_id: transaction.object_id,
      object_owner: transaction.object_owner,
      test: transaction.test,
      rate: asObject
        ? {
            object_id: rate.object_id,
            amount,
            currency,
            amount_local: amount,
            currency_local: currency,
            provider: rate.provider,
            servicelevel_name: rate.servicelevel.name,
            servicelevel_token: rate.servicelevel.token,
            carrier_account: rate.carrier_account,
          }
        : rate.object_id,
      tracking_number: wrongAnswer === 'no-tracking-number' ? '' : (trackingNumber ?? ''),
      tracking_status: this.#tracks.statusOf(trackingNumber ?? ''),
      eta: null,
      tracking_url_provider: sold ? `${carrierOf(rate).trackingUrl}${trackingNumber}` : '',
      label_url: sold ? this.#files.link(transaction) : '',
      label_file_type: transaction.labelFileType,
      commercial_invoice_url: sold && transaction.invoiced ? this.#files.invoiceLink(transaction) : null,
      qr_code_url: null,
      messages: transaction.messages,
      metadata: transaction.metadata,
    };
  }

  #sellLater(transaction: DoubleTransaction, ms: number | null): void {
    this.#context.server.note('label_queued', this.#facts(transaction));
    if (ms !== null) this.#context.after(ms, () => this.#sell(transaction));
  }

  #sell(transaction: DoubleTransaction): void {
    const used = [...this.transactions.values()].find(({ trackingNumber }) => trackingNumber !== null);
    transaction.trackingNumber =
      transaction.wrongAnswer === 'used-tracking-number' && used
        ? used.trackingNumber
        : this.#newNumber(transaction);
    transaction.status = 'SUCCESS';
    transaction.object_updated = new Date().toISOString();
    if (transaction.trackingNumber !== used?.trackingNumber)
      this.#tracks.add({
        carrier: carrierOf(transaction.rate).token,
        trackingNumber: transaction.trackingNumber ?? '',
        transaction: transaction.object_id,
        metadata: transaction.metadata,
      });
    this.#context.server.note('label_bought', this.#facts(transaction));
  }

  #refuse(transaction: DoubleTransaction): void {
    transaction.status = 'ERROR';
    transaction.messages = [
      {
        source: transaction.rate.provider,
        code: 'carrier_error',
        text: 'The carrier does not take this parcel',
      },
    ];
    this.#context.server.note('label_refused', this.#facts(transaction));
  }

  #facts({ object_id, rate, metadata, trackingNumber, cents, currency, wrongAnswer }: DoubleTransaction) {
    return {
      transaction: object_id,
      rate: rate.object_id,
      metadata,
      trackingNumber,
      cents,
      currency,
      wrongAnswer,
    };
  }

  #newNumber({ rate }: DoubleTransaction): string {
    const { services, abroad } = carrierOf(rate);
    const service = [...services, ...abroad].find(({ token }) => token === rate.servicelevel.token);
    return makeTrackingNumber(service?.numbers ?? 'usps_priority', this.#serial++);
  }
}

function carrierOf({ provider }: DoubleRate) {
  const carrier = CARRIERS.find((one) => one.provider === provider);
  if (!carrier) throw new Error(`Unknown carrier ${provider}`);
  return carrier;
}
