import type { TaxId } from '@lading/contract/customs/declaration.ts';
import { LABEL_NOT_CREATED } from '@lading/contract/failure-texts.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { StoredDocument } from '../../../labels/port.ts';
import { type Clock, minutes } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import type {
  CarrierRate,
  LabelOrder,
  LabelProviderRecords,
  LabelRecord,
  Purchase,
  PurchaseFiles,
  SoughtPurchase,
  VoidAnswer,
} from '../port.ts';
import type { ShippoRefund, ShippoTransaction } from './shippo-answers.ts';
import { ShippoAccountError, type ShippoClient } from './shippo-client.ts';
import { taxIdsOf } from './shippo-customs.ts';
import { fetchLabel, type LabelSource } from './shippo-labels.ts';
import { centsOfText } from './shippo-mapping.ts';
import { sentenceFor } from './shippo-messages.ts';

export interface PurchaseDeps {
  client: ShippoClient;
  labels: LabelSource;
  clock: Clock;
  log: Log;
}

/** How many pages of the newest transactions we search. */
const PAGES = 3;
/** How long we retry failed downloads, each time with a fresh link. */
const FETCH_FOR_MS = minutes(10);

/** Shorter, because the client is waiting for a valid label. */
const INVOICE_FOR_MS = minutes(2);

/** Prefix of the transaction metadata; our order key follows it. */
const OURS = 'lading ';
const metadataOf = (key: string) => `${OURS}${key}`;

const refused = (text: string) => ({ outcome: 'refused', text }) as const;

/** Buys, finds and voids labels. */
export class ShippoPurchases implements LabelProviderRecords {
  readonly #deps: PurchaseDeps;

  constructor(deps: PurchaseDeps) {
    this.#deps = deps;
  }

  async buy({ key, rate, customs }: LabelOrder): Promise<Purchase> {
    if (rate.offerId === undefined) return refused('This is not a Shippo rate. Please get new rates.');
    const order = { rate: rate.offerId, label_file_type: 'PDF_4x6', async: false, metadata: metadataOf(key) };
    const reply = await this.#order(order, taxIdsOf(customs));
    return 'outcome' in reply ? reply : this.#settle(reply, rate);
  }

  async find(sought: SoughtPurchase): Promise<Purchase | null> {
    const found = await this.#lookUp(sought);
    return found && this.#settle(found, sought.rate);
  }

  /** Never voids the label, unlike `find`: it may be on a parcel. */
  async readFiles(sought: SoughtPurchase): Promise<PurchaseFiles | null> {
    const found = await this.#lookUp(sought);
    if (!found || !SOLD.has(found.status)) return null;
    const label = await fetchLabel(this.#deps.labels, found.label_url);
    if (label.outcome === 'unusable') throw new Error(`The copy of a label cannot be used: ${label.why}`);
    const { documents } = await this.#documents(found);
    return { label: { format: 'pdf', bytes: label.bytes }, documents };
  }

  async void(transactionId: string): Promise<VoidAnswer> {
    if (transactionId === '') return refused(NOT_BOUGHT);
    const reply = await this.#deps.client.transaction(transactionId);
    return reply.ok ? this.#voidTransaction(reply.value) : refused(NOT_BOUGHT);
  }

  /** Stops at the first page that is entirely older, because the order within a page is not guaranteed. */
  async labelsSince(time: Date): Promise<LabelRecord[]> {
    const labels: LabelRecord[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await this.#deps.client.transactions(page);
      if (!reply.ok) throw new Error(`Shippo did not list transactions: ${reply.text}`);
      const { results, next } = reply.value;
      const recent = results.filter(({ object_created }) => !(Date.parse(object_created) < time.getTime()));
      labels.push(...recent.flatMap((transaction) => toLabelRecord(transaction) ?? []));
      if (recent.length === 0 || !next) return labels;
    }
  }

  async lastVoids(): Promise<string[]> {
    return (await this.#refunds())
      .filter(({ status }) => status !== 'ERROR')
      .map(({ transaction }) => transaction);
  }

  async #order(order: object, taxIds: readonly TaxId[]): Promise<ShippoTransaction | Purchase> {
    try {
      const reply = await this.#deps.client.createTransaction(order, taxIds);
      return reply.ok ? reply.value : refused(reply.text);
    } catch (error) {
      if (error instanceof NotSentError) return { outcome: 'not-sent', text: error.message };
      if (error instanceof ShippoAccountError) return refused('The label provider is not accepting orders.');
      throw error;
    }
  }

  async #settle(transaction: ShippoTransaction, rate: CarrierRate): Promise<Purchase> {
    switch (transaction.status) {
      case 'SUCCESS':
      // The carrier rejected the void, so the label is still valid and paid for.
      case 'REFUNDREJECTED':
        return this.#accept(transaction, rate);
      case 'QUEUED':
      case 'WAITING':
        return { outcome: 'pending' };
      case 'ERROR':
        return refusalBy(rate.carrier, transaction);
      case 'REFUNDED':
        return VOIDED;
      case 'REFUNDPENDING':
        return { ...VOIDED, unvoided: unvoidedOf(transaction) };
      default:
        throw new Error(`A Shippo transaction has the unknown status ${transaction.status.slice(0, 40)}`);
    }
  }

  /** Accepts a purchase only with a tracking number, a price in dollars and a printable label. */
  async #accept(transaction: ShippoTransaction, rate: CarrierRate): Promise<Purchase> {
    const { object_id: transactionId, tracking_number: trackingNumber, label_url: link } = transaction;
    const costCents = costOf(transaction, rate);
    if (trackingNumber === '') return this.#decline(transaction, 'it has no tracking number');
    if (costCents === null) return this.#decline(transaction, 'its price is not in US dollars');
    const label = await fetchLabel(this.#deps.labels, link).catch((error: unknown) => {
      if (!this.#isOld(transaction)) throw error;
      return { outcome: 'unusable', why: 'it cannot be downloaded' } as const;
    });
    if (label.outcome === 'unusable') return this.#decline(transaction, label.why);
    return {
      outcome: 'bought',
      transactionId,
      trackingNumber,
      costCents,
      label: { format: 'pdf', bytes: label.bytes },
      ...(await this.#documents(transaction)),
    };
  }

  /** The label is paid for and valid without the invoice, so a missing invoice never voids it. */
  async #documents(
    transaction: ShippoTransaction,
  ): Promise<{ documents: StoredDocument[]; missingDocument?: string }> {
    const link = transaction.commercial_invoice_url;
    if (link === '') return { documents: [] };
    const invoice = await fetchLabel(this.#deps.labels, link).catch((error: unknown) => {
      if (!this.#isOld(transaction, INVOICE_FOR_MS)) throw error;
      return { outcome: 'unusable', why: 'it cannot be downloaded' } as const;
    });
    if (invoice.outcome === 'fetched')
      return { documents: [{ kind: 'commercial_invoice', format: 'pdf', bytes: invoice.bytes }] };
    const { why } = invoice;
    this.#deps.log.error(
      { event: 'shippo.invoice_missing', transactionId: transaction.object_id, why },
      'The commercial invoice of a label is missing',
    );
    return { documents: [], missingDocument: `commercial invoice: ${why}` };
  }

  #isOld({ object_created }: ShippoTransaction, ms = FETCH_FOR_MS): boolean {
    return this.#deps.clock.now().getTime() - Date.parse(object_created) > ms;
  }

  /** Voids a label that we cannot use. If that fails now, the next lookup tries again. */
  async #decline(transaction: ShippoTransaction, why: string): Promise<Purchase> {
    const { log } = this.#deps;
    const transactionId = transaction.object_id;
    log.error(
      { event: 'shippo.label_unusable', transactionId, why },
      'Shippo sold an unusable label; voiding it',
    );
    const answer = await this.#voidTransaction(transaction);
    if (answer.outcome === 'refused')
      log.error(
        { event: 'shippo.void_refused', transactionId, text: answer.text },
        'Shippo refused to void an unusable label',
      );
    const refusal = refused(`The label provider created a label that cannot be used: ${why}.`);
    if (answer.outcome === 'voided') return refusal;
    return { ...refusal, unvoided: unvoidedOf(transaction) };
  }

  /** Checks for an existing refund request first, so that a retry does not create a second one. */
  async #voidTransaction({ object_id, status }: ShippoTransaction): Promise<VoidAnswer> {
    switch (status) {
      case 'REFUNDED':
        return { outcome: 'voided' };
      case 'REFUNDPENDING':
      case 'QUEUED':
      case 'WAITING':
        return { outcome: 'pending' };
      case 'SUCCESS':
        return refundAnswer((await this.#refundOf(object_id)) ?? (await this.#askRefund(object_id)));
      default:
        return refused(NOT_VOIDED);
    }
  }

  /** A request that the transaction does not show yet is on the newest page. */
  async #refundOf(transactionId: string): Promise<string | undefined> {
    return (await this.#refunds()).find(({ transaction }) => transaction === transactionId)?.status;
  }

  async #refunds(): Promise<ShippoRefund[]> {
    const reply = await this.#deps.client.refunds();
    if (!reply.ok) throw new Error(`Shippo did not list refunds: ${reply.text}`);
    return reply.value.results;
  }

  async #askRefund(transaction: string): Promise<string> {
    const reply = await this.#deps.client.createRefund({ transaction, async: false });
    return reply.ok ? reply.value.status : 'ERROR';
  }

  /** Shippo's list by rate can lag, so we also search the newest transactions. */
  async #lookUp({ key, rate }: SoughtPurchase): Promise<ShippoTransaction | null> {
    const isOurs = ({ metadata }: ShippoTransaction) => metadata === metadataOf(key);
    const byRate = rate.offerId === undefined ? [] : (await this.#ofRate(rate.offerId)).filter(isOurs);
    const found = newestAlive(byRate.length > 0 ? byRate : await this.#scan(isOurs));
    // Reading a single transaction returns a fresh label link.
    return found ? this.#read(found.object_id) : null;
  }

  async #ofRate(offerId: string): Promise<ShippoTransaction[]> {
    const reply = await this.#deps.client.transactionsOfRate(offerId);
    return reply.ok ? reply.value.results : [];
  }

  async #scan(isOurs: (transaction: ShippoTransaction) => boolean): Promise<ShippoTransaction[]> {
    for (let page = 1; page <= PAGES; page += 1) {
      const reply = await this.#deps.client.transactions(page);
      if (!reply.ok) throw new Error(`Shippo did not list transactions: ${reply.text}`);
      const found = reply.value.results.filter(isOurs);
      if (found.length > 0 || !reply.value.next) return found;
    }
    return [];
  }

  async #read(transactionId: string): Promise<ShippoTransaction> {
    const reply = await this.#deps.client.transaction(transactionId);
    if (reply.ok) return reply.value;
    throw new Error(`Shippo lists a transaction but does not return it: ${reply.text}`);
  }
}

/** Our sentence for the carrier's message. The original is kept with it. */
function refusalBy(carrier: Carrier, { messages }: ShippoTransaction): Purchase {
  const said = messages.find(({ text }) => text !== '')?.text;
  if (said === undefined) return refused(LABEL_NOT_CREATED);
  const ours = sentenceFor(carrier, said);
  return ours === null ? refused(said) : { ...refused(ours), original: said };
}

const NOT_BOUGHT = 'This label was not bought from Shippo.';
const VOIDED = refused('The label was voided.');
const NOT_VOIDED = 'The carrier refused to void the label.';

function refundAnswer(status: string): VoidAnswer {
  if (status === 'SUCCESS') return { outcome: 'voided' };
  return status === 'QUEUED' || status === 'PENDING' ? { outcome: 'pending' } : refused(NOT_VOIDED);
}

const unvoidedOf = ({ object_id, tracking_number }: ShippoTransaction) => ({
  transactionId: object_id,
  trackingNumber: tracking_number,
});

/**
 * The charged price if the transaction has one, or else the quoted price; null for another currency or no
 * price.
 */
function costOf({ rate: charged }: ShippoTransaction, { costCents }: CarrierRate): number | null {
  if (charged === null || charged === undefined || typeof charged === 'string') return costCents;
  if (charged.currency && charged.currency !== 'USD') return null;
  return charged.amount ? centsOfText(charged.amount) : costCents;
}

/** The label is valid and paid for, even if the carrier rejected the void. */
const SOLD: ReadonlySet<string> = new Set(['SUCCESS', 'REFUNDREJECTED']);
const ALIVE: ReadonlySet<string> = new Set([...SOLD, 'QUEUED', 'WAITING']);

/** Null when the transaction is not ours or has no valid label. */
function toLabelRecord(transaction: ShippoTransaction): LabelRecord | null {
  const { object_id: transactionId, status, metadata, rate, tracking_number: trackingNumber } = transaction;
  if (!metadata.startsWith(OURS) || !ALIVE.has(status)) return null;
  const offerId = (typeof rate === 'string' ? rate : rate?.object_id) ?? '';
  return { key: metadata.slice(OURS.length), offerId, transactionId, trackingNumber };
}

/** There should be only one; if there are several, the one with a label counts. */
function newestAlive(transactions: readonly ShippoTransaction[]): ShippoTransaction | undefined {
  const byAge = transactions.toSorted((a, b) => b.object_created.localeCompare(a.object_created));
  return byAge.find(({ status }) => ALIVE.has(status)) ?? byAge[0];
}
