import type { FieldError } from '@lading/contract/errors.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import { selectClientNames, selectGroups } from './client-groups.store.ts';

const MISSING = {
  clients: 'A client of this rule no longer exists. Please remove it.',
  groups: 'A group of this rule no longer exists. Please remove it.',
} as const;

/** Refuses rules for clients and groups that do not exist, because they would silently never match. */
export async function checkReferences(db: Handle, rules: readonly StoredRule[]): Promise<void> {
  const known = {
    clients: new Set(
      (
        await selectClientNames(
          db,
          rules.flatMap(({ conditions }) => conditions.clients),
        )
      ).map(({ id }) => id),
    ),
    groups: new Set((await selectGroups(db)).map(({ id }) => id)),
  };
  const fields = rules.flatMap(({ conditions }, index) =>
    (['clients', 'groups'] as const).flatMap((list): FieldError[] =>
      conditions[list].every((id) => known[list].has(id))
        ? []
        : [{ path: `rules.${index}.conditions.${list}`, message: MISSING[list] }],
    ),
  );
  const [first] = fields;
  if (first) throw new AppError('VALIDATION_FAILED', { message: first.message, fields });
}
