import type { CarrierRate, Purchase, RateAnswer } from '../../providers/label-providers/port.ts';
import type { Orphan } from './shipments.tables.ts';

/**
 * Checks what a label provider sent before anything is stored. It applies to every provider: text that the
 * database cannot keep would make each retry of the same purchase fail.
 */

export type Bought = Purchase & { outcome: 'bought' };

const TRACKING_NUMBER = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?$/;
const TRANSACTION_ID = /^[\x21-\x7e]{1,200}$/;
const MAX_RATE_LENGTH = 10_000;
const MAX_MESSAGE_LENGTH = 500;
const MAX_SHOWN_LENGTH = 60;
/** Control characters, invisible characters and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;

export const cleanPurchase = (bought: Bought): Bought => ({
  ...bought,
  trackingNumber: bought.trackingNumber.trim(),
});

/** Null when the label can be stored and printed. */
export function unusableReason(bought: Bought): string | null {
  const { trackingNumber, transactionId, costCents, label, documents } = bought;
  if (!TRACKING_NUMBER.test(trackingNumber)) return `tracking number ${shown(trackingNumber)}`;
  if (!TRANSACTION_ID.test(transactionId)) return `transaction ID ${shown(transactionId)}`;
  if (!Number.isSafeInteger(costCents) || costCents < 0) return `price ${costCents}`;
  if (documents.some(({ bytes }) => bytes.length === 0)) return 'empty document file';
  return label.bytes.length === 0 ? 'empty label file' : null;
}

const shown = (text: string) =>
  `“${printable(text).slice(0, MAX_SHOWN_LENGTH).toWellFormed()}” (${text.length} characters)`;

const printable = (text: string) => text.replace(UNPRINTABLE, '�');

/** In a form that the database can store. A changed ID finds no label, and the void is then refused. */
export const orphanOf = ({ transactionId, trackingNumber }: Orphan): Orphan => ({
  transactionId: printable(transactionId.slice(0, 200)),
  trackingNumber: printable(trackingNumber.slice(0, MAX_SHOWN_LENGTH)),
});

/** Leaves out rates that cannot be stored, and cleans the carriers' messages. */
export const cleanRates = ({ rates, messages }: RateAnswer): RateAnswer => ({
  rates: rates.filter(isStorable),
  messages: messages.map(({ carrier, text, temporary }) => ({
    carrier,
    text: text.slice(0, MAX_MESSAGE_LENGTH).replace(UNPRINTABLE, ' ').trim(),
    ...(temporary ? { temporary } : {}),
  })),
});

/** JSON escapes exactly the characters that PostgreSQL refuses in JSON. */
const isStorable = (rate: CarrierRate): boolean => {
  const json = JSON.stringify(rate);
  return json.length <= MAX_RATE_LENGTH && !/\\u(?:0000|d[89a-f])/.test(json);
};
