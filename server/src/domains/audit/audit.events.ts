import type { AuditStatus, Role } from '@lading/contract/constants.ts';

/** Every audit event and its details. An event that is not listed here cannot be recorded. */
export interface AuditEvents {
  SIGN_UP: { error?: string };
  LOGIN: { error?: string; email?: string };
  LOGOUT: { error?: string };
  PASSWORD_RESET_REQUESTED: { email: string };
  PASSWORD_RESET: { error?: string };
  ADMIN_CREATED: { by: 'configuration' | 'command' | 'demo' };
  ACCESS_DENIED: { method: string; path: string; error?: string };
  PAYMENT_STARTED: { paymentId: string; cents: number };
  PAYMENT_SUCCEEDED: { paymentId: string; cents: number };
  LABEL_PURCHASED: { shipmentId: string; cents: number; trackingNumber: string };
  LABEL_EMAILED: { shipmentId: string; email: string; error?: string };
  LABEL_FAILED: { shipmentId: string; cents: number; error: string };
  REFUND_REQUESTED: {
    refundId: string;
    paymentId: string;
    shipmentId?: string;
    cents: number;
    reason: string;
  };
  REFUND_SUCCEEDED: { refundId: string; paymentId: string; cents: number };
  REFUND_FAILED: { refundId: string; paymentId: string; cents: number; error: string };
  DISPUTE_OPENED: DisputeFacts;
  DISPUTE_WON: DisputeFacts;
  DISPUTE_LOST: DisputeFacts;
  UPDATE_PROFILE: { fields: string[] };
  VIEW_AUDIT_LOGS: ListView;
  VIEW_AUDIT_STATS: RangeView;
  EXPORT_AUDIT_LOGS: { filters: Record<string, string> };
  VIEW_ALL_USERS: {
    userTypes: Record<Role, { totalUsers: number }>;
    filters: Record<string, string>;
    pagination: { page: number; limit: number };
  };
  VIEW_USER: { clientId: string };
  UPDATE_USER: { clientId: string; fields: string[] };
  SUSPEND_USER: { clientId: string; status: 'suspended' | 'inactive' };
  ACTIVATE_USER: { clientId: string };
  DELETE_USER: { clientId: string; error?: string };
  /** Without `clientId`, the global rule. */
  UPDATE_PRICING: { clientId?: string; before: string; after: string };
  VIEW_DASHBOARD: RangeView;
  VIEW_REVENUE: RangeView;
  EXPORT_DASHBOARD: RangeView;
  VIEW_SHIPMENTS: ListView;
  VIEW_SHIPMENTS_STATS: RangeView;
  VIEW_SHIPMENT: { shipmentId: string };
  VIEW_LABEL: { shipmentId: string };
  EXPORT_SHIPMENTS: { filters: Record<string, string> };
  REFUND_REFUSED: { shipmentId: string; cents: number; error: string };
  LABEL_VOIDED: { shipmentId: string; error?: string };
  MONEY_INCIDENT: { kind: string; objectId: string; error: string };
  SETTLE_INCIDENT: { kind: string; objectId: string; note: string };
}

type DisputeFacts = { disputeId: string; paymentId: string; cents: number; reason: string };
type ListView = {
  filters: Record<string, string>;
  pagination: { page: number; limit: number };
};
type RangeView = {
  dateRange: { startDate: string; endDate: string };
};

export type AuditEventType = keyof AuditEvents;

export interface AuditEvent<T extends AuditEventType = AuditEventType> {
  type: T;
  status: AuditStatus;
  userId: string | null;
  userRole: Role | null;
  details: AuditEvents[T];
}

/** Where a request came from. */
export interface Origin {
  ip: string | null;
  requestId: string | null;
}

/** The account fields of an event that an actor caused. */
export const byActor = ({ userId, role }: { userId: string; role: Role }) => ({ userId, userRole: role });

/** For work that the server does outside any request. */
export const SYSTEM_ORIGIN: Origin = { ip: null, requestId: null };

/**
 * `ada@shop.example` → `a…@shop.example`: enough to recognize an attack, too little to identify a person
 * without an account.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at)}`;
}
