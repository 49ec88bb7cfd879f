import type { BulkRow, ChosenRate } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';
import { centsOf } from '@lading/contract/money.ts';
import { describeUnmet } from '@lading/contract/orders/rule-texts.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { mayChange } from '../../../ui/rates/carrier-messages.ts';
import type { ShownChoice } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';

const lacksRates = (row: BulkRow) =>
  row.status === 'invalid' && row.problems.some(({ kind }) => kind === 'rates');

/** Shown on the rates step: priced, being priced or without rates, and not paid or removed. */
export const isToBePriced = (row: BulkRow): boolean =>
  !row.removed &&
  !row.paid &&
  (row.work === 'rates' ||
    row.status === 'rates_loaded' ||
    row.status === 'rate_selected' ||
    lacksRates(row));

/** No rates, and none requested. */
export const hasNoRates = (row: BulkRow): boolean =>
  isToBePriced(row) &&
  row.work === null &&
  (lacksRates(row) || (row.status === 'rates_loaded' && row.rateCount === 0));

/** Has rates to choose from. */
const isChoosable = (row: BulkRow): boolean =>
  isToBePriced(row) && row.work === null && row.rateCount > 0 && !lacksRates(row);

/** Has rates, but none fits what the rules of its order ask for. */
const needsChoice = (row: BulkRow): boolean =>
  isToBePriced(row) && row.work === null && row.rate === null && (row.wish?.unmet ?? null) !== null;

/** The message of the row and the reasons of the carriers, each once. */
export function noRatesText({ error, refusals = [] }: BulkRow): string {
  const reasons = refusals.map(({ text }) => text).filter((text) => !error?.includes(text));
  const message = error ?? BULK.noRatesForShipment;
  return reasons.length > 0 ? `${message}: ${reasons.join(' ')}` : message;
}

/** Why a row with rates has none selected. */
export const notChosenText = ({ wish }: BulkRow): string =>
  wish?.unmet ? describeUnmet(wish.unmet) : COPY.rates.notOffered;

/** False if every carrier has refused the shipment as it is; only a change of the row can help. */
export const mayGetRates = ({ refusals = [] }: BulkRow): boolean =>
  refusals.length === 0 || mayChange(refusals);

export interface ReadyRow extends BulkRow {
  selectedRateId: string;
  rate: ChosenRate;
}

/** Included in the next payment. */
export const isReady = (row: BulkRow): row is ReadyRow =>
  !row.removed &&
  !row.paid &&
  row.work === null &&
  row.status === 'rate_selected' &&
  row.selectedRateId !== null &&
  row.rate !== null;

/** Both are ISO 8601 in UTC, so comparing text compares time. */
export const isExpired = (row: BulkRow, now: string): boolean => isReady(row) && row.rate.expiresAt <= now;

export type RateFilter = 'all' | 'none' | 'unchosen' | 'mine' | 'duplicates';

export const FILTER_RULES: Record<RateFilter, (row: BulkRow) => boolean> = {
  all: isToBePriced,
  none: hasNoRates,
  unchosen: needsChoice,
  mine: (row) => isToBePriced(row) && row.rate?.chosenBy === 'hand',
  duplicates: (row) => isToBePriced(row) && row.duplicate !== null,
};

export interface RateTotals {
  shown: number;
  /** With or without a selected rate. */
  choosable: number;
  ready: number;
  /** Cents. */
  total: number;
  /** Cents saved against the retail price, where it is known. */
  saved: number;
  noRates: number;
  unchosen: number;
  mine: number;
  duplicates: number;
}

export function addUp(rows: Iterable<BulkRow>): RateTotals {
  const sum: RateTotals = {
    shown: 0,
    choosable: 0,
    ready: 0,
    total: 0,
    saved: 0,
    noRates: 0,
    unchosen: 0,
    mine: 0,
    duplicates: 0,
  };
  for (const row of rows) {
    if (!isToBePriced(row)) continue;
    sum.shown += 1;
    if (isChoosable(row)) sum.choosable += 1;
    if (hasNoRates(row)) sum.noRates += 1;
    if (needsChoice(row)) sum.unchosen += 1;
    if (row.rate?.chosenBy === 'hand') sum.mine += 1;
    if (row.duplicate !== null) sum.duplicates += 1;
    if (!isReady(row)) continue;
    sum.ready += 1;
    sum.total += centsOf(row.rate.amount);
    if (row.rate.retailAmount !== null)
      sum.saved += Math.max(0, centsOf(row.rate.retailAmount) - centsOf(row.rate.amount));
  }
  return sum;
}

/** The part of a rate that a row stores. */
export const chosenByHand = (rate: Rate): ChosenRate => ({
  carrier: rate.carrier,
  serviceName: rate.serviceName,
  amount: rate.amount,
  retailAmount: rate.retailAmount,
  estimatedDays: rate.estimatedDays,
  deliveryDate: rate.deliveryDate,
  expiresAt: rate.expiresAt,
  chosenBy: 'hand',
});

/** The choices of all rows that a rule may change. */
export const choicesOf = (rows: Iterable<BulkRow>): ShownChoice[] =>
  [...rows]
    .filter(isChoosable)
    .map(({ number, selectedRateId, rate }) => ({ number, rateId: selectedRateId, rate }));

/** What a rule changed in one row. */
export interface RuleChange {
  before: ShownChoice;
  /** The rate that the rule selected. */
  rateId: string;
}

export function changesOf(
  before: readonly ShownChoice[],
  chosen: readonly { number: number; rateId: string }[],
): RuleChange[] {
  const byNumber = new Map(before.map((choice) => [choice.number, choice]));
  return chosen.flatMap(({ number, rateId }) => {
    const choice = byNumber.get(number);
    return choice ? [{ before: choice, rateId }] : [];
  });
}

/** The earlier choices of the rows that still have the rule's. New rates have other ids. */
export const choicesToRestore = (
  changes: readonly RuleChange[],
  rowNow: (number: number) => BulkRow | undefined,
): ShownChoice[] =>
  changes.flatMap(({ before, rateId }) => {
    const row = rowNow(before.number);
    const isTheRules =
      row !== undefined && isReady(row) && row.selectedRateId === rateId && row.rate.chosenBy === 'rule';
    return isTheRules ? [before] : [];
  });
