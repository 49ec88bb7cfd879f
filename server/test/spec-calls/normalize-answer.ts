/** Values that differ from run to run, by the name of their field. */
const CHANGING_FIELDS: ReadonlySet<string> = new Set([
  'token',
  'requestId',
  'clientSecret',
  'paymentIntentId',
  'tracking_number',
  'trackingNumber',
  'ipAddress',
  'durationMs',
]);

const QUERY_OF_LABEL_LINK = /\?expires=[^"\s]*/g;
/** Dates and ids in texts. A time comes before a date, because it contains one. */
const CHANGING_TEXTS: readonly (readonly [RegExp, string])[] = [
  [QUERY_OF_LABEL_LINK, ''],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g, '<time>'],
  [/\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?/g, '<time>'],
  [/\d{4}-\d{2}-\d{2}/g, '<date>'],
  [/\b\d{4}-\d{2}\b/g, '<month>'],
  [/Deleted client [0-9a-f]{8}/g, 'Deleted client <id>'],
  [/\bpi_\w+/g, '<payment>'],
];

/** `known` maps values that only this run has (tracking numbers, the name of the run) to a name. */
export function normalizeText(text: string, known: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [value, name] of known) result = result.replaceAll(value, name);
  for (const [pattern, name] of CHANGING_TEXTS) result = result.replace(pattern, name);
  return result;
}

/** The same answer, without what differs from run to run. Fields are sorted by name. */
export function normalizeAnswer(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return normalizeText(value, known);
  if (Array.isArray(value)) return value.map((item) => normalizeAnswer(item, known));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, content]) => {
    const isChanging = CHANGING_FIELDS.has(name) && content !== null;
    return [normalizeText(name, known), isChanging ? `<${name}>` : normalizeAnswer(content, known)] as const;
  });
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
