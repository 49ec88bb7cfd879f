import { days } from '../../src/platform/clock.ts';
import { chanceOf } from './fault-plan.ts';

export const LIES = [
  'no-tracking-number',
  'other-currency',
  'cost-plus-one-cent',
  /** The label is sold, and the answer is a page for people. */
  'html-answer',
  /** The link leads to a page for people. */
  'html-label',
  /** Nothing is sold, and the HTTP status says 200. */
  'error-with-200',
  'used-tracking-number',
  'foreign-label-host',
] as const;
export type Lie = (typeof LIES)[number];

/** The kinds of calls that have limits of their own. */
export type LimitKind = 'post' | 'get' | 'list' | 'postTracks' | 'getTracks';

/** How this double behaves. Everything can be written as JSON, and changed while it runs with `PUT /double/options`. */
export interface ShippoBehaviour {
  /** The only key that is known; any well-formed one where it is null. */
  apiKey: string | null;
  seed: number;
  /** Calls per window; the next one is answered with 429. */
  limits: Partial<Record<LimitKind, number>>;
  limitWindowMs: number;
  /** Carriers that do not answer a request for rates, by Shippo's name for them. */
  carriersDown: string[];
  /** Every nth label is refused with 201 and status ERROR; 0 for none. */
  refuseEvery: number;
  /** A share of the labels is QUEUED at first; `ms` later it is sold, or never where it is null. */
  queued: { share: number; ms: number | null };
  /** A transaction is in lists only so much later. */
  listLagMs: number;
  /** The list of transactions finds nothing when it is asked by rate. */
  listByRateIsEmpty: boolean;
  /** The rate of a transaction as an object and not as its id. */
  rateObjects: boolean;
  /** From QUEUED over PENDING to SUCCESS; 0 for at once, null for never. */
  refundAfterMs: number | null;
  labelLinkMs: number;
  /** Where news of parcels are posted; nowhere where it is null. */
  webhookUrl: string | null;
  lies: Partial<Record<Lie, number>>;
  /** Lies of the next transactions, one each, before shares count; null for an honest one. */
  nextLies: (Lie | null)[];
}

export const HONEST: ShippoBehaviour = {
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
  lies: {},
  nextLies: [],
};

/** A label for somebody of this name, or with it in its metadata, is refused with 201 and status ERROR. */
export const REFUSED_NAME = 'Refuse Label';

/** The four forms in which Shippo has been seen to say no. */
export const ERROR_BODIES = {
  detail: { detail: 'Not found.' },
  fields: { parcels: ['This field is required.'] },
  list: ['The shipment is not valid.', 'It has no parcel.'],
  text: 'Bad Request',
} as const;

/** The lie of one transaction. The same seed has the same ones. */
export function lieOf(behaviour: ShippoBehaviour, turn: number): Lie | null {
  const set = behaviour.nextLies.shift();
  if (set !== undefined) return set;
  const chosen = LIES.find(
    (lie) => chanceOf(`${behaviour.seed} ${lie} ${turn}`) < (behaviour.lies[lie] ?? 0),
  );
  return chosen ?? null;
}

export const isQueued = ({ seed, queued }: ShippoBehaviour, turn: number) =>
  chanceOf(`${seed} queued ${turn}`) < queued.share;
