import {
  MONEY_FIGURES,
  MONEY_GROUPS,
  type MoneyFigure,
  type MoneyGroup,
} from '@lading/contract/admin-money.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { type ChosenPeriod, periodParameters, periodQuery, readPeriod } from '../../lib/chosen-period.ts';

/** The figure whose rows are shown, limited to a day, client, carrier or service if one is set. */
export interface ShownRows {
  figure: MoneyFigure;
  day: string;
  clientId: string;
  carrier: string;
  service: string;
  page: number;
}

export interface MoneyView {
  period: ChosenPeriod;
  by: MoneyGroup;
  /** Null while the figures are shown. */
  rows: ShownRows | null;
}

const ID = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|none)$/i;

/** Reads the view from the URL and ignores invalid values. */
export const readView = (search: URLSearchParams): MoneyView => ({
  period: readPeriod(search),
  by: MONEY_GROUPS.find((by) => by === search.get('by')) ?? 'day',
  rows: readRows(search),
});

function readRows(search: URLSearchParams): ShownRows | null {
  const figure = MONEY_FIGURES.find((name) => name === search.get('figure'));
  if (!figure) return null;
  const text = (name: string) => search.get(name) ?? '';
  const carrier = text('carrier').slice(0, 100);
  return {
    figure,
    day: isCalendarDate(text('day')) ? text('day') : '',
    clientId: ID.test(text('client')) && carrier === '' ? text('client') : '',
    carrier,
    service: carrier === '' ? '' : text('service').slice(0, 100),
    page: /^[1-9]\d{0,5}$/.test(text('page')) ? Number(text('page')) : 1,
  };
}

/** Writes the view to the URL without default values. */
export function writeView({ period, by, rows }: MoneyView): URLSearchParams {
  const parts: Record<string, string> = {
    ...periodParameters(period),
    by: by === 'day' ? '' : by,
    figure: rows?.figure ?? '',
    day: rows?.day ?? '',
    client: rows?.clientId ?? '',
    carrier: rows?.carrier ?? '',
    service: rows?.service ?? '',
    page: rows && rows.page > 1 ? String(rows.page) : '',
  };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const figuresQuery = ({ period, by }: MoneyView): Record<string, string> => ({
  ...periodQuery(period),
  by,
});

/** Without the page number, because a file contains all pages. */
export function rowsQuery(period: ChosenPeriod, rows: ShownRows): Record<string, string> {
  const { figure, day, clientId, carrier, service } = rows;
  const range: Record<string, string> = day ? { startDate: day, endDate: day } : periodQuery(period);
  const given = Object.entries({ figure, clientId, carrier, service }).filter(([, value]) => value !== '');
  return { ...range, ...Object.fromEntries(given) };
}
