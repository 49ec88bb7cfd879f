import type { Role } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';

export interface KnownPage {
  name: string;
  path: string;
  /** Who opens the page. */
  as: Role | 'guest';
  heading: string;
}

/** Every page of the product with the heading that shows that it has loaded. */
export const KNOWN_PAGES: readonly KnownPage[] = [
  { name: 'landing', path: PAGES.landing, as: 'guest', heading: 'Shipping labels, without the line.' },
  { name: 'login', path: PAGES.login, as: 'guest', heading: LABELS.signIn },
  { name: 'signup', path: PAGES.signup, as: 'guest', heading: 'Create your account' },
  { name: 'forgot-password', path: PAGES.forgotPassword, as: 'guest', heading: 'Reset your password' },
  {
    name: 'reset-password',
    path: `${PAGES.resetPassword}?token=example`,
    as: 'guest',
    heading: 'Choose a new password',
  },
  {
    name: 'reset-link-incomplete',
    path: PAGES.resetPassword,
    as: 'guest',
    heading: 'This link is incomplete',
  },
  {
    name: 'invitation-link-incomplete',
    path: PAGES.acceptInvitation,
    as: 'guest',
    heading: 'This link is incomplete',
  },
  {
    name: 'verify-email',
    path: `${PAGES.verifyEmail}?token=example`,
    as: 'guest',
    heading: 'Confirm your email address',
  },
  {
    name: 'verification-link-incomplete',
    path: PAGES.verifyEmail,
    as: 'guest',
    heading: 'This link is incomplete',
  },
  { name: 'terms', path: PAGES.terms, as: 'guest', heading: 'Terms of Service' },
  { name: 'privacy', path: PAGES.privacy, as: 'guest', heading: 'Privacy Policy' },
  { name: 'not-found', path: '/logni', as: 'guest', heading: LABELS.pageNotFound },
  { name: 'client-dashboard', path: PAGES.clientDashboard, as: 'client', heading: LABELS.dashboard },
  { name: 'create-label', path: PAGES.createLabel, as: 'client', heading: LABELS.createShippingLabel },
  { name: 'bulk-upload', path: PAGES.bulkUpload, as: 'client', heading: LABELS.bulkUploadTitle },
  { name: 'shipping-history', path: PAGES.shippingHistory, as: 'client', heading: LABELS.shippingHistory },
  { name: 'profile', path: PAGES.profile, as: 'client', heading: LABELS.profileSettings },
  { name: 'orders', path: PAGES.orders, as: 'client', heading: 'Orders' },
  { name: 'stores', path: PAGES.orderSources, as: 'client', heading: 'Stores' },
  { name: 'order-rules', path: PAGES.orderRules, as: 'client', heading: 'Order rules' },
  { name: 'packages', path: PAGES.packages, as: 'client', heading: 'Packages' },
  { name: 'products', path: PAGES.products, as: 'client', heading: 'Products' },
  { name: 'billing', path: PAGES.billing, as: 'client', heading: 'Billing documents' },
  { name: 'security', path: PAGES.security, as: 'client', heading: 'Sign-in security' },
  { name: 'admin-dashboard', path: PAGES.adminDashboard, as: 'admin', heading: LABELS.adminDashboard },
  { name: 'admin-clients', path: PAGES.adminClients, as: 'admin', heading: LABELS.clientManagement },
  { name: 'admin-client', path: PAGES.adminClient, as: 'admin', heading: 'Ada Park' },
  { name: 'admin-pricing', path: PAGES.adminPricing, as: 'admin', heading: LABELS.globalCommissionSettings },
  { name: 'admin-price-rules', path: PAGES.adminPriceRules, as: 'admin', heading: 'Price rules' },
  { name: 'admin-shipments', path: PAGES.adminShipments, as: 'admin', heading: LABELS.shipmentOverview },
  { name: 'admin-analytics', path: PAGES.adminAnalytics, as: 'admin', heading: LABELS.analytics },
  { name: 'admin-audit-logs', path: PAGES.adminAuditLogs, as: 'admin', heading: LABELS.auditLogs },
  { name: 'admin-staff', path: PAGES.adminStaff, as: 'admin', heading: 'Staff' },
  { name: 'admin-incidents', path: PAGES.adminIncidents, as: 'admin', heading: 'Incidents' },
  { name: 'admin-money', path: PAGES.adminMoney, as: 'admin', heading: 'Money' },
  { name: 'admin-refunds', path: PAGES.adminRefunds, as: 'admin', heading: 'Refunds' },
  { name: 'admin-unspent-money', path: PAGES.adminUnspentMoney, as: 'admin', heading: 'Unspent money' },
  { name: 'admin-adjustments', path: PAGES.adminAdjustments, as: 'admin', heading: 'Adjustments' },
  { name: 'admin-billing', path: PAGES.adminBilling, as: 'admin', heading: 'Billing' },
  { name: 'admin-payouts', path: PAGES.adminPayouts, as: 'admin', heading: 'Payouts' },
  { name: 'admin-security', path: PAGES.adminSecurity, as: 'admin', heading: 'Sign-in security' },
];

/** The page of a client has an id in its path, so it is opened from the list. */
export async function openKnown(
  page: Page,
  { path, heading }: KnownPage,
  go: (path: string) => Promise<unknown> = (to) => page.goto(to),
): Promise<void> {
  if (path !== PAGES.adminClient) {
    await go(path);
    return;
  }
  await go(`${PAGES.adminClients}?search=demo@lading.example`);
  // Until the search is applied, the list may show other clients with the same name.
  await page.getByText(/^Showing 1 of \d+ clients$/).waitFor();
  // Without a click, because the list may be redrawn between pressing and releasing the mouse.
  const href = await page.getByRole('link', { name: heading, exact: true }).getAttribute('href');
  if (href === null) throw new Error(`The link to ${heading} has no address.`);
  await go(href);
}
