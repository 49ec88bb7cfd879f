import type { ProfileAnswer, ProfileBody, UpdateProfileAnswer } from '@lading/contract/profile.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, transaction } from '../../platform/db/database.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { selectProfile, updatePerson, upsertDefaultAddress } from './clients.store.ts';

export interface ProfileDeps {
  db: Database;
  clock: Clock;
}

interface Client extends Origin {
  userId: string;
  role: 'client' | 'admin';
}

export async function showProfile({ db }: ProfileDeps, { userId }: Client): Promise<ProfileAnswer> {
  const profile = await readProfile(db, userId);
  return { data: { ...profile, address: profile.default_address } };
}

/** The email address is not among the fields: it is how a person signs in, and is not changed here. */
export async function updateProfile(
  { db, clock }: ProfileDeps,
  client: Client,
  { fullName, phone, defaultAddress }: ProfileBody,
): Promise<UpdateProfileAnswer> {
  const { userId, role } = client;
  await transaction(db, async (trx) => {
    await updatePerson(trx, userId, { full_name: fullName, phone: phone.replace(/\D/g, '') });
    await upsertDefaultAddress(trx, userId, defaultAddress, clock.now());
    await recordEvent(trx, clock, client, {
      type: 'UPDATE_PROFILE',
      status: 'success',
      userId,
      userRole: role,
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
