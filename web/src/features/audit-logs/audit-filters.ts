import { AUDIT_ACTIONS } from '@lading/contract/audit.ts';
import { AUDIT_STATUSES, type AuditStatus } from '@lading/contract/constants.ts';

export interface AuditFilters {
  page: number;
  action: (typeof AUDIT_ACTIONS)[number] | '';
  status: AuditStatus | '';
  userEmail: string;
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

/** What the address says; anything that cannot be meant is left out, as if it had not been written. */
export function readFilters(search: URLSearchParams): AuditFilters {
  const page = search.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    action: oneOf(AUDIT_ACTIONS, search.get('action')),
    status: oneOf(AUDIT_STATUSES, search.get('status')),
    userEmail: (search.get('userEmail') ?? '').slice(0, 200),
  };
}

/** The shortest address for these filters: what is not set is not written. */
export function writeFilters(filters: AuditFilters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.page > 1) search.set('page', String(filters.page));
  if (filters.action) search.set('action', filters.action);
  if (filters.status) search.set('status', filters.status);
  if (filters.userEmail.trim()) search.set('userEmail', filters.userEmail.trim());
  return search;
}

export const hasFilters = ({ action, status, userEmail }: AuditFilters) =>
  action !== '' || status !== '' || userEmail.trim() !== '';
