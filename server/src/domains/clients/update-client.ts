import { isDeepStrictEqual } from 'node:util';
import type { AdminClientAnswer, UpdateClientBody } from '@lading/contract/admin-clients.ts';
import { type CommissionRule, commissionValueOf } from '@lading/contract/commission.ts';
import type { AccountStatus } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import type { DefaultAddress } from '@lading/contract/profile.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isUniqueViolation, type Trx, transaction } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { changeEmail } from '../identity/change-email.ts';
import { setAccountStatus } from '../identity/close-account.ts';
import { setCommissionOfClient } from '../pricing/client-commission.ts';
import { type LockedClient, lockClient } from './admin-clients.store.ts';
import { deleteDefaultAddress, selectProfile, updateContact, upsertDefaultAddress } from './clients.store.ts';
import { showClient } from './show-clients.ts';

export interface UpdateDeps {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
}

/** Applies all changes or none. The audit log gets the names of the changed fields, never their values. */
export async function updateClient(
  deps: UpdateDeps,
  admin: Actor,
  id: string,
  body: UpdateClientBody,
): Promise<AdminClientAnswer> {
  await changeClient(deps, id, async (trx, client) => {
    const fields = [
      ...(await changeContact(deps, trx, client, body)),
      ...((await changeAddress(deps, trx, id, body.address)) ? ['address'] : []),
      ...((await changeStatus(deps, trx, admin, client, body.status)) ? ['status'] : []),
      ...((await changeCommission(deps, trx, admin, id, body)) ? ['commission'] : []),
    ];
    if (fields.length === 0) return;
    await recordEvent(trx, deps.clock, admin, {
      type: 'UPDATE_USER',
      status: 'success',
      ...byActor(admin),
      details: { clientId: id, fields },
    });
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'users_email_key')) throw error;
    throw new AppError('EMAIL_TAKEN', { fields: [{ path: 'email', message: ERRORS.EMAIL_TAKEN.message }] });
  });
  return showClient(deps.db, id);
}

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
  await changeClient(deps, id, (trx, client) => changeStatus(deps, trx, admin, client, status));
  return showClient(deps.db, id);
}

export async function resetToGlobalCommission(
  deps: UpdateDeps,
  admin: Actor,
  id: string,
): Promise<AdminClientAnswer> {
  await changeClient(deps, id, (trx) => setCommissionOfClient(trx, deps.clock, admin, id, null));
  return showClient(deps.db, id);
}

const changeClient = (
  { db }: UpdateDeps,
  id: string,
  work: (trx: Trx, client: LockedClient) => Promise<unknown>,
) =>
  transaction(db, async (trx) => {
    const client = await lockClient(trx, id);
    if (!client) throw new AppError('CLIENT_NOT_FOUND');
    await work(trx, client);
  });

/** Returns the names of the fields that changed. */
async function changeContact(
  deps: UpdateDeps,
  trx: Trx,
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
  if (differs.email) await changeEmail(trx, deps, client, email);
  return Object.entries(differs).flatMap(([field, changed]) => (changed ? [field] : []));
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
