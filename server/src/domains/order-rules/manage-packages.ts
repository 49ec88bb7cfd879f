import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import { PACKAGE_PRESETS } from '@lading/contract/orders/package-presets.ts';
import {
  MAX_PACKAGES,
  type OwnPackage,
  PACKAGE_TEXTS,
  type PackageAnswer,
  type PackageBody,
  type PackagesAnswer,
  packageSizeOf,
  type UpdatePackageBody,
} from '@lading/contract/orders/packages.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { OrderRuleDeps } from './order-rules.deps.ts';
import { lockSetup, savePackages, selectSetup } from './order-rules.store.ts';
import type { StoredPackage } from './order-rules.tables.ts';
import { savedPackages } from './saved-packages.ts';

type Client = Pick<Actor, 'userId'>;

const countUses = (rules: readonly OrderRule[], id: string): number =>
  rules.filter(({ actions }) => actions.some((each) => each.kind === 'package' && each.packageId === id))
    .length;

const toView = (own: StoredPackage, rules: readonly OrderRule[]): OwnPackage => ({
  ...own,
  usedByRules: countUses(rules, own.id),
});

export async function listPackages({ db }: OrderRuleDeps, { userId }: Client): Promise<PackagesAnswer> {
  const { packages, packages_version: version, rules, saved } = await selectSetup(db, userId);
  return {
    version,
    packages: packages.map((own) => toView(own, rules)),
    saved: savedPackages(saved).map((each) => ({ ...each, usedByRules: countUses(rules, each.id) })),
    presets: [...PACKAGE_PRESETS],
  };
}

interface PackageList {
  packages: readonly StoredPackage[];
  rules: readonly OrderRule[];
}

function changePackages<T>(
  { db, clock }: OrderRuleDeps,
  { userId }: Client,
  given: number | null,
  change: (list: PackageList) => { packages: StoredPackage[]; result: T },
): Promise<{ version: number; result: T }> {
  return transaction(db, async (trx) => {
    const now = clock.now();
    const { packages: before, packages_version: current, rules } = await lockSetup(trx, userId, now);
    if (given !== null && given !== current) throw new AppError('PACKAGES_CHANGED');
    const { packages, result } = change({ packages: before, rules });
    const version = current + 1;
    await savePackages(trx, userId, { version, packages }, now);
    return { version, result };
  });
}

function checkName(name: string, others: readonly StoredPackage[], path: string): void {
  if (!others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return;
  const message = PACKAGE_TEXTS.nameTaken;
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path, message }] });
}

/** An envelope gets its fixed size. */
function withSize(own: StoredPackage): StoredPackage {
  const { type: _type, ...size } = packageSizeOf(own);
  return { ...own, ...size };
}

/** A new default replaces the earlier one. */
const withDefault = (packages: StoredPackage[], changed: StoredPackage): StoredPackage[] =>
  changed.isDefault
    ? packages.map((own) => (own.id === changed.id ? own : { ...own, isDefault: false }))
    : packages;

export async function addPackage(
  deps: OrderRuleDeps,
  client: Client,
  body: PackageBody,
): Promise<PackageAnswer> {
  const added = withSize({ id: newId(), ...body });
  const { version, result } = await changePackages(deps, client, null, ({ packages, rules }) => {
    if (packages.length >= MAX_PACKAGES)
      throw new AppError('LIMIT_REACHED', { message: PACKAGE_TEXTS.limitReached });
    checkName(added.name, packages, 'name');
    return { packages: withDefault([...packages, added], added), result: toView(added, rules) };
  });
  return { version, package: result };
}

export async function updatePackage(
  deps: OrderRuleDeps,
  client: Client,
  id: string,
  { version: given, change }: UpdatePackageBody,
): Promise<PackageAnswer> {
  const { version, result } = await changePackages(deps, client, given, ({ packages, rules }) => {
    const index = packages.findIndex((own) => own.id === id);
    const current = packages[index];
    if (!current) throw new AppError('PACKAGE_NOT_FOUND');
    const changed = withSize(merge(current, change));
    checkName(changed.name, packages.toSpliced(index, 1), 'change.name');
    return {
      packages: withDefault(packages.with(index, changed), changed),
      result: toView(changed, rules),
    };
  });
  return { version, package: result };
}

const merge = (current: StoredPackage, change: UpdatePackageBody['change']): StoredPackage => ({
  id: current.id,
  name: change.name ?? current.name,
  kind: change.kind ?? current.kind,
  lengthIn: change.lengthIn ?? current.lengthIn,
  widthIn: change.widthIn ?? current.widthIn,
  heightIn: change.heightIn ?? current.heightIn,
  emptyWeightOz: change.emptyWeightOz ?? current.emptyWeightOz,
  isDefault: change.isDefault ?? current.isDefault,
});

/** Also succeeds if the package is already deleted, so that a retry is safe. */
export async function removePackage(deps: OrderRuleDeps, client: Client, id: string): Promise<void> {
  await changePackages(deps, client, null, ({ packages, rules }) => {
    if (countUses(rules, id) > 0) throw new AppError('PACKAGE_USED');
    return { packages: packages.filter((own) => own.id !== id), result: null };
  });
}
