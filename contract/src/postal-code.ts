import { addressFormat } from './address-formats.ts';

const CLASSES: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', '*': '[A-Z\\d]' };
const patterns = new Map<string, RegExp>();

/** Matches capitals without spaces and hyphens. */
function patternOf(shape: string): RegExp {
  const known = patterns.get(shape);
  if (known) return known;
  const body = shape.replace(/[ -]/g, '').replace(/[na*]/g, (symbol) => CLASSES[symbol] ?? '');
  const pattern = new RegExp(`^${body}$`);
  patterns.set(shape, pattern);
  return pattern;
}

/** The postal code as the country writes it, or null if it has none of the country's formats. */
export function readPostalCode(country: string, text: string): string | null {
  const { zipShapes } = addressFormat(country);
  if (zipShapes.length === 0) return text;
  const compact = text.toUpperCase().replace(/[\s-]/g, '');
  // Some people still write an old country prefix, as in D-10115.
  const bare = compact.replace(/^[A-Z]{1,3}(?=\d)/, '');
  for (const form of [compact, bare]) {
    const shape = zipShapes.find((each) => patternOf(each).test(form));
    if (shape !== undefined) return written(form, shape);
  }
  return null;
}

function written(compact: string, shape: string): string {
  let at = 0;
  let text = '';
  for (const symbol of shape) {
    if (symbol === ' ' || symbol === '-') text += symbol;
    else {
      text += compact[at] ?? '';
      at += 1;
    }
  }
  return text;
}
