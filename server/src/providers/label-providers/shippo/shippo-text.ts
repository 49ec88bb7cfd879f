import { lineOf } from '../../../platform/html-text.ts';

const DEEPEST = 4;

/** One clean line that ends with a period; empty text stays empty. */
export function sentenceOf(text: string): string {
  const line = lineOf(text);
  return line === '' || line.endsWith('.') ? line : `${line.replace(/[\s!?,;:]+$/, '')}.`;
}

/**
 * Extracts the reason for a refusal. Shippo documents no format; it sends an object with `detail`, a map of
 * fields to complaints, a list or plain text.
 */
export function refusalOf(body: string): string {
  return sentenceOf(complaintsIn(body).join(' ')) || 'Shippo refused this without giving a reason.';
}

function complaintsIn(body: string): string[] {
  try {
    return complaintsOf(JSON.parse(body), '', DEEPEST);
  } catch {
    // An HTML page says nothing about the call.
    return /^\s*</.test(body) ? [] : [body];
  }
}

/** Keys that are not field names. */
const NAMELESS = new Set(['detail', 'message', 'error', 'errors', '__all__', 'non_field_errors']);

function complaintsOf(value: unknown, field: string, depth: number): string[] {
  if (typeof value === 'string') return [sentenceOf(field === '' ? value : `${field}: ${value}`)];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => complaintsOf(item, field, depth - 1));
  return Object.entries(value).flatMap(([name, inner]) =>
    complaintsOf(inner, NAMELESS.has(name) ? field : `${field} ${name}`.trim(), depth - 1),
  );
}
