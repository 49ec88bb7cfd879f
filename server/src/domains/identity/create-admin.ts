import { normalizeEmail } from '@lading/contract/identity.ts';
import { isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AuditEvents, Origin } from '../audit/audit.events.ts';
import { recordEvent, wasRecorded } from '../audit/record-event.ts';
import { deleteEmailChange } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  activeAdminExists,
  deletePasswordResetsOfUser,
  deleteSessionsOfUser,
  findUserByEmail,
  insertUser,
  makeAdmin,
  removedAdminExists,
  updateAccount,
} from './identity.store.ts';
import { deleteUnprovenApiKeys } from './manage-api-keys.ts';

interface AdminInput {
  email: string;
  password: string;
  name?: string;
  by: AuditEvents['ADMIN_CREATED']['by'];
}

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'passwords'>;
type PromotionDeps = Deps & Pick<IdentityDeps, 'secondFactors'>;

const ON_THE_COMMAND_LINE: Origin = { ip: null, requestId: null };

const DEFAULT_NAME = 'Administrator';

/**
 * Creates an admin account, or promotes an existing one, which gets the new password and loses its sessions. A client's account
 * also loses its second factors and API keys: anyone can sign up with any address.
 */
export async function createAdmin(
  deps: PromotionDeps & Pick<IdentityDeps, 'passwordRules'>,
  input: AdminInput,
): Promise<'created' | 'promoted'> {
  const { email, password, name = DEFAULT_NAME } = input;
  await deps.passwordRules.check(password, { email, name });
  const passwordHash = await deps.passwords.hash(password);
  return transaction(deps.db, async (trx) => {
    const existing = await findUserByEmail(trx, normalizeEmail(input.email));
    if (!existing) {
      await addAdmin(deps, trx, input, passwordHash);
      return 'created';
    }
    if (existing.role === 'client') await takeOver(deps, trx, existing.id);
    await makeAdmin(trx, existing.id, passwordHash);
    await deleteEmailChange(trx, existing.id);
    await deletePasswordResetsOfUser(trx, existing.id);
    await deleteSessionsOfUser(trx, existing.id);
    await recordCreated(deps, trx, existing.id, input.by);
    return 'promoted';
  });
}

/** A stranger may have signed up with the address and must not get in again. The operator chose it, so it counts as verified. */
async function takeOver(deps: PromotionDeps, trx: Trx, userId: string): Promise<void> {
  await deps.secondFactors.removeAll(trx, ON_THE_COMMAND_LINE, userId);
  await deleteUnprovenApiKeys(deps, trx, ON_THE_COMMAND_LINE, userId);
  await updateAccount(trx, userId, { email_verified_at: deps.clock.now() });
}

async function addAdmin(deps: Deps, trx: Trx, input: AdminInput, passwordHash: string): Promise<void> {
  const id = newId();
  await insertUser(trx, {
    id,
    email: input.email.trim(),
    email_key: normalizeEmail(input.email),
    full_name: input.name ?? DEFAULT_NAME,
    phone: null,
    password_hash: passwordHash,
    role: 'admin',
    staff_role: 'owner',
    status: 'active',
    created_at: deps.clock.now(),
    last_active_at: null,
    // The operator chose the address.
    email_verified_at: deps.clock.now(),
  });
  await recordCreated(deps, trx, id, input.by);
}

const recordCreated = (deps: Deps, trx: Trx, userId: string, by: AdminInput['by']) =>
  recordEvent(trx, deps.clock, ON_THE_COMMAND_LINE, {
    type: 'ADMIN_CREATED',
    status: 'success',
    userId,
    userRole: 'admin',
    details: { by },
  });

/**
 * Creates the admin of the configuration once. An existing account stays unchanged: a setting left in a file
 * must not reset a changed password, promote a client who signed up with that address, bring back an admin who
 * was removed, or create a second owner after the first one changed the address.
 */
export async function ensureFirstAdmin(
  deps: Deps,
  admin: { email: string; password: string },
): Promise<'created' | 'exists' | 'created-before' | 'taken-by-client' | 'staff-removed'> {
  // Before the search: another process may be creating the account.
  const createdBefore = await wasRecorded(deps.db, 'ADMIN_CREATED', { by: 'configuration' });
  const existing = await findUserByEmail(deps.db, normalizeEmail(admin.email));
  if (existing) return existing.role === 'admin' ? 'exists' : 'taken-by-client';
  if (await removedAdminExists(deps.db)) return 'staff-removed';
  if (createdBefore) return 'created-before';
  const passwordHash = await deps.passwords.hash(admin.password);
  try {
    await transaction(deps.db, (trx) => addAdmin(deps, trx, { ...admin, by: 'configuration' }, passwordHash));
    return 'created';
  } catch (error) {
    // Another process or a client has just taken the address.
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    return ensureFirstAdmin(deps, admin);
  }
}

export const hasAdmin = (deps: Pick<Deps, 'db'>) => activeAdminExists(deps.db);
