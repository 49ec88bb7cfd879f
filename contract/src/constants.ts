/** Numbers and enumerations of the specification, shared by server and web. */

export const PRODUCT_NAME = 'Lading';

export const PASSWORD_MIN_LENGTH = 8;
/** In bytes, to bound the cost of hashing. */
export const PASSWORD_MAX_BYTES = 1024;

export const SESSION_RECHECK_MS = 5 * 60 * 1000;

/** Deleting an account erases every shipment of the client and asks the payment provider about open payments. */
export const DELETION_LIMIT_MS = 10 * 60 * 1000;
export const MOBILE_BREAKPOINT_PX = 768;
export const LANDING_SAVINGS_PERCENT = 62;

export const TOAST_DURATION_MS = { error: 4000, success: 2000, info: 4000 } as const;
export const TOAST_LIMIT = 20;

/** How long the forgot-password screen waits before it shows the result. */
export const FORGOT_PASSWORD_WAIT_MS = 1000;

export const ROLES = ['client', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ACCOUNT_STATUSES = ['active', 'suspended', 'inactive'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const AUDIT_STATUSES = ['success', 'error', 'pending'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
export const RECENT_ACTIVITY_COUNT = 5;

export const PAYMENT_CLOSE_MS = 1500;
export const BULK_TEMPLATE_FILE = 'lading_bulk_upload_template.csv';
export const INTERNATIONAL_TEMPLATE_FILE = 'lading_international_example.csv';
export const DEFAULT_COUNTRY = 'US';

export const TOP_CLIENTS_COUNT = 5;
export const TOP_CARRIERS_COUNT = 5;
export const REASON_MAX_LENGTH = 500;

/** `day` is in the operator's time zone. */
export const exportFileName = (
  what:
    | 'shipments'
    | 'audit-logs'
    | 'refunds'
    | 'price-preview'
    | 'adjustments'
    | 'money'
    | 'money-rows'
    | 'movements',
  day: string,
) => `${what}-export-${day}.csv`;
export const billingRegisterFileName = (year: string) => `billing-register-${year}.csv`;
export const dashboardFileName = (period: string, day: string) => `dashboard-${period}-${day}.csv`;
