import {
  type AttentionItem,
  type AttentionKind,
  type AttentionRow,
  FALLEN_VOLUME,
} from '@lading/contract/attention.ts';
import { addDays } from '@lading/contract/calendar-date.ts';
import { ago, days, later } from '../../platform/clock.ts';
import { textOf } from '../reconciliation/incident-kinds.ts';
import { REFUND_STALLED_AFTER_MS } from '../reconciliation/list-incidents.ts';
import { EXPIRY_NOTICE_MS } from '../top-ups/card-facts.ts';
import type { AttentionDeps } from './attention.deps.ts';
import {
  selectExpiringCards,
  selectFailedRefunds,
  selectOverdue,
  selectStoppedTopUps,
  selectUnspent,
} from './money-attention.store.ts';
import { selectFailedLabels, selectFallenVolume, selectIncidentsByKind } from './work-attention.store.ts';

type Found = Omit<AttentionItem, 'kind'>;
type Find = (deps: AttentionDeps, options: { today: string; limit: number }) => Promise<Found>;

/** Unspent money is refunded after half an hour. A day later, something is wrong. */
const UNSPENT_AFTER_MS = days(1);
const DAY_MS = days(1);

/** Finds the rows of each kind, with one statement. */
export const FINDERS: Record<AttentionKind, Find> = {
  incidents: async ({ db, clock }, { limit }) => {
    const stalled = ago(clock, REFUND_STALLED_AFTER_MS);
    const kinds = await selectIncidentsByKind(db, { now: clock.now(), stalled });
    return listed(
      kinds.map(({ kind, count, at }) => row({ subject: kind, name: textOf(kind).title, count, at })),
      limit,
    );
  },
  failed_refunds: async ({ db, clock }, { limit }) =>
    ofMoney(await selectFailedRefunds(db, { now: clock.now(), limit })),
  overdue_balances: async ({ db, clock }, { limit }) => {
    const now = clock.now();
    const overdue = await selectOverdue(db, { now, limit });
    return ofMoney(overdue, ({ at }) => ({ days: daysBetween(at, now) }));
  },
  stopped_top_ups: async ({ db, clock }, { limit }) => {
    const stopped = await selectStoppedTopUps(db, { now: clock.now(), limit });
    return ofClients(stopped, ({ stopped, amount_cents: amount, at }) => ({
      amount,
      at,
      reason: stopped ?? 'retry_tomorrow',
    }));
  },
  failed_labels: async ({ db, clock }, { today, limit }) => {
    const reasons = await selectFailedLabels(db, clock.now(), yesterdayAndToday(today));
    return listed(
      reasons.map(({ reason, count }) => row({ name: reason, count })),
      limit,
    );
  },
  unspent_money: async ({ db, clock }, { limit }) => {
    const before = ago(clock, UNSPENT_AFTER_MS);
    return ofMoney(await selectUnspent(db, { now: clock.now(), limit, before }));
  },
  fallen_volume: async ({ db, clock }, { today, limit }) => {
    const fallen = await selectFallenVolume(db, { now: clock.now(), limit }, comparedWeeks(today));
    return ofClients(fallen, ({ recent, before }) => ({
      count: recent,
      before: Math.round((before / FALLEN_VOLUME.weeksBefore) * 10) / 10,
    }));
  },
  expiring_cards: async ({ db, clock, paymentProvider }, { limit }) => {
    const now = clock.now();
    const until = later(now, EXPIRY_NOTICE_MS);
    const cards = await selectExpiringCards(db, { now, limit, until, provider: paymentProvider.name });
    return ofClients(cards, ({ at }) => ({ at }));
  },
};

export const yesterdayAndToday = (today: string) => ({ startDate: addDays(today, -1), endDate: today });

/** The last seven days that are over, and the weeks before them. */
function comparedWeeks(today: string) {
  const recent = { startDate: addDays(today, -7), endDate: addDays(today, -1) };
  const before = {
    startDate: addDays(recent.startDate, -7 * FALLEN_VOLUME.weeksBefore),
    endDate: addDays(recent.startDate, -1),
  };
  return { recent, before };
}

const daysBetween = (from: Date, to: Date) =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));

type RowFacts = Partial<Omit<AttentionRow, 'at'>> & { name: string; at?: Date };

const row = ({ at, ...facts }: RowFacts): AttentionRow => ({
  subject: '',
  clientId: null,
  count: 1,
  amount: null,
  before: null,
  days: null,
  reason: null,
  at: at?.toISOString() ?? null,
  ...facts,
});

/** For rows from a query without a limit. */
function listed(rows: readonly AttentionRow[], limit: number): Found {
  const count = rows.reduce((sum, found) => sum + found.count, 0);
  return {
    count,
    amount: null,
    rows: rows.slice(0, limit),
    more: Math.max(0, rows.length - limit),
  };
}

interface OfClient {
  user_id: string;
  full_name: string;
  clients: number;
}

function ofClients<R extends OfClient>(rows: readonly R[], facts: (found: R) => Partial<RowFacts>): Found {
  const count = rows[0]?.clients ?? 0;
  return {
    count,
    amount: null,
    rows: rows.map((found) =>
      row({ subject: found.user_id, clientId: found.user_id, name: found.full_name, ...facts(found) }),
    ),
    more: count - rows.length,
  };
}

function ofMoney<R extends OfClient & { count: number; cents: number; all_cents: number; at: Date }>(
  rows: readonly R[],
  facts: (found: R) => Partial<RowFacts> = () => ({}),
): Found {
  const found = ofClients(rows, (client) => ({
    count: client.count,
    amount: client.cents,
    at: client.at,
    ...facts(client),
  }));
  return { ...found, amount: rows[0]?.all_cents ?? 0 };
}
