import type { ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { AuditStatus, Role } from '@lading/contract/constants.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import type { FactorMethod } from '@lading/contract/second-factor.ts';

/** Every audit event and its details. An event that is not listed here cannot be recorded. */
export interface AuditEvents {
  SIGN_UP: { error?: string };
  /** `pending`: the password was right and the second factor is still missing. */
  LOGIN: { error?: string; email?: string; method?: 'password' | FactorMethod };
  LOGOUT: { error?: string };
  /** A signed-in user confirmed who they are. */
  IDENTITY_CONFIRMED: { error?: string; by: 'password' | 'totp' | 'passkey' | 'recovery-code' };
  /** Without the name of a passkey: it may contain a person's name, and this record can't be erased. */
  SECOND_FACTOR_ADDED: { factor: 'totp' | 'passkey' };
  SECOND_FACTOR_REMOVED: { factor: 'totp' | 'passkey' };
  PASSKEY_RENAMED: { passkeyId: string };
  API_KEY_CREATED: { apiKeyId: string; scope: ApiKeyScope };
  API_KEY_DELETED: { apiKeyId: string };
  /** By an admin, or when the owner of the address takes over an account that a stranger may have created. */
  API_KEYS_DELETED: { userId: string; deleted: number };
  RECOVERY_CODES_REPLACED: Record<string, never>;
  RECOVERY_CODE_USED: { left: number };
  /**
   * Someone else removed all second factors of an account. A record without a `userId` of its own comes from the
   * command line.
   */
  RESET_SECOND_FACTORS: { userId: string; removed: number };
  PASSWORD_RESET_REQUESTED: { email: string };
  PASSWORD_RESET: { error?: string };
  PASSWORD_CHANGED: { error?: string };
  EMAIL_VERIFIED: Record<string, never>;
  EMAIL_CHANGE_REQUESTED: { by: 'self' | 'admin'; clientId?: string };
  EMAIL_CHANGE_CANCELED: Record<string, never>;
  EMAIL_CHANGED: { by: 'self' | 'admin'; clientId?: string };
  /** Sessions that a user or an admin ended, apart from signing out. */
  SESSIONS_ENDED: { sessions: number; clientId?: string };
  ADMIN_CREATED: { by: 'configuration' | 'command' | 'demo' };
  ACCESS_DENIED: { method: string; path: string; error?: string };
  /** The caller exceeded a limit. */
  RATE_LIMITED: { method: string; path: string; error?: string };
  PAYMENT_STARTED: { paymentId: string; cents: number };
  PAYMENT_SUCCEEDED: { paymentId: string; cents: number };
  PAYMENT_DECLINED: { paymentId: string; cents: number; error: string };
  CARD_SAVED: { cardId: string };
  /** `by` is `provider` when the card was removed at the payment provider, `erasure` when the account is being deleted. */
  CARD_REMOVED: { cardId: string; by: 'client' | 'provider' | 'erasure' };
  DEFAULT_CARD_CHANGED: { cardId: string };
  AUTOMATIC_TOP_UP_CHANGED: {
    enabled: boolean;
    thresholdCents: number;
    amountCents: number;
    monthlyCapCents: number;
    /** Turned off by a payout or a withdrawal that left less than the threshold. */
    by: 'client' | 'payout' | 'withdrawal';
  };
  ORDER_SOURCE_CONNECTED: { sourceId: string; kind: string };
  ORDER_SOURCE_CHANGED: { sourceId: string; fields: string[] };
  ORDER_SOURCE_DISCONNECTED: { sourceId: string; kind: string };
  LABEL_PURCHASED: { shipmentId: string; cents: number; trackingNumber: string };
  LABEL_EMAILED: { shipmentId: string; email: string; error?: string };
  LABEL_FAILED: { shipmentId: string; cents: number; error: string };
  REFUND_REQUESTED: {
    refundId: string;
    paymentId: string;
    shipmentId?: string;
    cents: number;
    /** Only fixed reasons. What an admin typed is read from the refund, because it can be erased there. */
    reason?: string;
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
  /** The note is read from the balance entry, because it can be erased there. */
  CHANGE_BALANCE: {
    clientId: string;
    kind: 'deposit' | 'withdrawal' | 'credit' | 'write_off';
    cents: number;
  };
  UPDATE_BALANCE_TERMS: { clientId: string; before: string; after: string };
  UPDATE_BALANCE_SETTINGS: { before: string; after: string };
  IMPORT_CARRIER_INVOICE: { invoiceId: string; carrier: string; lines: number; cents: number };
  /** The reason is read from the dispute, because it can be erased there. */
  ADJUSTMENT_DISPUTED: { adjustmentId: string; shipmentId: string };
  DECIDE_ADJUSTMENT_DISPUTE: { adjustmentId: string; clientId: string; state: string };
  /** Without `clientId`, the default. */
  UPDATE_ADJUSTMENT_POLICY: { clientId?: string; before: string; after: string };
  VIEW_ADJUSTMENTS: ListView;
  VIEW_EVIDENCE: { adjustmentId: string };
  EXPORT_ADJUSTMENTS: { filters: Record<string, string> };
  UPDATE_BILLING_SETTINGS: {
    fields: string[];
    taxes?: { before: string; after: string };
    startMonth?: string;
  };
  UPDATE_BILLING_DETAILS: { clientId: string; fields: string[] };
  ISSUE_BILLING_DOCUMENTS: { clientId: string; month: string };
  VIEW_BILLING_DOCUMENTS: ListView;
  VIEW_BILLING_DOCUMENT: { documentId: string; number: string };
  EXPORT_BILLING_REGISTER: { year: string };
  ADD_CLIENT_NOTE: { clientId: string };
  DELETE_CLIENT_NOTE: { clientId: string };
  VIEW_PRICE_HISTORY: ListView;
  VIEW_REFUNDS: ListView;
  EXPORT_REFUNDS: { filters: Record<string, string> };
  VIEW_PAYOUTS: ListView | { payoutId: string };
  EXPORT_MOVEMENTS: { filters: Record<string, string> };
  VIEW_UNSPENT_MONEY: ListView;
  VIEW_MONEY: RangeView;
  VIEW_MONEY_LINES: ListView;
  EXPORT_MONEY: { filters: Record<string, string> };
  UPDATE_USER: { clientId: string; fields: string[] };
  SUSPEND_USER: { clientId: string; status: 'suspended' | 'inactive' };
  ACTIVATE_USER: { clientId: string };
  /** `restored`: erased again after a backup from before the erasure was restored. */
  DELETE_USER: { clientId: string; error?: string; by?: 'restored' };
  EXPORT_OWN_DATA: Record<string, never>;
  DELETE_OWN_ACCOUNT: { error?: string };
  /** `email` is masked. */
  INVITE_STAFF: { invitationId: string; email: string; role: StaffRole };
  RESEND_STAFF_INVITATION: { invitationId: string };
  REVOKE_STAFF_INVITATION: { invitationId: string };
  JOIN_STAFF: { invitationId: string; role: StaffRole };
  CHANGE_STAFF_ROLE: { staffId: string; before: string; after: StaffRole };
  SUSPEND_STAFF: { staffId: string };
  ACTIVATE_STAFF: { staffId: string };
  END_STAFF_SESSIONS: { staffId: string };
  REMOVE_STAFF: { staffId: string; by: 'staff' | 'command' };
  /** Without `clientId`, the global rule. */
  UPDATE_PRICING: { clientId?: string; before: string; after: string };
  SAVE_PRICE_DRAFT: { rules: number };
  DISCARD_PRICE_DRAFT: { rules: number };
  /** `summary` says what changes, in one line. */
  PUBLISH_PRICE_RULES: { version: number; from: string; repeats?: number; summary: string };
  /** Without the members: this record can't be erased. */
  ADD_CLIENT_GROUP: { groupId: string; name: string; clients: number };
  UPDATE_CLIENT_GROUP: { groupId: string; before: string; name: string; clients: number };
  DELETE_CLIENT_GROUP: { groupId: string; name: string };
  VIEW_PRICE_RULES: Record<string, never>;
  EXPORT_PRICE_PREVIEW: { days: number; version?: number };
  VIEW_DASHBOARD: RangeView;
  VIEW_REVENUE: RangeView;
  EXPORT_DASHBOARD: RangeView;
  VIEW_SHIPMENTS: ListView;
  VIEW_SHIPMENTS_STATS: RangeView;
  VIEW_SHIPMENT: { shipmentId: string };
  VIEW_LABEL: { shipmentId: string };
  EXPORT_SHIPMENTS: { filters: Record<string, string> };
  REFUND_REFUSED: { shipmentId: string; cents: number; error: string };
  /** Without a refund; with one, REFUND_REQUESTED names the admin. */
  LABEL_VOID_REQUESTED: { shipmentId: string };
  LABEL_VOIDED: { shipmentId: string; error?: string };
  MONEY_INCIDENT: { kind: string; objectId: string; error: string };
  SETTLE_INCIDENT: { kind: string; objectId: string; note: string };
  SNOOZE_ATTENTION: { kind: string; incident?: string; clientId?: string };
  END_SNOOZES: { ended: number };
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
