import { readOutside } from '../../outside/outside.ts';

/** Any of these scopes gives access to a type, or to a field of the root types. */
type AccessRules = ReadonlyMap<string, readonly string[]>;

/** Reads the scopes from the comments of the schema. Keys are `Order` or `QueryRoot.orders`. */
function readAccessRules(schema: string): AccessRules {
  const rules = new Map<string, string[]>();
  let scopes: string[] = [];
  let root = '';
  for (const line of schema.split('\n')) {
    const type = /^type (\w+)/.exec(line)?.[1];
    const field = /^ {2}(\w+)/.exec(line)?.[1];
    if (type) root = /^(QueryRoot|Mutation)$/.test(type) ? type : '';
    const name = type ?? (root && field ? `${root}.${field}` : null);
    if (name && scopes.length > 0) rules.set(name, scopes);
    if (/^\s*# access:/.test(line)) scopes = line.match(/\b(?:read|write)_\w+(?= access scope)/g) ?? [];
    else if (line.trim() !== '') scopes = [];
  }
  return rules;
}

export const SCHEMA_TEXT = readOutside('shopify/admin-2026-10.graphql').toString();

const RULES = readAccessRules(SCHEMA_TEXT);

/** A scope for writing includes reading. */
export function mayUse(name: string, granted: readonly string[]): boolean {
  const wanted = RULES.get(name);
  if (!wanted) return true;
  return wanted.some(
    (scope) => granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_')),
  );
}
