import { isDeepStrictEqual } from 'node:util';
import type { AdminClientAnswer, UpdateClientBody } from '@lading/contract/admin-clients.ts';
import { type CommissionRule, commissionValueOf } from '@lading/contract/commission.ts';
import type { AccountStatus } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import { requirePermission } from '../../platform/permission.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type ChangeEmailDeps, changeEmail } from '../identity/change-email.ts';
import { setAccountStatus } from '../identity/close-account.ts';
import { setCommissionOfClient } from '../pricing/client-commission.ts';
import { type LockedClient, lockClient } from './admin-clients.store.ts';
import { deleteDefaultAddress, selectProfile, updateContact, upsertDefaultAddress } from './clients.store.ts';
import { showClient } from './show-clients.ts';

export interface UpdateDeps extends ChangeEmailDeps {
  db: Database;
  timeZone: string;
}

/** Applies all changes or none. The audit log gets the names of the changed fields, never their values. */
export async function updateClient(
  deps: UpdateDeps,
  admin: Actor,
  id: string,
  body: UpdateClientBody,
): Promise<AdminClientAnswer> {
  await changeClient(deps, admin, id, async (trx, client) => {
    requirePermissions(admin, client, body);
    // Before the email address: a change of it needs an active account in `strict`.
    const isStatusChanged = await changeStatus(deps, trx, admin, client, body.status);
    const fields = [
      ...(await changeContact(deps, trx, admin, client, body)),
      ...((await changeAddress(deps, trx, id, body.address)) ? ['address'] : []),
      ...(isStatusChanged ? ['status'] : []),
      ...((await changeCommission(deps, trx, admin, id, body)) ? ['commission'] : []),
    ];
    if (fields.length === 0) return;
    await recordEvent(trx, deps.clock, admin, {
      type: 'UPDATE_USER',
      status: 'success',
      ...byActor(admin),
      details: { clientId: id, fields },
    });
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'PERMISSION_DENIED') await noteDenied(deps, admin, error);
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    throw new AppError('EMAIL_TAKEN', { fields: [{ path: 'email', message: ERRORS.EMAIL_TAKEN.message }] });
  });
  return showClient(deps, id);
}

/** Only for values that change: a form sends all of them. */
function requirePermissions(admin: Actor, client: LockedClient, body: UpdateClientBody): void {
  const { email = client.email, status = client.status, commissionType } = body;
  if (email !== client.email) requirePermission(admin, 'clients.email');
  if (status !== client.status) requirePermission(admin, 'clients.suspend');
  if (commissionType !== undefined) requirePermission(admin, 'pricing.write');
}

const noteDenied = ({ db, clock }: UpdateDeps, admin: Actor, { message: error }: AppError) =>
  recordEvent(db, clock, admin, {
    type: 'ACCESS_DENIED',
    status: 'error',
    ...byActor(admin),
    details: { method: 'PUT', path: API.adminClient, error },
  });

/**
 * Suspending ends all sessions. Purchases already sent to the label provider finish; others are refunded.
 * Idempotent.
 */
export async function setClientStatus(
  deps: UpdateDeps,
  admin: Actor,
  id: string,
  status: AccountStatus,
): Promise<AdminClientAnswer> {
  await changeClient(deps, admin, id, (trx, client) => changeStatus(deps, trx, admin, client, status));
  return showClient(deps, id);
}

export async function resetToGlobalCommission(
  deps: UpdateDeps,
  admin: Actor,
  id: string,
): Promise<AdminClientAnswer> {
  await changeClient(deps, admin, id, (trx) => setCommissionOfClient(trx, deps.clock, admin, id, null));
  return showClient(deps, id);
}

const changeClient = (
  { db }: UpdateDeps,
  admin: Actor,
  id: string,
  work: (trx: Trx, client: LockedClient) => Promise<unknown>,
) =>
  transaction(db, async (trx) => {
    if (id === admin.userId) throw new AppError('OWN_ACCOUNT');
    const client = await lockClient(trx, id);
    if (!client) throw new AppError('CLIENT_NOT_FOUND');
    await work(trx, client);
  });

/** Returns the names of the fields that changed. */
async function changeContact(
  deps: UpdateDeps,
  trx: Trx,
  admin: Actor,
  client: LockedClient,
  { fullName = client.full_name, email = client.email, phone }: UpdateClientBody,
): Promise<string[]> {
  const digits = phone?.replace(/\D/g, '') || null;
  const contact = { full_name: fullName, phone: phone === undefined ? client.phone : digits };
  const differs = {
    fullName: contact.full_name !== client.full_name,
    email: email !== client.email,
    phone: contact.phone !== client.phone,
  };
  if (differs.fullName || differs.phone) await updateContact(trx, client.id, contact);
  if (differs.email) differs.email = await requestEmail(trx, deps, admin, client.id, email);
  return Object.entries(differs).flatMap(([field, changed]) => (changed ? [field] : []));
}

/** In `strict` the address stays until both addresses have confirmed the change. Returns whether it changed. */
async function requestEmail(
  trx: Trx,
  deps: UpdateDeps,
  admin: Actor,
  clientId: string,
  email: string,
): Promise<boolean> {
  if ((await changeEmail(trx, deps, clientId, email, 'admin')) !== 'waiting') return true;
  await recordEvent(trx, deps.clock, admin, {
    type: 'EMAIL_CHANGE_REQUESTED',
    status: 'success',
    ...byActor(admin),
    details: { by: 'admin', clientId },
  });
  return false;
}

async function changeAddress(
  { clock }: UpdateDeps,
  trx: Trx,
  id: string,
  address: UpdateClientBody['address'],
): Promise<boolean> {
  if (address === undefined) return false;
  const next = address && storedAddress(address);
  const { default_address: before } = await selectProfile(trx, id);
  if (isDeepStrictEqual(before, next)) return false;
  if (next) await upsertDefaultAddress(trx, id, next, clock.now());
  else await deleteDefaultAddress(trx, id);
  return true;
}

function storedAddress({
  street,
  country,
  ...rest
}: NonNullable<UpdateClientBody['address']>): DefaultAddress | null {
  const lines = { address: street, ...rest };
  return Object.values(lines).some((part) => part !== '') ? { ...lines, country } : null;
}

async function changeStatus(
  { clock }: UpdateDeps,
  trx: Trx,
  admin: Actor,
  client: LockedClient,
  status: AccountStatus = client.status,
): Promise<boolean> {
  if (status === client.status) return false;
  await setAccountStatus(trx, client.id, status);
  const common = { status: 'success', ...byActor(admin) } as const;
  const clientId = client.id;
  if (status === 'active')
    await recordEvent(trx, clock, admin, { ...common, type: 'ACTIVATE_USER', details: { clientId } });
  else
    await recordEvent(trx, clock, admin, { ...common, type: 'SUSPEND_USER', details: { clientId, status } });
  return true;
}

async function changeCommission(
  { clock }: UpdateDeps,
  trx: Trx,
  admin: Actor,
  id: string,
  { commissionType: type, commissionAmount: amount = 0 }: UpdateClientBody,
): Promise<boolean> {
  if (type === undefined) return false;
  const rule: CommissionRule | null = type === 'global' ? null : { type, value: commissionValueOf(amount) };
  return setCommissionOfClient(trx, clock, admin, id, rule);
}
