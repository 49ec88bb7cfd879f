import {
  type AdminClient,
  type AdminClientAnswer,
  type AdminClientsAnswer,
  type AdminClientsQuery,
  type AdminCountry,
  CLIENT_TREND_DAYS,
} from '@lading/contract/admin-clients.ts';
import { addDays, dateIn } from '@lading/contract/calendar-date.ts';
import { markupAmountOf } from '@lading/contract/commission.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { given, noteView } from '../audit/note-view.ts';
import {
  countAccounts,
  countClients,
  countShipments,
  revenuesOf,
  type StoredClient,
  selectClient,
  selectClients,
  type TrendDays,
} from './admin-clients.store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

function trendDays({ clock, timeZone }: Pick<Deps, 'clock' | 'timeZone'>): TrendDays {
  const end = dateIn(timeZone, clock.now());
  return { start: addDays(end, 1 - 2 * CLIENT_TREND_DAYS), middle: addDays(end, 1 - CLIENT_TREND_DAYS), end };
}

export async function listClients(
  deps: Deps,
  actor: Actor,
  query: AdminClientsQuery,
): Promise<AdminClientsAnswer> {
  const { db } = deps;
  const { page, limit, search, status } = query;
  const [accounts, found] = await Promise.all([countAccounts(db), countClients(db, query)]);
  const rows = (page - 1) * limit < found ? await selectClients(db, query, trendDays(deps)) : [];
  const users = await withFigures(deps, rows);
  await noteView(deps, actor, 'VIEW_ALL_USERS', {
    userTypes: { admin: { totalUsers: accounts.admin }, client: { totalUsers: accounts.client } },
    // The search text may be a name, and the audit log outlives the account.
    filters: given({ status, search: search && 'given' }),
    pagination: { page, limit },
  });
  return { users, pagination: paginationOf(found, page, limit), totalClients: accounts.client };
}

export async function viewClient(deps: Deps, actor: Actor, id: string): Promise<AdminClientAnswer> {
  const answer = await showClient(deps, id);
  await noteView(deps, actor, 'VIEW_USER', { clientId: id });
  return answer;
}

/** Admins and erased clients count as not found. */
export async function showClient(deps: Deps, id: string): Promise<AdminClientAnswer> {
  const row = await selectClient(deps.db, id);
  const [user] = await withFigures(deps, row ? [row] : []);
  if (!user) throw new AppError('CLIENT_NOT_FOUND');
  return { user };
}

async function withFigures(deps: Deps, rows: readonly StoredClient[]): Promise<AdminClient[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [counts, revenues] = await Promise.all([
    countShipments(deps.db, ids),
    revenuesOf(deps.db, ids, trendDays(deps)),
  ]);
  return rows.map((row) => {
    const { now, before } = revenues.get(row.id) ?? { now: 0, before: 0 };
    return {
      ...toAdminClient(row, counts.get(row.id) ?? 0),
      revenue: dollarsOf(now),
      revenueBefore: dollarsOf(before),
      atRisk: before > 0 && now * 2 <= before,
    };
  });
}

const toAdminClient = (
  row: StoredClient,
  totalShipments: number,
): Omit<AdminClient, 'revenue' | 'revenueBefore' | 'atRisk'> => ({
  userId: row.id,
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  defaultAddress: row.default_address && shownAddress(row.default_address),
  status: row.status,
  totalShipments,
  lastActive: row.last_active_at?.toISOString() ?? null,
  commission: {
    usesGlobal: row.uses_global,
    markupType: row.markup_type,
    markupAmount: markupAmountOf({ type: row.markup_type, value: row.markup_value }),
  },
});

const shownAddress = ({ address, suite, city, state, zipCode, country }: DefaultAddress) => {
  const shown: AdminCountry = country === 'CA' ? 'CA' : 'USA';
  return { street: address, suite, city, state, zipCode, country: shown };
};
