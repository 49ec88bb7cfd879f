import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@lading/contract/constants.ts';
import { normalizeEmail } from '@lading/contract/identity.ts';
import { recordEvent } from '../domains/audit/record-event.ts';
import { createAdmin } from '../domains/identity/create-admin.ts';
import type { IdentityDeps } from '../domains/identity/identity.deps.ts';
import { insertUser } from '../domains/identity/identity.store.ts';
import { days, later, minutes } from '../platform/clock.ts';
import { type Trx, transaction } from '../platform/db/database.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { DEMO_CLIENTS, type DemoClient } from './demo-clients.ts';
import { SHOP_PLACES } from './demo-places.ts';
import { type DemoShipmentDeps, type DemoShop, fillShipments } from './demo-shipments.ts';

export interface DemoAccount {
  role: Role;
  email: string;
  password: string;
}

type Deps = Pick<IdentityDeps, 'passwords'> & DemoShipmentDeps;

const ADMIN_EMAIL = 'admin@lading.example';
const CLIENT_EMAIL = 'demo@lading.example';
const HISTORY_DAYS = 90;

/**
 * Fills an empty database with an operator and clients who look as if they had worked for three months. The passwords are made
 * here, so that no two installations share one; the file beside the data remembers them for the next start's message.
 */
export async function fillDemoData(
  deps: Deps,
  dataDir: string,
  announced: (work: () => Promise<void>) => Promise<void>,
): Promise<DemoAccount[]> {
  const file = join(dataDir, 'demo-accounts.json');
  if (!(await isEmpty(deps))) return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const accounts: DemoAccount[] = [
    { role: 'admin', email: ADMIN_EMAIL, password: readablePassword() },
    { role: 'client', email: CLIENT_EMAIL, password: readablePassword() },
  ];
  // Written first: a kill between the two must not leave accounts whose passwords nobody knows.
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await announced(() => fill(deps, accounts));
  return accounts;
}

async function isEmpty({ db }: Deps): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** `demo-k3wq-7ztm-xa9c`: quick to type, and too many to guess. */
function readablePassword(): string {
  const letters = newSecret()
    .toLowerCase()
    .replace(/[^a-z2-9]/g, '')
    .replace(/[lo]/g, '');
  return `demo-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8, 12)}`;
}

async function fill(deps: Deps, accounts: DemoAccount[]): Promise<void> {
  const [admin, client] = accounts as [DemoAccount, DemoAccount];
  const clientHash = await deps.passwords.hash(client.password);
  // Nobody is meant to sign in as the others.
  const closedHash = await deps.passwords.hash(newSecret());
  const now = deps.clock.now();
  const demoClient: DemoClient = {
    name: 'Ada Park',
    email: client.email,
    phone: '5035550142',
    status: 'active',
    everyDays: 1,
  };
  const shops: DemoShop[] = [];
  await transaction(deps.db, async (trx) => {
    for (const [index, person] of [demoClient, ...DEMO_CLIENTS].entries()) {
      const hash = person === demoClient ? clientHash : closedHash;
      const since = later(now, -days(HISTORY_DAYS) + index * minutes(47));
      const userId = await addClient(trx, person, hash, since, now, index);
      if (person.status === 'active') shops.push({ ...person, userId });
    }
    await addPrices(trx, shops, now);
  });
  // Last: the admin is what makes the database count as filled for whoever looks at it.
  await createAdmin(deps, { email: admin.email, password: admin.password, name: 'Morgan Hale', by: 'demo' });
  await addDefaultSender(deps, shops);
  await fillShipments(deps, shops);
}

/** A commission for everybody, and two clients with a rule of their own. */
async function addPrices(trx: Trx, shops: readonly DemoShop[], now: Date): Promise<void> {
  await trx
    .updateTable('global_pricing')
    .set({ markup_type: 'percentage', markup_value: 800, updated_at: now })
    .execute();
  const [, large, steady] = shops;
  const own = [
    { user_id: large?.userId, markup_type: 'percentage' as const, markup_value: 550, updated_at: now },
    { user_id: steady?.userId, markup_type: 'flat_rate' as const, markup_value: 75, updated_at: now },
  ];
  for (const { user_id, ...rule } of own)
    if (user_id)
      await trx
        .insertInto('client_pricing')
        .values({ user_id, ...rule })
        .execute();
}

async function addDefaultSender({ db, clock }: Deps, shops: readonly DemoShop[]): Promise<void> {
  const [place] = SHOP_PLACES;
  const [shop] = shops;
  if (!place || !shop) return;
  const { address, address2: suite, city, state, zipCode, country = 'US' } = place;
  const defaultAddress = JSON.stringify({ address, suite, city, state, zipCode, country });
  await db
    .insertInto('client_profiles')
    .values({ user_id: shop.userId, default_address: defaultAddress, updated_at: clock.now() })
    .execute();
}

/** A client with the sign-ins of the past months: mostly good, now and then a mistyped password. */
async function addClient(
  trx: Trx,
  person: DemoClient,
  hash: string,
  since: Date,
  now: Date,
  index: number,
): Promise<string> {
  const userId = newId();
  const visits = visitsOf(person, since, now, index);
  await insertUser(trx, {
    id: userId,
    email: person.email,
    email_key: normalizeEmail(person.email),
    full_name: person.name,
    phone: person.phone,
    password_hash: hash,
    role: 'client',
    status: person.status,
    created_at: since,
    last_active_at: visits.at(-1) ?? since,
  });
  const origin = { ip: `203.0.113.${20 + index}`, requestId: null };
  const actor = { userId, userRole: 'client' } as const;
  await recordEvent(trx, { now: () => since }, origin, {
    type: 'SIGN_UP',
    status: 'success',
    ...actor,
    details: {},
  });
  for (const [number, visit] of visits.entries()) {
    const at = (delay: number) => ({ now: () => later(visit, delay) });
    if ((number + index) % 9 === 4) {
      const details = { error: 'The email or password is incorrect.' };
      await recordEvent(trx, at(-minutes(1)), origin, { type: 'LOGIN', status: 'error', ...actor, details });
    }
    await recordEvent(trx, at(0), origin, {
      type: 'LOGIN',
      status: 'success',
      ...actor,
      details: {},
    });
    if (number % 2 === 0) {
      await recordEvent(trx, at(minutes(38)), origin, {
        type: 'LOGOUT',
        status: 'success',
        ...actor,
        details: {},
      });
    }
  }
  return userId;
}

function visitsOf(person: DemoClient, since: Date, now: Date, index: number): Date[] {
  const visits: Date[] = [];
  const last = person.status === 'active' ? later(now, -minutes(40 + index * 11)) : later(now, -days(20));
  for (
    let at = last;
    at > since;
    at = later(at, -days(person.everyDays) - minutes(((index * 7 + visits.length * 13) % 90) - 45))
  ) {
    visits.push(at);
  }
  return visits.reverse();
}
