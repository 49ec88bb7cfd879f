import { normalizeEmail } from '@lading/contract/identity.ts';
import { recordEvent } from '../domains/audit/record-event.ts';
import { insertUser } from '../domains/identity/identity.store.ts';
import { days, later, minutes } from '../platform/clock.ts';
import type { Trx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { DemoClient } from './demo-clients.ts';

interface NewDemoClient {
  person: DemoClient;
  passwordHash: string;
  since: Date;
  now: Date;
  /** Varies the times and the IP address. */
  index: number;
}

/** Adds a client with sign-ins over the past months, a few of them with a wrong password. */
export async function addDemoClient(trx: Trx, client: NewDemoClient): Promise<string> {
  const { person, passwordHash, since } = client;
  const userId = newId();
  const visits = visitsOf(client);
  await insertUser(trx, {
    id: userId,
    email: person.email,
    email_key: normalizeEmail(person.email),
    full_name: person.name,
    phone: person.phone,
    password_hash: passwordHash,
    role: 'client',
    status: person.status,
    created_at: since,
    email_verified_at: since,
    last_active_at: visits.at(-1) ?? since,
  });
  await recordVisits(trx, client, userId, visits);
  return userId;
}

async function recordVisits(
  trx: Trx,
  { since, index }: NewDemoClient,
  userId: string,
  visits: readonly Date[],
): Promise<void> {
  const origin = { ip: `203.0.113.${20 + index}`, requestId: null };
  const record = (
    at: Date,
    type: 'SIGN_UP' | 'LOGIN' | 'LOGOUT',
    status: 'success' | 'error' = 'success',
    details: { error?: string } = {},
  ) => recordEvent(trx, { now: () => at }, origin, { type, status, userId, userRole: 'client', details });
  await record(since, 'SIGN_UP');
  for (const [number, visit] of visits.entries()) {
    if ((number + index) % 9 === 4)
      await record(later(visit, -minutes(1)), 'LOGIN', 'error', {
        error: 'The email or password is incorrect.',
      });
    await record(visit, 'LOGIN');
    if (number % 2 === 0) await record(later(visit, minutes(38)), 'LOGOUT');
  }
}

function visitsOf({ person, since, now, index }: NewDemoClient): Date[] {
  const visits: Date[] = [];
  const last = later(now, -(person.status === 'active' ? minutes(40 + index * 11) : days(20)));
  for (
    let at = last;
    at > since;
    at = later(at, -days(person.everyDays) - minutes(((index * 7 + visits.length * 13) % 90) - 45))
  ) {
    visits.push(at);
  }
  return visits.reverse();
}
