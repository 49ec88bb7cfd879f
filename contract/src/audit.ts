import * as z from 'zod/mini';
import { AUDIT_STATUSES, MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { PaginationSchema } from './paging.ts';

/** The filter values that the specification lists, in its order. */
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

export const AuditLogSchema = z.object({
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

const wholeNumber = (fallback: number, max: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, 'Please use a whole number.')),
      z.pipe(
        z.transform(Number),
        z.number().check(
          z.minimum(1),
          z.overwrite((n) => Math.min(n, max)),
        ),
      ),
    ),
    fallback,
  );

/** Empty filters mean "no filter", as a form sends them. */
const optionalFilter = z.optional(z.string().check(z.trim(), z.maxLength(200)));

export const AuditLogsQuerySchema = z.object({
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
  action: optionalFilter,
  status: z.optional(z.union([z.enum(AUDIT_STATUSES), z.literal('')])),
  userEmail: optionalFilter,
  sortBy: z.optional(z.enum(['timestamp'])),
  sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
});
export type AuditLogsQuery = z.infer<typeof AuditLogsQuerySchema>;

export const AuditLogsAnswerSchema = z.object({
  data: z.object({ auditLogs: z.array(AuditLogSchema), pagination: PaginationSchema }),
});
export type AuditLogsAnswer = z.infer<typeof AuditLogsAnswerSchema>;
