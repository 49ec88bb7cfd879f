import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@lading/contract/constants.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import type { ChangeDeps } from '../domains/balances/change-balance.ts';
import { createAdmin } from '../domains/identity/create-admin.ts';
import type { IdentityDeps } from '../domains/identity/identity.deps.ts';
import type { ProcessorDeps } from '../domains/processor-balance/processor-balance.deps.ts';
import { StartError } from '../platform/app-error.ts';
import { days, later, minutes } from '../platform/clock.ts';
import { type Trx, transaction } from '../platform/db/database.ts';
import { newSecret } from '../platform/ids.ts';
import { addDemoClient } from './add-demo-client.ts';
import { addDemoStaff, DEMO_STAFF } from './add-demo-staff.ts';
import { hasUsers, insertClientCommission, insertDefaultAddress, setGlobalCommission } from './demo.store.ts';
import { addDemoAdjustments } from './demo-adjustments.ts';
import { addDemoApiKeys } from './demo-api-keys.ts';
import { addDemoAttention } from './demo-attention.ts';
import { addDemoBalances } from './demo-balances.ts';
import { addDemoBilling } from './demo-billing.ts';
import { DEMO_CLIENTS, type DemoClient } from './demo-clients.ts';
import { fillOperatorHistory } from './demo-operator.ts';
import { addDemoOrders, type DemoOrderDeps } from './demo-orders.ts';
import { addDemoPayouts } from './demo-payouts.ts';
import { SHOP_PLACES } from './demo-places.ts';
import { addDemoPriceRules } from './demo-price-rules.ts';
import { type DemoShop, fillShipments } from './demo-shipments.ts';

export interface DemoAccount {
  role: Role;
  /** Absent for clients, and for the owner. */
  staffRole?: StaffRole;
  email: string;
  password: string;
}

type Deps = Pick<IdentityDeps, 'passwords' | 'passwordRules' | 'secondFactors'> &
  DemoOrderDeps &
  ChangeDeps & { timings: ProcessorDeps['timings'] };

const ADMIN_EMAIL = 'admin@lading.example';
const CLIENT_EMAIL = 'demo@lading.example';
const HISTORY_DAYS = 90;

/**
 * Fills an empty database with staff and clients with three months of history. Each installation gets its
 * own passwords. A file in the data folder stores them, so that later starts can print them.
 */
export async function fillDemoData(
  deps: Deps,
  dataDir: string,
  announced: (work: () => Promise<void>) => Promise<void>,
): Promise<DemoAccount[]> {
  const file = join(dataDir, 'demo-accounts.json');
  const unfinished = `${file}.unfinished`;
  if (await hasUsers(deps.db)) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    if (!existsSync(unfinished)) return [];
    throw new StartError(
      `An earlier start was interrupted while it filled in demo data. Delete ${dataDir} and start again, or set LADING_DEMO=off to keep the incomplete data.`,
    );
  }
  const accounts: DemoAccount[] = [
    { role: 'admin', email: ADMIN_EMAIL, password: readablePassword() },
    { role: 'client', email: CLIENT_EMAIL, password: readablePassword() },
    ...DEMO_STAFF.map(({ staffRole, email }) => ({
      role: 'admin' as const,
      staffRole,
      email,
      password: readablePassword(),
    })),
  ];
  writeFileSync(unfinished, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  // Incidents and declined cards of the demo data are not problems of this installation, so they are not logged.
  const log = deps.log.child({}, { level: 'silent' });
  await announced(() => fill({ ...deps, log }, accounts));
  renameSync(unfinished, file);
  return accounts;
}

/** For example `demo-k3wq-7ztm-xa9c`: easy to type, hard to guess. */
function readablePassword(): string {
  const letters = newSecret()
    .toLowerCase()
    .replace(/[^a-z2-9]/g, '')
    .replace(/[lo]/g, '');
  return `demo-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8, 12)}`;
}

async function fill(deps: Deps, accounts: DemoAccount[]): Promise<void> {
  const [admin, client, ...staff] = accounts as [DemoAccount, DemoAccount, ...DemoAccount[]];
  const clientHash = await deps.passwords.hash(client.password);
  // The other clients have no known password.
  const randomHash = await deps.passwords.hash(newSecret());
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
      const passwordHash = person === demoClient ? clientHash : randomHash;
      const since = later(now, -days(HISTORY_DAYS) + index * minutes(47));
      const userId = await addDemoClient(trx, { person, passwordHash, since, now, index });
      if (person.status === 'active') shops.push({ ...person, userId });
    }
    await addPrices(trx, shops, now);
  });
  await createAdmin(deps, { email: admin.email, password: admin.password, name: 'Morgan Hale', by: 'demo' });
  await addDemoStaff(deps, admin.email, staff);
  await addDemoPriceRules(deps, admin.email, shops);
  await addDemoBalances(deps, admin.email, shops);
  await addDefaultSender(deps, shops);
  await fillShipments(deps, shops);
  await addDemoAdjustments(deps, admin.email, shops);
  await fillOperatorHistory(deps, admin.email, shops);
  await addDemoAttention(deps, admin.email, shops);
  await addDemoBilling(deps, admin.email, shops, HISTORY_DAYS);
  await addDemoApiKeys(deps, shops);
  await addDemoOrders(deps, shops);
  await addDemoPayouts(deps, HISTORY_DAYS);
}

/**
 * A global commission, and two clients with their own rule. All of them earn more than the payment processor charges. The
 * price history has the same dates.
 */
async function addPrices(trx: Trx, shops: readonly DemoShop[], now: Date): Promise<void> {
  await setGlobalCommission(trx, {
    markup_type: 'percentage',
    markup_value: 1400,
    updated_at: later(now, -days(61)),
  });
  const [, large, steady] = shops;
  if (large)
    await insertClientCommission(trx, large.userId, {
      markup_type: 'percentage',
      markup_value: 1150,
      updated_at: later(now, -days(47)),
    });
  if (steady)
    await insertClientCommission(trx, steady.userId, {
      markup_type: 'flat_rate',
      markup_value: 250,
      updated_at: later(now, -days(12)),
    });
}

async function addDefaultSender({ db, clock }: Deps, shops: readonly DemoShop[]): Promise<void> {
  const [place] = SHOP_PLACES;
  const [shop] = shops;
  if (!place || !shop) return;
  const { address, address2: suite, city, state, zipCode, country = 'US' } = place;
  const sender = { address, suite, city, state, zipCode, country };
  await insertDefaultAddress(db, shop.userId, sender, clock.now());
}
