import {
  ADMIN_SHIPMENT_STATUSES,
  type AdminShipmentStatus,
  LABEL_FILTERS,
  type LabelFilter,
  SHIPMENT_SORTS,
  type ShipmentSort,
} from '@lading/contract/admin-shipments.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { CARRIERS, type Carrier } from '@lading/contract/parcel.ts';

export interface ShipmentFilters {
  trackingNumber: string;
  status: AdminShipmentStatus | '';
  carrier: Carrier | '';
  /** Set by links from other pages and shown as chips. */
  clientId: string;
  label: LabelFilter | '';
  startDate: string;
  endDate: string;
}

export interface ShipmentsView extends ShipmentFilters {
  page: number;
  sortBy: ShipmentSort;
  sortOrder: 'ASC' | 'DESC';
  /** The shipment shown in the drawer. */
  shipment: string;
}

export const NO_FILTERS: ShipmentFilters = {
  trackingNumber: '',
  status: '',
  carrier: '',
  clientId: '',
  label: '',
  startDate: '',
  endDate: '',
};

const MAX_SEARCH = 60;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';
const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');
const id = (text: string | null) => (text !== null && UUID.test(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): ShipmentsView {
  const page = search.get('page') ?? '';
  const startDate = date(search.get('startDate'));
  const endDate = date(search.get('endDate'));
  const inOrder = !startDate || !endDate || startDate <= endDate;
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    trackingNumber: (search.get('trackingNumber') ?? '').slice(0, MAX_SEARCH),
    status: oneOf(ADMIN_SHIPMENT_STATUSES, search.get('status')),
    carrier: oneOf(CARRIERS, search.get('carrier')),
    clientId: id(search.get('clientId')),
    label: oneOf(LABEL_FILTERS, search.get('label')),
    startDate: inOrder ? startDate : '',
    endDate: inOrder ? endDate : '',
    sortBy: oneOf(SHIPMENT_SORTS, search.get('sortBy')) || 'date',
    sortOrder: search.get('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
    shipment: id(search.get('shipment')),
  };
}

/** Writes the view to the URL without empty values. */
export function writeView({
  page,
  trackingNumber,
  sortBy,
  sortOrder,
  ...rest
}: ShipmentsView): URLSearchParams {
  const parts = {
    page: page > 1 ? String(page) : '',
    trackingNumber: trackingNumber.trim(),
    ...rest,
    sortBy: sortBy === 'date' ? '' : sortBy,
    sortOrder: sortOrder === 'DESC' ? '' : sortOrder,
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const filtersOf = ({
  trackingNumber,
  status,
  carrier,
  clientId,
  label,
  startDate,
  endDate,
}: ShipmentsView): ShipmentFilters => ({
  trackingNumber,
  status,
  carrier,
  clientId,
  label,
  startDate,
  endDate,
});

export const hasFilters = (view: ShipmentsView) =>
  Object.values(filtersOf(view)).some((value) => value.trim() !== '');
