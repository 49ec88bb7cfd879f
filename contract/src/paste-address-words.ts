/** Patterns that recognize parts of a pasted address: labels, phone numbers, street words. */

export type PastedField =
  | 'fullName'
  | 'address'
  | 'address2'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country'
  | 'phone'
  | 'email';

/** Unit designators are part of the value, so they are kept. */
const UNIT_LABEL = /^(?:apt|apartment|suite|unit)$/i;
const LABELS: readonly [RegExp, PastedField | null][] = [
  [/^(?:full name|name|recipient|contact)$/i, 'fullName'],
  [/^(?:address|street|street address|address line 1|address 1|address1)$/i, 'address'],
  [/^(?:address line 2|address 2|address2)$/i, 'address2'],
  [UNIT_LABEL, 'address2'],
  [/^(?:city|town)$/i, 'city'],
  [/^(?:state|province|state\/province)$/i, 'state'],
  [/^(?:zip|zip code|zipcode|postal code|postcode)$/i, 'zipCode'],
  [/^country$/i, 'country'],
  [/^(?:ship to|shipping address|deliver to|delivery address|to|from|mailing address|ship from)$/i, null],
];

/** `City: Austin` → the field and its text. A heading such as `Ship to:` has no field. */
export function readLabel(line: string): { field: PastedField | null; rest: string } | null {
  const [, label, rest = ''] = /^([A-Za-z/]+(?: [A-Za-z0-9]+){0,2}) ?[:=]\s*(.*)$/.exec(line) ?? [];
  if (!label) return null;
  for (const [pattern, field] of LABELS)
    if (pattern.test(label))
      return { field, rest: pattern === UNIT_LABEL && rest !== '' ? `${label} ${rest}` : rest };
  return null;
}

const EMAIL =
  /(?:\be-?mail\s*[:=]?\s*|mailto:)?<?([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})>?/i;
/** A single letter is a label only before punctuation: in `Apt P 512-555-0142`, P is the unit. */
const PHONE_LABEL =
  '(?:\\b(?:(?:phone|telephone|tel|mobile|cell|ph|fax)\\b ?(?:no|number|#)?[.:#=]{0,2}|[tmp][.:=]{1,2}) {0,3})?';
const PHONE = new RegExp(
  `${PHONE_LABEL}(?<![\\w#-])((?:\\+?1[ .-]{0,2})?(?:\\(\\d{3}\\)|\\d{3})[ .-]{0,2}\\d{3}[ .-]?\\d{4}|(?:\\+|00)\\d[\\d ().-]{6,17}\\d)(?![\\w-])`,
  'i',
);

interface Found {
  value: string;
  rest: string;
}

/** Extracts the first email address. */
export function takeEmail(text: string): Found | null {
  return take(text, EMAIL);
}

/** Extracts the first phone number, ignoring fax numbers. */
export function takePhone(text: string): Found | null {
  const match = PHONE.exec(text);
  if (!match || /^fax/i.test(match[0])) return null;
  return take(text, PHONE);
}

function take(text: string, pattern: RegExp): Found | null {
  const match = pattern.exec(text);
  if (!match?.[1]) return null;
  return {
    value: match[1].trim(),
    rest: `${text.slice(0, match.index)}\n${text.slice(match.index + match[0].length)}`,
  };
}

const STREET_SUFFIX =
  /^(?:st|street|ave|av|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|pl|place|way|ter|terrace|cir|circle|hwy|highway|pkwy|parkway|sq|square|trl|trail|loop|aly|alley|plz|plaza|expy|fwy|tpke|pike|cv|cove|xing|broadway|row|run|mall|walk|path|crescent|cres)\.?$/i;
const DIRECTION = /^(?:n|s|e|w|ne|nw|se|sw|north|south|east|west|n\.e|n\.w|s\.e|s\.w)\.?$/i;
const UNIT_WORD =
  /^(?:apt|apartment|suite|ste|unit|bldg|building|rm|room|fl|floor|lot|spc|space|trlr|dept|ph|flat|level|#)\.?$/i;
const UNIT_GLUED = /^(?:(?:#|apt|ste|suite|unit|ph)\.?#?\d[\w-]*|\d+ph|\d+(?:st|nd|rd|th)-fl(?:oor)?)$/i;

export const isSuffix = (word: string) => STREET_SUFFIX.test(word);
export const isDirection = (word: string) => DIRECTION.test(word);

/** The number of words in the unit at this position, or 0 if there is none. */
export function unitLength(words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (UNIT_GLUED.test(word)) return 1;
  if (/^\d+(?:st|nd|rd|th)$/i.test(word) && /^(?:floor|fl)\.?$/i.test(next)) return 2;
  if (/^(?:rear|lobby|basement|bsmt|penthouse|ph)$/i.test(word)) return /^\d|^.$/.test(next) ? 2 : 1;
  if (/^no\.?$/i.test(word) && /^\d/.test(next)) return 2;
  if (!UNIT_WORD.test(word) || next === '') return 0;
  if (next === '#') return words[at + 2] ? 3 : 0;
  return /\d|^#/.test(next) || next.length === 1 ? 2 : 0;
}

const BOX = /^(?:p\.? ?o\.?|post office|post) ?(?:box|drawer|bx)\b|^pob(?:ox)?\b|^box \d|^drawer \d/i;
const ROUTE =
  /^(?:rr|r\.r\.|rural route|hc|hcr|highway contract|star route|psc|cmr|unit \d+ box|general delivery)\b/i;
const NUMBERED = /^(?:\d+[a-z]?(?:-\w+)?|\d+½|[nsew]\d+(?:[nsew]\d+)?)\s+(?:\S)/i;
const NUMBER_WORD = /^(?:one|two|three|four|five|six|seven|eight|nine|ten) \S/i;

export const isBox = (text: string) => BOX.test(text);
export const isRoute = (text: string) => ROUTE.test(text);

export function looksLikeStreet(text: string): boolean {
  if (BOX.test(text) || ROUTE.test(text)) return true;
  const words = text.split(' ');
  if (unitLength(words, 0) === words.length) return false;
  if (NUMBERED.test(text)) return true;
  return NUMBER_WORD.test(text) && words.some((word, index) => index > 1 && isSuffix(word));
}
