import { ADJUSTMENT_REASONS, type AdjustmentReason } from '@lading/contract/adjustment-reasons.ts';
import {
  ADJUSTMENT_DISPUTE_STATES,
  ADJUSTMENT_OUTCOMES,
  ADJUSTMENT_SORTS,
  type AdjustmentDisputeState,
  type AdjustmentOutcome,
} from '@lading/contract/adjustments.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';

export const TABS = ['adjustments', 'invoices', 'import'] as const;
export const DISPUTE_FILTERS = ['none', ...ADJUSTMENT_DISPUTE_STATES] as const;

interface AdjustmentFilters {
  clientId: string;
  carrier: (typeof CARRIERS)[number] | '';
  reason: AdjustmentReason | '';
  outcome: AdjustmentOutcome | '';
  dispute: AdjustmentDisputeState | 'none' | '';
  invoiceId: string;
  startDate: string;
  endDate: string;
}

export interface AdjustmentsView extends AdjustmentFilters {
  tab: (typeof TABS)[number];
  page: number;
  sortBy: (typeof ADJUSTMENT_SORTS)[number];
  sortOrder: 'ASC' | 'DESC';
  /** The open drawer. */
  adjustment: string;
  invoice: string;
}

export const NO_FILTERS: AdjustmentFilters = {
  clientId: '',
  carrier: '',
  reason: '',
  outcome: '',
  dispute: '',
  invoiceId: '',
  startDate: '',
  endDate: '',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');
const id = (text: string | null) => (text !== null && UUID.test(text) ? text : '');
const oneOf = <T extends string>(values: readonly T[], text: string | null) =>
  values.find((value) => value === text) ?? '';

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): AdjustmentsView {
  const page = search.get('page') ?? '';
  const startDate = date(search.get('startDate'));
  const endDate = date(search.get('endDate'));
  const inOrder = !startDate || !endDate || startDate <= endDate;
  return {
    tab: oneOf(TABS, search.get('tab')) || 'adjustments',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    clientId: id(search.get('clientId')),
    carrier: oneOf(CARRIERS, search.get('carrier')),
    reason: oneOf(ADJUSTMENT_REASONS, search.get('reason')),
    outcome: oneOf(ADJUSTMENT_OUTCOMES, search.get('outcome')),
    dispute: oneOf(DISPUTE_FILTERS, search.get('dispute')),
    invoiceId: id(search.get('invoiceId')),
    startDate: inOrder ? startDate : '',
    endDate: inOrder ? endDate : '',
    sortBy: oneOf(ADJUSTMENT_SORTS, search.get('sortBy')) || 'date',
    sortOrder: search.get('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
    adjustment: id(search.get('adjustment')),
    invoice: id(search.get('invoice')),
  };
}

/** Writes the view to the URL without default values. */
export function writeView({ tab, page, sortBy, sortOrder, ...rest }: AdjustmentsView): URLSearchParams {
  const parts = {
    tab: tab === 'adjustments' ? '' : tab,
    page: page > 1 ? String(page) : '',
    ...rest,
    sortBy: sortBy === 'date' ? '' : sortBy,
    sortOrder: sortOrder === 'DESC' ? '' : sortOrder,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const filtersOf = (view: AdjustmentsView): AdjustmentFilters => ({
  clientId: view.clientId,
  carrier: view.carrier,
  reason: view.reason,
  outcome: view.outcome,
  dispute: view.dispute,
  invoiceId: view.invoiceId,
  startDate: view.startDate,
  endDate: view.endDate,
});

export const hasFilters = (view: AdjustmentsView) =>
  Object.values(filtersOf(view)).some((value) => value !== '');
