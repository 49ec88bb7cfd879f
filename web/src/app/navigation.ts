import type { User } from '@lading/contract/identity.ts';
import { LABELS } from '@lading/contract/messages.ts';
import type { Permission } from '@lading/contract/permissions.ts';
import { PAGES } from '@lading/contract/routes.ts';
import {
  Boxes,
  ClipboardList,
  HandCoins,
  History,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Percent,
  ReceiptText,
  Scale,
  ShoppingBag,
  Tag,
  Undo2,
  Upload,
  UserCog,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import { mayUser } from '../lib/may.ts';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  keys: string;
  /** Not in the specification: listed below a separator. */
  isMore?: true;
  /** Pages without their own entry that highlight this one. */
  includes?: readonly string[];
}

export const CLIENT_NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.clientDashboard, label: LABELS.dashboard, icon: LayoutDashboard, keys: 'g d' },
  { to: PAGES.createLabel, label: LABELS.generateLabel, icon: Tag, keys: 'g l' },
  { to: PAGES.bulkUpload, label: LABELS.bulkUpload, icon: Upload, keys: 'g b' },
  { to: PAGES.shippingHistory, label: LABELS.shippingHistory, icon: History, keys: 'g h' },
  { to: PAGES.profile, label: LABELS.profile, icon: UserRound, keys: 'g p' },
  {
    to: PAGES.orders,
    label: 'Orders',
    icon: ShoppingBag,
    keys: 'g r',
    isMore: true,
    includes: [PAGES.orderSources, PAGES.orderRules, PAGES.packages],
  },
  { to: PAGES.products, label: 'Products', icon: Boxes, keys: 'g o', isMore: true },
  { to: PAGES.balance, label: 'Balance', icon: Wallet, keys: 'g m', isMore: true },
  { to: PAGES.billing, label: 'Billing documents', icon: ReceiptText, keys: 'g i', isMore: true },
];

/** What a person needs to open a page of the admin area. A page that is not listed fails to load. */
export const PAGE_PERMISSIONS: Readonly<Record<string, Permission>> = {
  [PAGES.adminDashboard]: 'analytics.read',
  [PAGES.adminClients]: 'clients.read',
  [PAGES.adminPricing]: 'pricing.read',
  [PAGES.adminPriceRules]: 'pricing.read',
  [PAGES.adminBilling]: 'billing.read',
  [PAGES.adminShipments]: 'shipments.read',
  [PAGES.adminAnalytics]: 'analytics.read',
  [PAGES.adminIncidents]: 'incidents.read',
  [PAGES.adminAuditLogs]: 'audit.read',
  [PAGES.adminClient]: 'clients.read',
  [PAGES.adminRefunds]: 'refunds.read',
  [PAGES.adminUnspentMoney]: 'refunds.read',
  [PAGES.adminMoney]: 'money.read',
  [PAGES.adminAdjustments]: 'adjustments.read',
  [PAGES.adminPayouts]: 'money.read',
  [PAGES.adminStaff]: 'staff.manage',
};

/** Analytics is not in the sidebar. It opens from the dashboard or with this shortcut. */
export const ANALYTICS_KEYS = 'g y';

const ADMIN_NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.adminDashboard, label: LABELS.dashboard, icon: LayoutDashboard, keys: 'g d' },
  { to: PAGES.adminClients, label: LABELS.clients, icon: Users, keys: 'g c' },
  { to: PAGES.adminPricing, label: LABELS.pricing, icon: Percent, keys: 'g p' },
  { to: PAGES.adminShipments, label: LABELS.shipments, icon: Package, keys: 'g s' },
  { to: PAGES.adminAuditLogs, label: LABELS.auditLogs, icon: ClipboardList, keys: 'g a' },
  { to: PAGES.adminMoney, label: 'Money', icon: HandCoins, keys: 'g m', isMore: true },
  { to: PAGES.adminRefunds, label: 'Refunds', icon: Undo2, keys: 'g r', isMore: true },
  { to: PAGES.adminUnspentMoney, label: 'Unspent money', icon: Wallet, keys: 'g u', isMore: true },
  { to: PAGES.adminAdjustments, label: 'Adjustments', icon: Scale, keys: 'g j', isMore: true },
  { to: PAGES.adminBilling, label: 'Billing', icon: ReceiptText, keys: 'g b', isMore: true },
  { to: PAGES.adminPayouts, label: 'Payouts', icon: Landmark, keys: 'g o', isMore: true },
  { to: PAGES.adminStaff, label: 'Staff', icon: UserCog, keys: 'g t', isMore: true },
];

export function mayOpen(user: User, page: string): boolean {
  const permission = PAGE_PERMISSIONS[page];
  return permission !== undefined && mayUser(user, permission);
}

/** The entries whose pages the person may open. */
export const adminNavigation = (user: User): readonly NavigationEntry[] =>
  ADMIN_NAVIGATION.filter(({ to }) => mayOpen(user, to));

/** The page to start with: the dashboard, or the first page that a staff role includes. */
export const dashboardOf = (user: User): string =>
  user.role === 'admin' ? (adminNavigation(user)[0]?.to ?? PAGES.adminDashboard) : PAGES.clientDashboard;
