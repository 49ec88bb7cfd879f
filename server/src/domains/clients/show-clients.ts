import type {
  AdminClient,
  AdminClientAnswer,
  AdminClientsAnswer,
  AdminClientsQuery,
  AdminCountry,
} from '@lading/contract/admin-clients.ts';
import { markupAmountOf } from '@lading/contract/commission.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Handle } from '../../platform/db/database.ts';
import { given, noteView } from '../audit/note-view.ts';
import {
  countAccounts,
  countClients,
  countShipments,
  type StoredClient,
  selectClient,
  selectClients,
} from './admin-clients.store.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export async function listClients(
  deps: Deps,
  actor: Actor,
  query: AdminClientsQuery,
): Promise<AdminClientsAnswer> {
  const { db } = deps;
  const { page, limit, search, status } = query;
  const [accounts, found] = await Promise.all([countAccounts(db), countClients(db, query)]);
  const rows = (page - 1) * limit < found ? await selectClients(db, query) : [];
  const users = await withShipments(db, rows);
  await noteView(deps, actor, 'VIEW_ALL_USERS', {
    userTypes: { admin: { totalUsers: accounts.admin }, client: { totalUsers: accounts.client } },
    // The search text may be a name, and the audit log outlives the account.
    filters: given({ status, search: search && 'given' }),
    pagination: { page, limit },
  });
  return { users, pagination: paginationOf(found, page, limit), totalClients: accounts.client };
}

export async function viewClient(deps: Deps, actor: Actor, id: string): Promise<AdminClientAnswer> {
  const answer = await showClient(deps.db, id);
  await noteView(deps, actor, 'VIEW_USER', { clientId: id });
  return answer;
}

/** Admins and erased clients count as not found. */
export async function showClient(db: Handle, id: string): Promise<AdminClientAnswer> {
  const row = await selectClient(db, id);
  const [user] = await withShipments(db, row ? [row] : []);
  if (!user) throw new AppError('CLIENT_NOT_FOUND');
  return { user };
}

async function withShipments(db: Handle, rows: readonly StoredClient[]): Promise<AdminClient[]> {
  if (rows.length === 0) return [];
  const counts = await countShipments(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toAdminClient(row, counts.get(row.id) ?? 0));
}

const toAdminClient = (row: StoredClient, totalShipments: number): AdminClient => ({
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
