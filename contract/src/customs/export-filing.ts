import { hsDigits } from './hs-code.ts';
import { type CustomsPlace, customsArea, isMilitary } from './needs-customs.ts';

/** The exemption from export filing that goes on the customs form, or the need for a filed ITN. */
type ExportFiling =
  | { kind: 'exempt'; code: 'NOEEI_30_36' | 'NOEEI_30_37_a'; legend: string }
  | { kind: 'itn'; code: 'AES_ITN' }
  | { kind: 'none' }
  | { kind: 'embargo' };

interface FilingRequest {
  from: CustomsPlace;
  to: CustomsPlace;
  needsLicense: boolean;
  lines: readonly { hsCode: string; valueCents: number }[];
}

/** Foreign Trade Regulations, 15 CFR 30.37(a): the limit for goods under one classification number. */
const LIMIT_CENTS = 250_000;
/** Comprehensive US embargoes. */
const EMBARGOED: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY']);

/** Exports from these territories are filed like those from the states, however the sender's country is written. */
const FILING_COUNTRIES: ReadonlySet<string> = new Set(['US', 'PR', 'VI']);

/** Decides which export filing a parcel from the United States needs. */
export function exportFiling({ from, to, needsLicense, lines }: FilingRequest): ExportFiling {
  const destination = customsArea(to);
  if (EMBARGOED.has(destination)) return { kind: 'embargo' };
  const leaves = destination !== 'US' && destination !== customsArea(from) && !isMilitary(to);
  if (!FILING_COUNTRIES.has(from.country) || !leaves) return { kind: 'none' };
  if (needsLicense) return { kind: 'itn', code: 'AES_ITN' };
  if (destination === 'CA') return { kind: 'exempt', code: 'NOEEI_30_36', legend: 'NOEEI 30.36' };
  return highestByHs(lines) > LIMIT_CENTS
    ? { kind: 'itn', code: 'AES_ITN' }
    : { kind: 'exempt', code: 'NOEEI_30_37_a', legend: 'NOEEI 30.37(a)' };
}

/** The limit applies per classification number. Lines without a number count as one. */
function highestByHs(lines: FilingRequest['lines']): number {
  const totals = new Map<string, number>();
  const isIncomplete = lines.some(({ hsCode }) => hsCode === '');
  for (const { hsCode, valueCents } of lines) {
    const key = isIncomplete ? '' : hsDigits(hsCode);
    totals.set(key, (totals.get(key) ?? 0) + valueCents);
  }
  return Math.max(0, ...totals.values());
}

const ITN = /^X(\d{4})(\d{2})(\d{2})\d{6}$/;

/** Without “AES” and blanks. */
export const plainItn = (text: string): string => text.toUpperCase().replace(/\s/g, '').replace(/^AES/, '');

/** The eight digits after X are the date of the filing. */
export function isItn(text: string): boolean {
  const [, year, month, day] = ITN.exec(plainItn(text)) ?? [];
  if (!year) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}
