import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { createBrowserRouter, type DataRouter, Navigate, type RouteObject } from 'react-router';
import { PageSpinner } from '../ui/spinner.tsx';
import { AdminHome, GuestOnly, HomeRedirect, RequireAdmin, RequireSession } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { PAGE_PERMISSIONS } from './navigation.ts';
import { RequirePermission } from './not-allowed.tsx';
import { NotFoundRoute } from './not-found-route.tsx';
import { openForPayment } from './open-for-payment.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteCrash } from './route-crash.tsx';

const title = (text: string) => ({ title: text });
const SECURITY_TITLE = 'Sign-in security';

const forgotPasswordPage: RouteObject = {
  handle: title('Reset your password'),
  lazy: async () => ({
    Component: (await import('../features/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  }),
};

const guestRoutes: RouteObject[] = [
  {
    path: PAGES.login,
    handle: title(LABELS.signIn),
    lazy: async () => ({ Component: (await import('../features/sign-in/sign-in-page.tsx')).SignInPage }),
  },
  {
    path: PAGES.signup,
    handle: title(LABELS.createAccount),
    lazy: async () => ({ Component: (await import('../features/sign-up/sign-up-page.tsx')).SignUpPage }),
  },
  { path: PAGES.forgotPassword, ...forgotPasswordPage },
];

const requestResetRoute: RouteObject = { path: PAGES.requestPasswordReset, ...forgotPasswordPage };

const resetRoute: RouteObject = {
  path: PAGES.resetPassword,
  handle: title('Choose a new password'),
  lazy: async () => ({
    Component: (await import('../features/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  }),
};

const invitationRoute: RouteObject = {
  path: PAGES.acceptInvitation,
  handle: title('Accept your invitation'),
  lazy: async () => ({
    Component: (await import('../features/accept-invitation/accept-invitation-page.tsx'))
      .AcceptInvitationPage,
  }),
};

const verifyEmailRoute: RouteObject = {
  path: PAGES.verifyEmail,
  handle: title('Confirm your email address'),
  lazy: async () => ({
    Component: (await import('../features/verify-email/verify-email-page.tsx')).VerifyEmailPage,
  }),
};

const setUpRoute: RouteObject = {
  path: PAGES.setUpSecondFactor,
  handle: title('Set up a second factor'),
  lazy: async () => ({ Component: (await import('./set-up-route.tsx')).SetUpRoute }),
};

const securityPage = async () => ({
  Component: (await import('../features/security/security-page.tsx')).SecurityPage,
});

const authLayout = async () => ({ Component: (await import('./layouts/auth-layout.tsx')).AuthLayout });

const legalRoutes: RouteObject[] = [
  {
    path: PAGES.terms,
    handle: title('Terms of Service'),
    lazy: async () => ({ Component: (await import('../features/legal/terms-page.tsx')).TermsPage }),
  },
  {
    path: PAGES.privacy,
    handle: title('Privacy Policy'),
    lazy: async () => ({ Component: (await import('../features/legal/privacy-page.tsx')).PrivacyPage }),
  },
];

const clientRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={PAGES.clientDashboard} replace /> },
  {
    path: PAGES.clientDashboard,
    handle: title(LABELS.dashboard),
    lazy: async () => ({
      Component: (await import('../features/client-dashboard/client-dashboard-page.tsx')).ClientDashboardPage,
    }),
  },
  {
    path: PAGES.createLabel,
    handle: title(LABELS.createShippingLabel),
    loader: openForPayment,
    lazy: async () => ({
      Component: (await import('../features/create-label/create-label-page.tsx')).CreateLabelPage,
    }),
  },
  {
    path: PAGES.bulkUpload,
    handle: title(LABELS.bulkUploadTitle),
    loader: openForPayment,
    lazy: async () => ({
      Component: (await import('../features/bulk-upload/bulk-upload-page.tsx')).BulkUploadPage,
    }),
  },
  {
    path: PAGES.shippingHistory,
    handle: title(LABELS.shippingHistory),
    lazy: async () => ({
      Component: (await import('../features/shipping-history/shipping-history-page.tsx')).ShippingHistoryPage,
    }),
  },
  {
    path: PAGES.balance,
    handle: title('Balance'),
    loader: openForPayment,
    lazy: async () => ({
      Component: (await import('../features/balance/balance-page.tsx')).BalancePage,
    }),
  },
  {
    path: PAGES.billing,
    handle: title('Billing documents'),
    lazy: async () => ({
      Component: (await import('../features/billing/billing-page.tsx')).BillingPage,
    }),
  },
  {
    path: PAGES.orders,
    handle: title('Orders'),
    lazy: async () => ({
      Component: (await import('../features/orders/orders-page.tsx')).OrdersPage,
    }),
  },
  {
    path: PAGES.orderSources,
    handle: title('Stores'),
    lazy: async () => ({
      Component: (await import('../features/order-sources/order-sources-page.tsx')).OrderSourcesPage,
    }),
  },
  {
    path: PAGES.orderRules,
    handle: title('Order rules'),
    lazy: async () => ({
      Component: (await import('../features/order-rules/order-rules-page.tsx')).OrderRulesPage,
    }),
  },
  {
    path: PAGES.packages,
    handle: title('Packages'),
    lazy: async () => ({
      Component: (await import('../features/packages/packages-page.tsx')).PackagesPage,
    }),
  },
  {
    path: PAGES.products,
    handle: title('Products'),
    lazy: async () => ({
      Component: (await import('../features/products/products-page.tsx')).ProductsPage,
    }),
  },
  {
    path: PAGES.profile,
    handle: title(LABELS.profileSettings),
    lazy: async () => ({
      Component: (await import('../features/profile/profile-page.tsx')).ProfilePage,
    }),
  },
  { path: PAGES.security, handle: title(SECURITY_TITLE), lazy: securityPage },
];

const adminPages: RouteObject[] = [
  {
    path: PAGES.adminDashboard,
    handle: title(LABELS.adminDashboard),
    lazy: async () => ({
      Component: (await import('../features/admin-dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
    }),
  },
  {
    path: PAGES.adminClients,
    handle: title(LABELS.clientManagement),
    lazy: async () => ({
      Component: (await import('../features/clients/clients-page.tsx')).ClientsPage,
    }),
  },
  {
    path: PAGES.adminClient,
    handle: title('Client'),
    lazy: async () => ({
      Component: (await import('../features/client-details/client-details-page.tsx')).ClientDetailsPage,
    }),
  },
  {
    path: PAGES.adminRefunds,
    handle: title('Refunds'),
    lazy: async () => ({
      Component: (await import('../features/refunds/refunds-page.tsx')).RefundsPage,
    }),
  },
  {
    path: PAGES.adminUnspentMoney,
    handle: title('Unspent money'),
    lazy: async () => ({
      Component: (await import('../features/unspent-money/unspent-money-page.tsx')).UnspentMoneyPage,
    }),
  },
  {
    path: PAGES.adminMoney,
    handle: title('Money'),
    lazy: async () => ({
      Component: (await import('../features/money/money-page.tsx')).MoneyPage,
    }),
  },
  {
    path: PAGES.adminAdjustments,
    handle: title('Adjustments'),
    lazy: async () => ({
      Component: (await import('../features/adjustments/adjustments-page.tsx')).AdjustmentsPage,
    }),
  },
  {
    path: PAGES.adminPayouts,
    handle: title('Payouts'),
    lazy: async () => ({
      Component: (await import('../features/payouts/payouts-page.tsx')).PayoutsPage,
    }),
  },
  {
    path: PAGES.adminPricing,
    handle: title(LABELS.globalCommissionSettings),
    lazy: async () => ({
      Component: (await import('../features/pricing/pricing-page.tsx')).PricingPage,
    }),
  },
  {
    path: PAGES.adminPriceRules,
    handle: title('Price rules'),
    lazy: async () => ({
      Component: (await import('../features/price-rules/price-rules-page.tsx')).PriceRulesPage,
    }),
  },
  {
    path: PAGES.adminBilling,
    handle: title('Billing'),
    lazy: async () => ({
      Component: (await import('../features/admin-billing/admin-billing-page.tsx')).AdminBillingPage,
    }),
  },
  {
    path: PAGES.adminShipments,
    handle: title(LABELS.shipmentOverview),
    lazy: async () => ({
      Component: (await import('../features/shipments/shipments-page.tsx')).ShipmentsPage,
    }),
  },
  {
    path: PAGES.adminAnalytics,
    handle: title(LABELS.analytics),
    lazy: async () => ({
      Component: (await import('../features/analytics/analytics-page.tsx')).AnalyticsPage,
    }),
  },
  {
    path: PAGES.adminIncidents,
    handle: title('Incidents'),
    lazy: async () => ({
      Component: (await import('../features/incidents/incidents-page.tsx')).IncidentsPage,
    }),
  },
  {
    path: PAGES.adminAuditLogs,
    handle: title(LABELS.auditLogs),
    lazy: async () => ({
      Component: (await import('../features/audit-logs/audit-logs-page.tsx')).AuditLogsPage,
    }),
  },
  {
    path: PAGES.adminStaff,
    handle: title('Staff'),
    lazy: async () => ({
      Component: (await import('../features/staff/staff-page.tsx')).StaffPage,
    }),
  },
];

function guarded(page: RouteObject): RouteObject {
  const permission = PAGE_PERMISSIONS[page.path ?? ''];
  if (!permission) throw new Error(`${page.path} has no permission`);
  return { element: <RequirePermission permission={permission} />, children: [page] };
}

const adminRoutes: RouteObject[] = [
  { index: true, Component: AdminHome },
  { path: PAGES.adminSecurity, handle: title(SECURITY_TITLE), lazy: securityPage },
  ...adminPages.map(guarded),
];

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteCrash,
    HydrateFallback: () => <PageSpinner label="Loading" />,
    children: [
      { path: PAGES.landing, Component: HomeRedirect },
      { Component: GuestOnly, children: [{ lazy: authLayout, children: guestRoutes }] },
      { lazy: authLayout, children: [requestResetRoute, resetRoute, invitationRoute, verifyEmailRoute] },
      { Component: RequireSession, children: [{ lazy: authLayout, children: [setUpRoute] }] },
      { Component: PublicLayout, children: legalRoutes },
      {
        Component: RequireSession,
        children: [
          {
            path: PAGES.client,
            lazy: async () => ({ Component: (await import('./layouts/client-shell.tsx')).ClientShell }),
            children: clientRoutes,
          },
        ],
      },
      {
        Component: RequireAdmin,
        children: [
          {
            path: PAGES.admin,
            lazy: async () => ({ Component: (await import('./layouts/admin-shell.tsx')).AdminShell }),
            children: adminRoutes,
          },
        ],
      },
      {
        Component: PublicLayout,
        children: [{ path: '*', handle: title(LABELS.pageNotFound), Component: NotFoundRoute }],
      },
    ],
  },
];

/** Component tests pass a router that keeps its location in memory. */
export const createAppRouter = (createRouter: (routes: RouteObject[]) => DataRouter = createBrowserRouter) =>
  createRouter(routes);
