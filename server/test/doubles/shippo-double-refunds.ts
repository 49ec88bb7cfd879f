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
import type { DoubleTransaction, ShippoLabels } from './shippo-double-labels.ts';
import type { ShippoTracks } from './shippo-double-tracks.ts';

interface Refund extends ShippoObject {
  status: 'QUEUED' | 'PENDING' | 'SUCCESS' | 'ERROR';
  transaction: string;
}

const TRANSACTION_AFTER = {
  QUEUED: 'REFUNDPENDING',
  PENDING: 'REFUNDPENDING',
  SUCCESS: 'REFUNDED',
  ERROR: 'REFUNDREJECTED',
} as const;

/** Voids labels: only those that no carrier has scanned, and each once. */
export class ShippoRefunds {
  readonly #context: DoubleContext;
  readonly #labels: ShippoLabels;
  readonly #tracks: ShippoTracks;
  readonly #refunds = new Map<string, Refund>();

  constructor(context: DoubleContext, labels: ShippoLabels, tracks: ShippoTracks) {
    this.#context = context;
    this.#labels = labels;
    this.#tracks = tracks;
  }

  request(body: Fields): DoubleAnswer {
    if (body.transaction === undefined) return missing('transaction');
    const transaction = this.#labels.transactions.get(textOf(body.transaction));
    if (!transaction) return badField('transaction', 'Transaction with supplied object_id not found.');
    if (transaction.status !== 'SUCCESS')
      return { status: 400, body: [`A transaction with status ${transaction.status} cannot be refunded.`] };

    const refund: Refund = { ...newObject(), status: 'QUEUED', transaction: transaction.object_id };
    this.#refunds.set(refund.object_id, refund);
    this.#context.server.note('refund_requested', { refund: refund.object_id, ...facts(transaction) });
    this.#begin(refund, transaction);
    return created({ ...refund });
  }

  read(id: string): DoubleAnswer {
    const refund = this.#refunds.get(id);
    return refund ? ok({ ...refund }) : notFound();
  }

  list(request: DoubleRequest): DoubleAnswer {
    return pageOf([...this.#refunds.values()], request, this.#context.server.url);
  }

  #begin(refund: Refund, transaction: DoubleTransaction): void {
    const { refundAfterMs } = this.#context.behavior;
    const seen = this.#tracks.statusOf(transaction.trackingNumber ?? '');
    const isUsed = seen !== 'UNKNOWN' && seen !== 'PRE_TRANSIT';
    const first = isUsed ? 'ERROR' : refundAfterMs === 0 ? 'SUCCESS' : 'QUEUED';
    this.#move(refund, transaction, first);
    if (first !== 'QUEUED' || refundAfterMs === null) return;
    this.#context.after(refundAfterMs / 2, () => this.#move(refund, transaction, 'PENDING'));
    this.#context.after(refundAfterMs, () => this.#move(refund, transaction, 'SUCCESS'));
  }

  #move(refund: Refund, transaction: DoubleTransaction, status: Refund['status']): void {
    refund.status = status;
    refund.object_updated = new Date().toISOString();
    transaction.status = TRANSACTION_AFTER[status];
    if (status === 'SUCCESS')
      this.#context.server.note('label_refunded', { refund: refund.object_id, ...facts(transaction) });
  }
}

const facts = ({ object_id, metadata, trackingNumber, cents }: DoubleTransaction) => ({
  transaction: object_id,
  metadata,
  trackingNumber,
  cents,
});
