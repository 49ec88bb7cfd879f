const MAX_DEPTH = 64;
/** Twice the objects of the largest request that the API documents: ten thousand shipments with addresses. */
const MAX_CONTAINERS = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The index of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/**
 * Why a text is too costly to parse, found in one pass without parsing it: JSON.parse needs seconds and gigabytes for a few
 * megabytes of brackets. Null for normal texts.
 */
export function jsonProblem(text: string): string | null {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (OPENING.has(code)) {
      depth += 1;
      containers += 1;
      if (depth > MAX_DEPTH) return `The JSON is nested more than ${MAX_DEPTH} levels deep.`;
      if (containers > MAX_CONTAINERS) return `The JSON has more than ${MAX_CONTAINERS} objects and lists.`;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return null;
}
