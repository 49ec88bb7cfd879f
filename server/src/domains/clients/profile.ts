import type { ProfileAnswer, ProfileBody, UpdateProfileAnswer } from '@lading/contract/profile.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { selectProfile, updateContact, upsertDefaultAddress } from './clients.store.ts';

export interface ProfileDeps {
  db: Database;
  clock: Clock;
}

export async function showProfile({ db }: ProfileDeps, { userId }: Actor): Promise<ProfileAnswer> {
  const profile = await readProfile(db, userId);
  return { data: { ...profile, address: profile.default_address } };
}

/** Does not change the email address, which identifies the login. */
export async function updateProfile(
  { db, clock }: ProfileDeps,
  actor: Actor,
  { fullName, phone, defaultAddress }: ProfileBody,
): Promise<UpdateProfileAnswer> {
  const { userId } = actor;
  await transaction(db, async (trx) => {
    await updateContact(trx, userId, { full_name: fullName, phone: phone.replace(/\D/g, '') });
    await upsertDefaultAddress(trx, userId, defaultAddress, clock.now());
    await recordEvent(trx, clock, actor, {
      type: 'UPDATE_PROFILE',
      status: 'success',
      ...byActor(actor),
      details: { fields: ['fullName', 'phone', 'defaultAddress'] },
    });
  });
  return { user: await readProfile(db, userId) };
}

async function readProfile(db: Database, userId: string) {
  const row = await selectProfile(db, userId);
  return {
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    default_address: row.default_address,
  };
}
