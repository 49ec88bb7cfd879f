import type { FieldError } from '@lading/contract/errors.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Handle } from '../../platform/db/database.ts';
import { selectClientNames, selectGroups } from './client-groups.store.ts';

const NOUNS = { clients: 'client', groups: 'group' } as const;
const LISTS = ['clients', 'groups'] as const;

export interface MissingReference {
  noun: 'client' | 'group';
  /** 'Rule 2 “Wholesale”'. */
  rule: string;
}

/** Refuses rules for clients and groups that do not exist, because they would silently never match. */
export async function checkReferences(
  db: Handle,
  rules: readonly StoredRule[],
  explain: (missing: MissingReference) => string,
  /** Rules whose clients and groups are allowed even if they no longer exist. */
  kept: readonly StoredRule[] = [],
): Promise<void> {
  const found = {
    clients: await selectClientNames(db, idsIn(rules, 'clients')),
    groups: await selectGroups(db),
  };
  const allowed = (list: 'clients' | 'groups') =>
    new Set([...found[list].map(({ id }) => id), ...idsIn(kept, list)]);
  const known = { clients: allowed('clients'), groups: allowed('groups') };
  const fields = rules.flatMap(({ name, conditions }, index) =>
    LISTS.filter((list) => !conditions[list].every((id) => known[list].has(id))).map(
      (list): FieldError => ({
        path: `rules.${index}.conditions.${list}`,
        message: explain({ noun: NOUNS[list], rule: `Rule ${index + 1} “${name}”` }),
      }),
    ),
  );
  const [first] = fields;
  if (first) throw new AppError('VALIDATION_FAILED', { message: first.message, fields });
}

const idsIn = (rules: readonly StoredRule[], list: 'clients' | 'groups') =>
  rules.flatMap(({ conditions }) => conditions[list]);
