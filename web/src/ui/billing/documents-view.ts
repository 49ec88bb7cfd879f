import { BILLING_KINDS, type BillingKind } from '@lading/contract/billing.ts';

interface DocumentFilters {
  kind: BillingKind | '';
  year: string;
  /** Only on the operator's list. */
  clientId: string;
  number: string;
}

export interface DocumentsView extends DocumentFilters {
  page: number;
}

export const NO_FILTERS: DocumentFilters = { kind: '', year: '', clientId: '', number: '' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const YEAR = /^20\d\d$/;
const PAGE = /^[1-9]\d{0,5}$/;
const MAX_NUMBER_LENGTH = 40;

const matching = (pattern: RegExp, text: string | null) => (text !== null && pattern.test(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export const readView = (search: URLSearchParams): DocumentsView => ({
  page: Number(matching(PAGE, search.get('page')) || 1),
  kind: BILLING_KINDS.find((kind) => kind === search.get('kind')) ?? '',
  year: matching(YEAR, search.get('year')),
  clientId: matching(UUID, search.get('clientId')),
  number: (search.get('number') ?? '').trim().slice(0, MAX_NUMBER_LENGTH),
});

/** Writes the view to the URL without default values. */
export function writeView({ page, ...filters }: DocumentsView): URLSearchParams {
  const parts = { page: page > 1 ? String(page) : '', ...filters };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const hasFilters = ({ page: _, ...filters }: DocumentsView): boolean =>
  Object.values(filters).some((value) => value !== '');
