import { counted } from '@lading/contract/format-count.ts';
import { type StoredRule, sameName } from '@lading/contract/pricing/price-rules.ts';

/** More names would make the sentence unreadable. */
const MAX_NAMES = 5;

/** What publishing changes, compared with the rules in force: '3 rules. Added: “EU”. Removed: “Old”.' */
export function describeChange(before: readonly StoredRule[], after: readonly StoredRule[]): string {
  const inOther = (rules: readonly StoredRule[], { name }: StoredRule) =>
    rules.find((other) => sameName(other.name, name));
  const added = after.filter((rule) => !inOther(before, rule));
  const removed = before.filter((rule) => !inOther(after, rule));
  const changed = after.filter((rule) => {
    const other = inOther(before, rule);
    return other && contentOf(other) !== contentOf(rule);
  });
  const kept = (rules: readonly StoredRule[], other: readonly StoredRule[]) =>
    rules.filter((rule) => inOther(other, rule)).map(({ name }) => name.toLowerCase());
  const isReordered = kept(before, after).join('\n') !== kept(after, before).join('\n');
  const parts = [
    `${counted(after.length, 'rule')}.`,
    named('Added', added),
    named('Changed', changed),
    named('Removed', removed),
    isReordered ? 'Order changed.' : '',
  ].filter(Boolean);
  return parts.length === 1 ? `${parts[0]} No change.` : parts.join(' ');
}

/** The database sorts the fields of an object, so they are compared in a fixed order. */
const contentOf = ({ conditions, effect }: StoredRule): string =>
  JSON.stringify([sorted(conditions), sorted(effect)]);

const sorted = (fields: object) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

function named(what: string, rules: readonly StoredRule[]): string {
  if (rules.length === 0) return '';
  const names = rules.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const rest = rules.length - names.length;
  return `${what}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
