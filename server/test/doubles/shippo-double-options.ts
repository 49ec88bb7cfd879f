import { days } from '../../src/platform/clock.ts';
import { chanceOf } from './fault-plan.ts';

export const WRONG_ANSWERS = [
  'no-tracking-number',
  'other-currency',
  'cost-plus-one-cent',
  /** The label is sold, but the answer is an HTML page. */
  'html-answer',
  /** The label link returns an HTML page. */
  'html-label',
  /** Nothing is sold, but the HTTP status is 200. */
  'error-with-200',
  'used-tracking-number',
  'foreign-label-host',
  /** The link of the commercial invoice returns an HTML page. */
  'html-invoice',
  'foreign-invoice-host',
] as const;
export type WrongAnswer = (typeof WRONG_ANSWERS)[number];

/** The kinds of calls with separate limits. */
export type LimitKind = 'post' | 'get' | 'list' | 'postTracks' | 'getTracks';

/** The behavior of the double, as JSON; `PUT /double/options` changes it while it runs. */
export interface ShippoBehavior {
  /** The only accepted key; null accepts any well-formed key. */
  apiKey: string | null;
  seed: number;
  /** Calls per window; more are answered with 429. */
  limits: Partial<Record<LimitKind, number>>;
  limitWindowMs: number;
  /** Carriers that do not answer rate requests, by Shippo's names. */
  carriersDown: string[];
  /** Every nth label is refused with 201 and status ERROR; 0 for none. */
  refuseEvery: number;
  /** The share of labels that start as QUEUED; sold after `ms`, or never if null. */
  queued: { share: number; ms: number | null };
  /** The delay before a transaction is in lists. */
  listLagMs: number;
  /** The list of transactions by rate is empty. */
  listByRateIsEmpty: boolean;
  /** Returns the rate of a transaction as an object instead of its id. */
  rateObjects: boolean;
  /** The time from QUEUED through PENDING to SUCCESS; 0 is immediate, null is never. */
  refundAfterMs: number | null;
  labelLinkMs: number;
  /** The URL for tracking webhooks; null sends none. */
  webhookUrl: string | null;
  wrongAnswers: Partial<Record<WrongAnswer, number>>;
  /** Wrong answers for the next transactions, one each, before the shares apply; null for a correct answer. */
  nextWrongAnswers: (WrongAnswer | null)[];
}

export const HONEST: ShippoBehavior = {
  apiKey: null,
  seed: 1,
  limits: {},
  limitWindowMs: 60_000,
  carriersDown: [],
  refuseEvery: 0,
  queued: { share: 0, ms: 0 },
  listLagMs: 0,
  listByRateIsEmpty: false,
  rateObjects: false,
  refundAfterMs: 0,
  labelLinkMs: days(1),
  webhookUrl: null,
  wrongAnswers: {},
  nextWrongAnswers: [],
};

/** A label with this recipient, or with this text in its metadata, is refused with 201 and status ERROR. */
export const REFUSED_NAME = 'Refuse Label';

/** The four formats of Shippo refusals. */
export const ERROR_BODIES = {
  detail: { detail: 'Not found.' },
  fields: { parcels: ['This field is required.'] },
  list: ['The shipment is not valid.', 'It has no parcel.'],
  text: 'Bad Request',
} as const;

/** The wrong answer for one transaction; the same for the same seed. */
export function wrongAnswerOf(behavior: ShippoBehavior, turn: number): WrongAnswer | null {
  const set = behavior.nextWrongAnswers.shift();
  if (set !== undefined) return set;
  const chosen = WRONG_ANSWERS.find(
    (wrongAnswer) =>
      chanceOf(`${behavior.seed} ${wrongAnswer} ${turn}`) < (behavior.wrongAnswers[wrongAnswer] ?? 0),
  );
  return chosen ?? null;
}

export const isQueued = ({ seed, queued }: ShippoBehavior, turn: number) =>
  chanceOf(`${seed} queued ${turn}`) < queued.share;
