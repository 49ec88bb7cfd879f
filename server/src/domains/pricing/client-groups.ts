import {
  type ChangeClientGroupBody,
  type ClientGroup,
  type ClientGroupBody,
  MAX_GROUPS,
} from '@lading/contract/pricing/price-lists.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import {
  countGroups,
  deleteGroup,
  hasGroupNamed,
  insertGroup,
  lockGroup,
  renameGroup,
  replaceMembers,
  selectClientNames,
  selectGroup,
  selectGroups,
} from './client-groups.store.ts';
import { lockGlobalRule } from './commission.store.ts';
import type { PricingDeps } from './global-pricing.ts';
import { selectRulesInUse } from './price-lists.store.ts';

const NAME_TAKEN = { fields: [{ path: 'name', message: 'Another group has this name.' }] };
const TOO_MANY = { message: `You can have up to ${MAX_GROUPS} client groups. Please delete one first.` };
const CLIENT_MISSING = 'A client of this group no longer exists. Please remove it.';

export const listClientGroups = ({ db }: PricingDeps): Promise<ClientGroup[]> => selectGroups(db);

export async function addClientGroup(
  { db, clock }: PricingDeps,
  admin: Actor,
  { name, clients }: ClientGroupBody,
): Promise<ClientGroup> {
  return transaction(db, async (trx) => {
    if ((await countGroups(trx)) >= MAX_GROUPS) throw new AppError('LIMIT_REACHED', TOO_MANY);
    const id = newId();
    if (!(await insertGroup(trx, id, name, clock.now())))
      throw new AppError('CLIENT_GROUP_EXISTS', NAME_TAKEN);
    await setMembers(trx, id, clients);
    await recordEvent(trx, clock, admin, {
      type: 'ADD_CLIENT_GROUP',
      status: 'success',
      ...byActor(admin),
      details: { groupId: id, name, clients: clients.length },
    });
    return storedGroup(trx, id);
  });
}

/** Changes of members affect prices immediately: rules look up the groups when they price a label. */
export async function changeClientGroup(
  { db, clock }: PricingDeps,
  admin: Actor,
  id: string,
  { name, clients, revision }: ChangeClientGroupBody,
): Promise<ClientGroup> {
  return transaction(db, async (trx) => {
    await lockGroup(trx, id);
    const before = await storedGroup(trx, id);
    if (revision !== undefined && revision !== before.revision) throw new AppError('CLIENT_GROUP_CHANGED');
    if (await hasGroupNamed(trx, name, id)) throw new AppError('CLIENT_GROUP_EXISTS', NAME_TAKEN);
    await renameGroup(trx, id, name, clock.now());
    await setMembers(trx, id, clients);
    await recordEvent(trx, clock, admin, {
      type: 'UPDATE_CLIENT_GROUP',
      status: 'success',
      ...byActor(admin),
      details: { groupId: id, before: before.name, name, clients: clients.length },
    });
    return storedGroup(trx, id);
  });
}

export async function removeClientGroup({ db, clock }: PricingDeps, admin: Actor, id: string): Promise<void> {
  await transaction(db, async (trx) => {
    // Prevents publishing a version that uses the group until this transaction ends.
    await lockGlobalRule(trx);
    const group = await lockGroup(trx, id);
    if (!group) throw new AppError('CLIENT_GROUP_NOT_FOUND');
    const used = await selectRulesInUse(trx, clock.now());
    if (used.some(({ conditions }) => conditions.groups.includes(id)))
      throw new AppError('CLIENT_GROUP_USED');
    await deleteGroup(trx, id);
    await recordEvent(trx, clock, admin, {
      type: 'DELETE_CLIENT_GROUP',
      status: 'success',
      ...byActor(admin),
      details: { groupId: id, name: group.name },
    });
  });
}

async function setMembers(trx: Trx, groupId: string, clients: readonly string[]): Promise<void> {
  const wanted = [...new Set(clients)];
  if ((await selectClientNames(trx, wanted)).length !== wanted.length)
    throw new AppError('VALIDATION_FAILED', {
      message: CLIENT_MISSING,
      fields: [{ path: 'clients', message: CLIENT_MISSING }],
    });
  await replaceMembers(trx, groupId, wanted);
}

async function storedGroup(trx: Trx, id: string): Promise<ClientGroup> {
  const group = await selectGroup(trx, id);
  if (!group) throw new AppError('CLIENT_GROUP_NOT_FOUND');
  return group;
}
