import * as z from 'zod/mini';
import { AUDIT_STATUSES, MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { storable } from './storable-text.ts';

/** The specification's filter values, in its order. */
export const AUDIT_ACTIONS = [
  'VIEW_SHIPMENTS_STATS',
  'VIEW_AUDIT_STATS',
  'VIEW_ALL_USERS',
  'VIEW_AUDIT_LOGS',
  'UPDATE_USER',
  'SUSPEND_USER',
  'ACTIVATE_USER',
  'DELETE_USER',
  'UPDATE_PRICING',
  'LOGIN',
  'LOGOUT',
] as const;

/** 'PASSWORD_RESET' → 'Password Reset'. */
export const auditEventTitle = (eventType: string) =>
  eventType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const AuditLogSchema = z.object({
  logId: z.string(),
  timestamp: z.string(),
  eventType: z.string(),
  userName: z.nullable(z.string()),
  userEmail: z.nullable(z.string()),
  userRole: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  status: z.enum(AUDIT_STATUSES),
  details: z.object({ raw: z.nullable(z.record(z.string(), z.unknown())) }),
});
export type AuditLog = z.infer<typeof AuditLogSchema>;

/** Forms send an empty value for "no filter". */
const optionalFilter = z.optional(z.string().check(z.trim(), z.maxLength(200), storable));

const filters = {
  action: optionalFilter,
  status: z.optional(z.union([z.enum(AUDIT_STATUSES), z.literal('')])),
  userEmail: optionalFilter,
};

export const AuditLogsQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
  ...filters,
  sortBy: z.optional(z.enum(['timestamp'])),
  sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
});
export type AuditLogsQuery = z.infer<typeof AuditLogsQuerySchema>;

export const AuditLogsAnswerSchema = z.object({
  data: z.object({ auditLogs: z.array(AuditLogSchema), pagination: PaginationSchema }),
});
export type AuditLogsAnswer = z.infer<typeof AuditLogsAnswerSchema>;

export const AuditLogsDownloadQuerySchema = z.object({
  format: z._default(z.literal('csv'), 'csv'),
  ...filters,
});
export type AuditLogsFilter = Pick<AuditLogsQuery, 'action' | 'status' | 'userEmail'>;

export const AuditStatsAnswerSchema = z.object({
  overview: z.object({
    total_logs: z.number(),
    success_logs: z.number(),
    error_logs: z.number(),
    pending_logs: z.number(),
  }),
});
export type AuditStatsAnswer = z.infer<typeof AuditStatsAnswerSchema>;
