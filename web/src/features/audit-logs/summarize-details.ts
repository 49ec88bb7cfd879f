import { AUDIT_LOGS } from '@lading/contract/messages.ts';

const MAX_CHARACTERS = 100;

type Details = Record<string, unknown>;

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts code points, so that no character is split. */
const firstCharacters = (text: string) => Array.from(text).slice(0, MAX_CHARACTERS).join('');

const shorten = (text: string) => {
  const start = firstCharacters(text);
  return start.length < text.length ? `${start}…` : text;
};

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

function errorText({ error }: Details) {
  if (typeof error === 'string' && error.trim() !== '') return shorten(error.trim());
  if (isDetails(error) && typeof error.message === 'string') return shorten(error.message);
  return null;
}

function dateRangeText({ dateRange }: Details) {
  if (!isDetails(dateRange) || !isValue(dateRange.startDate) || !isValue(dateRange.endDate)) return null;
  return shorten(`Date range: ${dateRange.startDate} to ${dateRange.endDate}`);
}

/** `userTypes` holds a number, or an object with `totalUsers`, for each kind of user. */
function userCountsText({ userTypes }: Details) {
  if (!isDetails(userTypes)) return null;
  const counts = (['admin', 'client'] as const).flatMap((type) => {
    const entry = userTypes[type];
    const count = isDetails(entry) ? entry.totalUsers : entry;
    return isValue(count) ? [`${count} ${Number(count) === 1 ? type : `${type}s`}`] : [];
  });
  return counts.length > 0 ? shorten(`Users: ${counts.join(', ')}`) : null;
}

function pageText({ pagination }: Details) {
  if (!isDetails(pagination) || !isValue(pagination.page) || !isValue(pagination.limit)) return null;
  return shorten(`Page ${pagination.page}, limit ${pagination.limit}`);
}

function readDetails(raw: unknown): Details | null {
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      return null;
    }
  }
  return isDetails(value) ? value : null;
}

/** One line for the Details column. `names` maps IDs to the names that replace them. */
export function summarizeDetails(raw: unknown, names: ReadonlyMap<string, string> = new Map()): string {
  if (raw === null || raw === undefined || raw === '') return AUDIT_LOGS.noDetails;
  const details = readDetails(raw);
  if (details === null) return AUDIT_LOGS.invalidDetails;
  if (Object.keys(details).length === 0) return AUDIT_LOGS.noDetails;
  return (
    errorText(details) ??
    dateRangeText(details) ??
    userCountsText(details) ??
    pageText(details) ??
    `${firstCharacters(JSON.stringify(details, (_, value) => names.get(value) ?? value))}…`
  );
}
