import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import { PACKAGE_PRESETS } from '@lading/contract/orders/package-presets.ts';
import { packageSizeOf } from '@lading/contract/orders/packages.ts';
import type { Handle } from '../../platform/db/database.ts';
import { type CompiledRules, compileRules } from './compile-rules.ts';
import { selectSetup } from './order-rules.store.ts';
import type { StoredPackage } from './order-rules.tables.ts';
import type { ChosenPackage } from './rule-facts.ts';
import { type SavedRow, savedAsChosen } from './saved-packages.ts';

/** The carriers' packages weigh nothing here: their weights are not published. */
const PRESETS: readonly (readonly [string, ChosenPackage])[] = PACKAGE_PRESETS.map(
  ({ id, name, lengthIn, widthIn, heightIn }) => [
    id,
    { id, name, parcel: { type: 'package', lengthIn, widthIn, heightIn }, emptyWeightOz: 0 },
  ],
);

const toChosen = (own: StoredPackage): ChosenPackage => ({
  id: own.id,
  name: own.name,
  parcel: packageSizeOf(own),
  emptyWeightOz: own.emptyWeightOz,
});

/** All packages that an order can use, by ID. */
export const catalogOf = (
  packages: readonly StoredPackage[],
  saved: readonly SavedRow[],
): Map<string, ChosenPackage> =>
  new Map([...PRESETS, ...savedAsChosen(saved), ...packages.map((own) => [own.id, toChosen(own)] as const)]);

export interface OrderSetup {
  rules: readonly OrderRule[];
  compiled: CompiledRules;
  packages: ReadonlyMap<string, ChosenPackage>;
  defaultPackage: ChosenPackage | null;
}

export const NO_RULES: OrderSetup = {
  rules: [],
  compiled: compileRules([], new Map()),
  packages: new Map(),
  defaultPackage: null,
};

/** A client's rules and packages, ready to prepare orders. */
export async function loadRules(db: Handle, userId: string): Promise<OrderSetup> {
  const { rules, packages, saved } = await selectSetup(db, userId);
  const catalog = catalogOf(packages, saved);
  const preferred = packages.find(({ isDefault }) => isDefault);
  return {
    rules,
    compiled: compileRules(rules, catalog),
    packages: catalog,
    defaultPackage: preferred ? toChosen(preferred) : null,
  };
}
