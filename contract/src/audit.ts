import * as z from 'zod/mini';
import { AUDIT_STATUSES, MAX_PAGE_SIZE, PAGE_SIZE } from './constants.ts';
import { inOrder, rangeFields } from './date-range.ts';
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

/** All other actions, by topic. */
export const MORE_AUDIT_ACTIONS = [
  {
    topic: 'Payments and labels',
    actions: [
      'PAYMENT_STARTED',
      'PAYMENT_SUCCEEDED',
      'PAYMENT_DECLINED',
      'LABEL_PURCHASED',
      'LABEL_FAILED',
      'LABEL_VOID_REQUESTED',
      'LABEL_VOIDED',
      'LABEL_EMAILED',
    ],
  },
  {
    topic: 'Balance and cards',
    actions: ['CARD_SAVED', 'CARD_REMOVED', 'DEFAULT_CARD_CHANGED', 'AUTOMATIC_TOP_UP_CHANGED'],
  },
  {
    topic: 'Orders',
    actions: ['ORDER_SOURCE_CONNECTED', 'ORDER_SOURCE_CHANGED', 'ORDER_SOURCE_DISCONNECTED'],
  },
  {
    topic: 'Refunds and disputes',
    actions: [
      'REFUND_REQUESTED',
      'REFUND_SUCCEEDED',
      'REFUND_FAILED',
      'REFUND_REFUSED',
      'DISPUTE_OPENED',
      'DISPUTE_WON',
      'DISPUTE_LOST',
      'CHANGE_BALANCE',
      'UPDATE_BALANCE_TERMS',
      'UPDATE_BALANCE_SETTINGS',
      'MONEY_INCIDENT',
      'SETTLE_INCIDENT',
      'SNOOZE_ATTENTION',
      'END_SNOOZES',
    ],
  },
  {
    topic: 'Adjustments',
    actions: [
      'IMPORT_CARRIER_INVOICE',
      'ADJUSTMENT_DISPUTED',
      'DECIDE_ADJUSTMENT_DISPUTE',
      'UPDATE_ADJUSTMENT_POLICY',
    ],
  },
  {
    topic: 'Billing documents',
    actions: [
      'UPDATE_BILLING_SETTINGS',
      'UPDATE_BILLING_DETAILS',
      'ISSUE_BILLING_DOCUMENTS',
      'VIEW_BILLING_DOCUMENTS',
      'VIEW_BILLING_DOCUMENT',
      'EXPORT_BILLING_REGISTER',
    ],
  },
  {
    topic: 'Price rules',
    actions: [
      'SAVE_PRICE_DRAFT',
      'DISCARD_PRICE_DRAFT',
      'PUBLISH_PRICE_RULES',
      'ADD_CLIENT_GROUP',
      'UPDATE_CLIENT_GROUP',
      'DELETE_CLIENT_GROUP',
    ],
  },
  {
    topic: 'Accounts',
    actions: [
      'SIGN_UP',
      'PASSWORD_RESET_REQUESTED',
      'PASSWORD_RESET',
      'UPDATE_PROFILE',
      'EMAIL_VERIFIED',
      'EMAIL_CHANGE_REQUESTED',
      'EMAIL_CHANGE_CANCELED',
      'EMAIL_CHANGED',
      'PASSWORD_CHANGED',
      'IDENTITY_CONFIRMED',
      'SESSIONS_ENDED',
      'EXPORT_OWN_DATA',
      'DELETE_OWN_ACCOUNT',
      'SECOND_FACTOR_ADDED',
      'SECOND_FACTOR_REMOVED',
      'PASSKEY_RENAMED',
      'API_KEY_CREATED',
      'API_KEY_DELETED',
      'API_KEYS_DELETED',
      'RECOVERY_CODES_REPLACED',
      'RECOVERY_CODE_USED',
      'RESET_SECOND_FACTORS',
      'ACCESS_DENIED',
      'RATE_LIMITED',
      'ADD_CLIENT_NOTE',
      'DELETE_CLIENT_NOTE',
    ],
  },
  {
    topic: 'Staff',
    actions: [
      'ADMIN_CREATED',
      'INVITE_STAFF',
      'RESEND_STAFF_INVITATION',
      'REVOKE_STAFF_INVITATION',
      'JOIN_STAFF',
      'CHANGE_STAFF_ROLE',
      'SUSPEND_STAFF',
      'ACTIVATE_STAFF',
      'REMOVE_STAFF',
      'END_STAFF_SESSIONS',
    ],
  },
  {
    topic: 'Views and exports',
    actions: [
      'VIEW_DASHBOARD',
      'VIEW_REVENUE',
      'VIEW_SHIPMENTS',
      'VIEW_SHIPMENT',
      'VIEW_LABEL',
      'VIEW_USER',
      'VIEW_REFUNDS',
      'VIEW_UNSPENT_MONEY',
      'VIEW_ADJUSTMENTS',
      'VIEW_EVIDENCE',
      'VIEW_MONEY',
      'VIEW_MONEY_LINES',
      'VIEW_PAYOUTS',
      'VIEW_PRICE_HISTORY',
      'VIEW_PRICE_RULES',
      'EXPORT_DASHBOARD',
      'EXPORT_SHIPMENTS',
      'EXPORT_REFUNDS',
      'EXPORT_ADJUSTMENTS',
      'EXPORT_MONEY',
      'EXPORT_MOVEMENTS',
      'EXPORT_AUDIT_LOGS',
      'EXPORT_PRICE_PREVIEW',
    ],
  },
] as const;

/** Where the UI has another name than the stored event type. */
const EVENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['SETTLE_INCIDENT', 'CLOSE_INCIDENT'],
  ['EXPORT_BILLING_REGISTER', 'EXPORT_DOCUMENT_LIST'],
]);

/** 'PASSWORD_RESET' → 'Password Reset', 'API_KEY_CREATED' → 'API Key Created'. */
export const auditEventTitle = (eventType: string) =>
  (EVENT_NAMES.get(eventType) ?? eventType)
    .toLowerCase()
    .split('_')
    .map((word) => (word === 'api' ? 'API' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

const SubjectSchema = z.object({
  /** The key in the details: `clientId`, `staffId`, `userId` (a client or staff) or `shipmentId`. */
  key: z.string(),
  id: z.string(),
  name: z.string(),
});

const AuditLogSchema = z.object({
  logId: z.string(),
  timestamp: z.string(),
  eventType: z.string(),
  userName: z.nullable(z.string()),
  userEmail: z.nullable(z.string()),
  userRole: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  status: z.string(),
  /** Usually an object. Anything else is shown as unreadable. */
  details: z.object({ raw: z.unknown() }),
  /** Not in the specification: the names behind the ids in the details. */
  subjects: z.optional(z.array(SubjectSchema)),
  /** The outcome of an entry with the status `pending`. */
  outcome: z.optional(z.nullable(z.object({ status: z.enum(AUDIT_STATUSES), text: z.string() }))),
});
export type AuditLog = z.infer<typeof AuditLogSchema>;

/** Forms send an empty value for "no filter". */
const optionalFilter = z.optional(z.string().check(z.trim(), z.maxLength(200), storable));

const filters = {
  action: optionalFilter,
  status: z.optional(z.union([z.enum(AUDIT_STATUSES), z.literal('')])),
  userEmail: optionalFilter,
  /** Not in the specification: days of the operator. */
  ...rangeFields,
};

export const AuditLogsQuerySchema = z
  .object({
    page: wholeNumber(1, 1_000_000),
    limit: wholeNumber(PAGE_SIZE, MAX_PAGE_SIZE),
    ...filters,
    sortBy: z.optional(z.enum(['timestamp'])),
    sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  })
  .check(inOrder);
export type AuditLogsQuery = z.infer<typeof AuditLogsQuerySchema>;

export const AuditLogsAnswerSchema = z.object({
  data: z.object({ auditLogs: z.array(AuditLogSchema), pagination: PaginationSchema }),
});
export type AuditLogsAnswer = z.infer<typeof AuditLogsAnswerSchema>;

export const AuditLogsDownloadQuerySchema = z
  .object({ format: z._default(z.literal('csv'), 'csv'), ...filters })
  .check(inOrder);
export type AuditLogsFilter = Pick<
  AuditLogsQuery,
  'action' | 'status' | 'userEmail' | 'startDate' | 'endDate'
>;

export const AuditStatsAnswerSchema = z.object({
  overview: z.object({
    total_logs: z.number(),
    success_logs: z.number(),
    error_logs: z.number(),
    pending_logs: z.number(),
  }),
});
export type AuditStatsAnswer = z.infer<typeof AuditStatsAnswerSchema>;
