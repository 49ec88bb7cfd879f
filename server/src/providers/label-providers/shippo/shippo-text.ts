const LONGEST = 200;
const DEEPEST = 4;

/** Foreign text on one line: without markup and characters that nobody sees, and not longer than people read. */
export function lineOf(text: string): string {
  const plain = text
    .slice(0, 20 * LONGEST)
    .replace(/<[^>]*>/g, ' ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed().trimEnd()}…` : plain;
}

/** The same as a sentence with a full stop; nothing stays nothing. */
export function sentenceOf(text: string): string {
  const line = lineOf(text);
  return line === '' || line.endsWith('.') ? line : `${line.replace(/[\s!?,;:]+$/, '')}.`;
}

/**
 * Why a call was refused. Shippo documents no form for it; seen are an object with `detail`, a map from fields to complaints, a list and plain
 * text.
 */
export function refusalOf(body: string): string {
  return sentenceOf(complaintsIn(body).join(' ')) || 'Shippo refused this without a reason.';
}

function complaintsIn(body: string): string[] {
  try {
    return complaintsOf(JSON.parse(body), '', DEEPEST);
  } catch {
    // A page for people says nothing about the call.
    return /^\s*</.test(body) ? [] : [body];
  }
}

/** Names of the protocol, not of a field. */
const NAMELESS = new Set(['detail', 'message', 'error', 'errors', '__all__', 'non_field_errors']);

function complaintsOf(value: unknown, field: string, depth: number): string[] {
  if (typeof value === 'string') return [sentenceOf(field === '' ? value : `${field}: ${value}`)];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => complaintsOf(item, field, depth - 1));
  return Object.entries(value).flatMap(([name, inner]) =>
    complaintsOf(inner, NAMELESS.has(name) ? field : `${field} ${name}`.trim(), depth - 1),
  );
}
