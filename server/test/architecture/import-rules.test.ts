import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsOf, type Import, readFacts } from './file-facts.ts';
import { isOurs } from './source-tree.ts';

/** Which domains a domain may use besides itself, and only through files that are not its store. */
const NEIGHBORS: Record<string, string[]> = {
  addresses: [],
  adjustments: ['audit', 'balances', 'ledger', 'notices', 'reconciliation'],
  analytics: ['audit'],
  attention: ['audit', 'balances', 'reconciliation', 'top-ups'],
  audit: [],
  balances: ['audit', 'ledger'],
  billing: ['audit', 'balances', 'notices', 'reconciliation'],
  bulk: ['addresses', 'notices', 'payments', 'pricing', 'products', 'shipments'],
  clients: ['audit', 'identity', 'payments', 'pricing'],
  identity: ['audit'],
  ledger: [],
  money: ['analytics', 'audit'],
  notices: ['identity'],
  'order-rules': [],
  orders: ['audit', 'bulk', 'notices', 'order-rules', 'products', 'reconciliation', 'shipments'],
  payments: ['audit', 'balances', 'ledger', 'notices', 'pricing', 'reconciliation'],
  pricing: ['audit'],
  'processor-balance': ['audit', 'ledger', 'payments', 'reconciliation'],
  reconciliation: ['audit'],
  'second-factor': ['audit', 'identity'],
  shipments: ['adjustments', 'audit', 'ledger', 'payments', 'pricing', 'reconciliation'],
  staff: ['audit', 'identity', 'second-factor'],
  'top-ups': ['audit', 'balances', 'notices', 'payments', 'reconciliation'],
};

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(folder));

const isLabelPortType = ({ to, typeOnly }: Pick<Import, 'to' | 'typeOnly'>) =>
  typeOnly && to === 'server/src/labels/port.ts';
const isPortType = (item: Pick<Import, 'to' | 'typeOnly'>) =>
  isLabelPortType(item) || (item.typeOnly && /^server\/src\/providers\/[^/]+\/port\.ts$/.test(item.to));
/** A concrete provider: a file of an adapter, not its port. */
const isAdapter = ({ to }: Pick<Import, 'to'>) => /^server\/src\/providers\/[^/]+\/[^/]+\//.test(to);

const isPlatformWithoutDb = ({ to }: Pick<Import, 'to'>) =>
  inside('server/src/platform/')(to) && !inside('server/src/platform/db/')(to);
/** In the same folder: a port, and what the adapters of the port share. */
const isBeside = (file: string, { to }: Pick<Import, 'to'>) => posix.dirname(to) === posix.dirname(file);

/** The rule of a file: which of our files it may import. The first matching pattern decides. */
function allowedFor(file: string): (item: Import) => boolean {
  const part = (pattern: RegExp) => pattern.exec(file)?.slice(1) ?? null;
  const may =
    (...folders: string[]) =>
    (item: Import) =>
      inside('contract/src/', ...folders)(item.to);
  if (file.startsWith('contract/')) return may();
  if (file === 'server/test/architecture/packages.test.ts') return may('scripts/');
  if (/\.(test|fixture)\.ts$/.test(file) && file.startsWith('server/')) return may('server/');
  if (/\.test\.tsx$/.test(file) && file.startsWith('web/')) return may('web/');
  if (file.startsWith('server/test/')) return may('server/');
  if (file.startsWith('server/src/platform/')) return may('server/src/platform/');

  if (file.startsWith('server/src/labels/')) return may('server/src/labels/');
  const port = part(/^server\/src\/providers\/([^/]+)\/port\.ts$/);
  if (port) return (item) => may()(item) || isLabelPortType(item);
  const adapter = part(/^server\/src\/providers\/([^/]+)\/([^/]+)\//);
  if (adapter) {
    const own = `server/src/providers/${adapter[0]}/`;
    return (item) =>
      may('server/src/labels/', `${own}${adapter[1]}/`)(item) ||
      isBeside(`${own}port.ts`, item) ||
      isPlatformWithoutDb(item);
  }
  if (/^server\/src\/providers\/[^/]+\/[^/]+\.ts$/.test(file) && !file.endsWith('-suite.ts'))
    return (item) => may()(item) || isBeside(file, item) || isPlatformWithoutDb(item);

  const domain = part(/^server\/src\/domains\/([^/]+)\//)?.[0];
  if (domain) {
    const own = `server/src/domains/${domain}/`;
    const neighbors = (NEIGHBORS[domain] ?? []).map((name) => `server/src/domains/${name}/`);
    return ({ to, typeOnly }) =>
      inside('contract/src/', 'server/src/platform/', own)(to) ||
      (inside(...neighbors)(to) && !to.endsWith('.store.ts')) ||
      // State tables are pure data that SQL in other domains uses too.
      to.endsWith('.states.ts') ||
      isPortType({ to, typeOnly });
  }

  if (file.startsWith('server/src/demo/'))
    return (item) =>
      may('server/src/demo/', 'server/src/domains/', 'server/src/platform/')(item) || isPortType(item);
  if (file.startsWith('server/src/provider-stores/'))
    return (item) =>
      may('server/src/platform/', 'server/src/provider-stores/')(item) ||
      (item.typeOnly && inside('server/src/providers/')(item.to));
  if (/^server\/src\/((account|network|order-source|provider|retention)-)?config\.ts$/.test(file))
    return may(
      'server/src/platform/',
      'server/src/account-config.ts',
      'server/src/network-config.ts',
      'server/src/order-source-config.ts',
      'server/src/provider-config.ts',
      'server/src/retention-config.ts',
    );
  if (file === 'server/src/app.ts')
    return may('server/src/domains/', 'server/src/platform/', 'server/src/config.ts');
  if (file === 'server/src/compose-providers.ts') return may('server/src/');
  if (file.startsWith('server/src/')) return (item) => may('server/src/')(item) && !isAdapter(item);

  const feature = part(/^web\/src\/features\/([^/]+)\//)?.[0];
  if (feature) return may(`web/src/features/${feature}/`, 'web/src/ui/', 'web/src/lib/');
  if (file.startsWith('web/src/ui/')) return may('web/src/ui/', 'web/src/lib/');
  if (file.startsWith('web/src/lib/')) return may('web/src/lib/');
  if (file.startsWith('web/')) return may('web/');
  if (file.startsWith('e2e/')) return may('e2e/', 'web/test/scan-checks.ts', 'server/test/program-bundle.ts');
  if (file.startsWith('deploy/')) return may('deploy/', 'server/');
  if (file.startsWith('bench/'))
    return may(
      'bench/',
      'server/src/',
      'server/test/buying-customer.ts',
      'server/test/bulk-customer.ts',
      'server/test/doubles/',
      'server/test/order-rule-samples.ts',
      'server/test/run-lading.ts',
    );
  return may('scripts/');
}

const importsOf = (path: string, text: string) => factsOf({ path, text }).imports;
const isViolation = (item: Import) => isOurs(item.to) && !allowedFor(item.from)(item);

describe('the import rules', () => {
  const imports = readFacts().flatMap((file) => file.imports);

  it('hold in every file', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(imports.filter(isViolation).map(({ from, to }) => `${from} must not import ${to}`)).toEqual([]);
  });

  it('name the same neighbors as docs/ARCHITECTURE.md', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/ARCHITECTURE.md'), 'utf8');
    const [, together = '', listed = ''] =
      /^Neighbors: ([a-z, -]+) may use audit\. (.*?)\. Where a domain/ms.exec(text) ?? [];
    const documented = [
      ...together.split(/, | and /).map((name) => [name, ['audit']] as const),
      ...listed.split(/\.\s/).map((sentence) => {
        const [name = '', neighbors = ''] = sentence.split(' → ');
        return [name.toLowerCase(), neighbors.split(/,\s/)] as const;
      }),
    ];
    const without = Object.keys(NEIGHBORS).filter((name) => NEIGHBORS[name]?.length === 0);
    expect({
      ...Object.fromEntries(documented),
      ...Object.fromEntries(without.map((name) => [name, []])),
    }).toEqual(NEIGHBORS);
  });

  it.each([
    ['contract/src/errors.ts', "import { x } from '../../server/src/app.ts';"],
    ['server/src/platform/clock.ts', "import { x } from '../domains/identity/log-in.ts';"],
    ['server/src/domains/audit/record-event.ts', "import { x } from '../identity/actor.ts';"],
    ['server/src/domains/identity/log-in.ts', "import { x } from '../audit/audit.store.ts';"],
    ['server/src/domains/identity/log-in.ts', "import { Mailer } from '../../providers/mail/port.ts';"],
    [
      'server/src/domains/identity/log-in.ts',
      "import { OutboxMailer } from '../../providers/mail/outbox/outbox-mailer.ts';",
    ],
    [
      'server/src/providers/mail/outbox/outbox-mailer.ts',
      "import { x } from '../../../platform/db/database.ts';",
    ],
    ['server/src/providers/order-sources/ebay/ebay-client.ts', "import { x } from '../etsy/etsy-client.ts';"],
    ['server/src/providers/order-sources/ebay/ebay-client.ts', "import { x } from '../../mail/port.ts';"],
    [
      'server/src/providers/order-sources/parse-as.ts',
      "import { x } from '../../domains/orders/read-orders.ts';",
    ],
    ['server/src/providers/order-sources/parse-as.ts', "import { x } from './ebay/ebay-client.ts';"],
    ['server/src/providers/order-sources/parse-as.ts', "import { x } from '../../platform/db/database.ts';"],
    ['server/src/app.ts', "import { OutboxMailer } from './providers/mail/outbox/outbox-mailer.ts';"],
    ['server/src/compose.ts', "import { OutboxMailer } from './providers/mail/outbox/outbox-mailer.ts';"],
    ['server/src/labels/make-label.ts', "import type { X } from '../providers/label-providers/port.ts';"],
    ['server/src/domains/shipments/label-file.ts', "import { x } from '../../labels/label-engine.ts';"],
    ['web/src/features/sign-in/page.tsx', "import { x } from '../sign-up/page.tsx';"],
    ['web/src/main.tsx', "export { x } from '../../server/src/app.ts';"],
    ['e2e/landing.test.ts', "const x = await import('../web/src/main.tsx');"],
  ])('forbid %s to contain: %s', (file, text) => {
    expect(importsOf(file, text).filter(isViolation)).toHaveLength(1);
  });

  it('let the contract and the web application use only zod/mini', () => {
    const packages = imports.filter((item) => !isOurs(item.to) && !item.to.startsWith('node:'));
    const ofContract = packages.filter(
      (item) => item.from.startsWith('contract/') && !/\.(test|fixture)\.ts$/.test(item.from),
    );
    expect(new Set(ofContract.map((item) => item.to))).toEqual(new Set(['zod/mini']));
    expect(packages.filter((item) => item.from.startsWith('web/src') && item.to === 'zod')).toEqual([]);
  });

  it('allow no file that only re-exports others', () => {
    expect(readFacts().filter(({ path }) => /(^|\/)index\.tsx?$/.test(path))).toEqual([]);
  });
});
