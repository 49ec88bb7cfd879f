import type { Role } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import {
  ClipboardList,
  History,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Percent,
  Tag,
  Upload,
  UserRound,
  Users,
} from 'lucide-react';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  keys: string;
}

export const CLIENT_NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.clientDashboard, label: LABELS.dashboard, icon: LayoutDashboard, keys: 'g d' },
  { to: PAGES.createLabel, label: LABELS.generateLabel, icon: Tag, keys: 'g l' },
  { to: PAGES.bulkUpload, label: LABELS.bulkUpload, icon: Upload, keys: 'g b' },
  { to: PAGES.shippingHistory, label: LABELS.shippingHistory, icon: History, keys: 'g h' },
  { to: PAGES.profile, label: LABELS.profile, icon: UserRound, keys: 'g p' },
];

export const ADMIN_NAVIGATION: readonly NavigationEntry[] = [
  { to: PAGES.adminDashboard, label: LABELS.dashboard, icon: LayoutDashboard, keys: 'g d' },
  { to: PAGES.adminClients, label: LABELS.clients, icon: Users, keys: 'g c' },
  { to: PAGES.adminPricing, label: LABELS.pricing, icon: Percent, keys: 'g p' },
  { to: PAGES.adminShipments, label: LABELS.shipments, icon: Package, keys: 'g s' },
  { to: PAGES.adminAuditLogs, label: LABELS.auditLogs, icon: ClipboardList, keys: 'g a' },
];

export const dashboardOf = (role: Role) => (role === 'admin' ? PAGES.adminDashboard : PAGES.clientDashboard);
