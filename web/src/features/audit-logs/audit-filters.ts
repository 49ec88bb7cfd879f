import { AUDIT_ACTIONS, MORE_AUDIT_ACTIONS } from '@lading/contract/audit.ts';
import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { AUDIT_STATUSES, type AuditStatus } from '@lading/contract/constants.ts';

export interface AuditFilters {
  page: number;
  action: string;
  status: AuditStatus | '';
  userEmail: string;
  startDate: string;
  endDate: string;
}

export interface AuditView extends AuditFilters {
  /** The entry shown in the drawer. */
  log: string;
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

const ALL_ACTIONS: readonly string[] = [
  ...AUDIT_ACTIONS,
  ...MORE_AUDIT_ACTIONS.flatMap(({ actions }) => actions),
];

const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : '');

/** Reads the view from the URL and ignores invalid values. */
export function readView(search: URLSearchParams): AuditView {
  const page = search.get('page') ?? '';
  const startDate = date(search.get('startDate'));
  const endDate = date(search.get('endDate'));
  const inOrder = !startDate || !endDate || startDate <= endDate;
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    action: oneOf(ALL_ACTIONS, search.get('action')),
    status: oneOf(AUDIT_STATUSES, search.get('status')),
    userEmail: (search.get('userEmail') ?? '').slice(0, 200),
    startDate: inOrder ? startDate : '',
    endDate: inOrder ? endDate : '',
    log: /^[\w-]{1,64}$/.exec(search.get('log') ?? '')?.[0] ?? '',
  };
}

/** Writes the view to the URL without empty values. */
export function writeView(view: AuditView): URLSearchParams {
  const search = new URLSearchParams();
  if (view.page > 1) search.set('page', String(view.page));
  if (view.action) search.set('action', view.action);
  if (view.status) search.set('status', view.status);
  if (view.userEmail.trim()) search.set('userEmail', view.userEmail.trim());
  if (view.startDate) search.set('startDate', view.startDate);
  if (view.endDate) search.set('endDate', view.endDate);
  if (view.log) search.set('log', view.log);
  return search;
}

export const hasFilters = ({ action, status, userEmail, startDate, endDate }: AuditFilters) =>
  [action, status, userEmail.trim(), startDate, endDate].some((value) => value !== '');
