import {
  type MoneyFigure,
  type MoneyGroup,
  type MoneyRow,
  NOT_ASSIGNED,
} from '@lading/contract/admin-money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { formatFullDay } from '../../lib/format-day.ts';
import { COPY } from './copy.ts';
import { type MoneyView, type ShownRows, writeView } from './money-view.ts';

const WHOLE = { day: '', clientId: '', carrier: '', service: '', page: 1 };

const addressOf = (view: MoneyView) => `${PAGES.adminMoney}?${writeView(view)}`;

/** The rows behind a figure of the whole period. */
export const totalLink = (view: MoneyView, figure: MoneyFigure): string =>
  addressOf({ ...view, rows: { ...WHOLE, figure } });

/** The rows behind a figure of a day, client, carrier or service. */
export const rowLink = (view: MoneyView, row: MoneyRow, figure: MoneyFigure): string =>
  addressOf({ ...view, rows: { ...WHOLE, ...groupOf(view.by, row), figure } });

function groupOf(by: MoneyGroup, { key, carrier }: MoneyRow): Partial<ShownRows> {
  const name = key ?? NOT_ASSIGNED;
  if (by === 'day') return { day: name };
  if (by === 'client') return { clientId: name };
  if (by === 'carrier') return { carrier: name };
  return { carrier: carrier ?? NOT_ASSIGNED, service: name };
}

export const figuresLink = (view: MoneyView): string => addressOf({ ...view, rows: null });

/** The name of a row: its day, client, carrier or service. */
export function rowName(by: MoneyGroup, { key, name, carrier }: Pick<MoneyRow, 'key' | 'name' | 'carrier'>) {
  if (key === null) return COPY.notAssigned;
  if (by === 'day') return formatFullDay(key);
  return by === 'service' ? `${carrier ?? ''} ${name ?? key}`.trim() : (name ?? key);
}
