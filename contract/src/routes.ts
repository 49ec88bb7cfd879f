/** Every page and API path. */

export const PAGES = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  client: '/client',
  clientDashboard: '/client/dashboard',
  createLabel: '/client/create-label',
  bulkUpload: '/client/bulk-upload',
  shippingHistory: '/client/shipping-history',
  profile: '/client/profile',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminClients: '/admin/clients',
  adminPricing: '/admin/pricing',
  adminShipments: '/admin/shipments',
  adminAnalytics: '/admin/analytics',
  adminAuditLogs: '/admin/audit-logs',
  /** Linked from the dashboard, because the specification fixes the sidebar's entries. */
  adminIncidents: '/admin/incidents',
} as const;

export const API = {
  runtimeConfig: '/config.json',
  register: '/api/auth/register',
  login: '/api/auth/login',
  verify: '/api/auth/verify',
  logout: '/api/auth/logout',
  forgotPassword: '/api/auth/forgot-password',
  resetPassword: '/api/auth/reset-password',
  validateAddress: '/api/shippo/validate',
  places: '/api/shippo/places',
  place: '/api/shippo/place',
  /** Followed by a slash and the ZIP code. */
  zip: '/api/shippo/zip',
  rates: '/api/shippo/rates',
  carriers: '/api/shippo/carriers',
  createPaymentIntent: '/api/shippo/create-payment-intent',
  label: '/api/shippo/label',
  labelFile: '/api/shippo/labels/:id',
  mergedLabels: '/api/shippo/labels',
  testLabel: '/api/shippo/test-label',
  emailLabel: '/api/shippo/labels/:id/email',
  transaction: '/api/shippo/transaction/:id',
  history: '/api/shippo/history',
  bulkLabels: '/api/shippo/bulk-labels',
  batches: '/api/bulk/batches',
  batch: '/api/bulk/batches/:id',
  batchRows: '/api/bulk/batches/:id/rows',
  batchRow: '/api/bulk/batches/:id/rows/:number',
  batchRemovals: '/api/bulk/batches/:id/removals',
  batchEvents: '/api/bulk/batches/:id/events',
  batchRates: '/api/bulk/batches/:id/rates',
  batchChoices: '/api/bulk/batches/:id/choices',
  batchRule: '/api/bulk/batches/:id/rule',
  batchLabels: '/api/bulk/batches/:id/labels',
  batchPause: '/api/bulk/batches/:id/pause',
  batchResume: '/api/bulk/batches/:id/resume',
  batchCancel: '/api/bulk/batches/:id/cancel',
  batchRetry: '/api/bulk/batches/:id/retry',
  /** One of BATCH_FILES. */
  batchFile: '/api/bulk/batches/:id/files/:file',
  profile: '/api/shippo/profile',
  savedAddresses: '/api/shippo/saved-addresses',
  savedAddress: '/api/shippo/saved-addresses/:id',
  savedParcels: '/api/shippo/saved-parcels',
  savedParcel: '/api/shippo/saved-parcels/:id',
  adminDashboard: '/api/admin/dashboard/analytics',
  adminRevenue: '/api/admin/dashboard/revenue',
  adminDashboardExport: '/api/admin/dashboard/export',
  adminClients: '/api/admin/clients',
  adminClient: '/api/admin/clients/:id',
  adminClientSuspend: '/api/admin/clients/:id/suspend',
  adminClientActivate: '/api/admin/clients/:id/activate',
  adminClientGlobalCommission: '/api/admin/clients/:id/commission/global',
  adminGlobalPricing: '/api/admin/global-pricing',
  adminPricingImpact: '/api/admin/global-pricing/impact',
  adminShipments: '/api/admin/shipments',
  adminShipmentStats: '/api/admin/shipments/stats',
  adminShipmentsDownload: '/api/admin/shipments/download',
  adminShipment: '/api/admin/shipments/:id',
  adminRefund: '/api/admin/shipments/:id/refund',
  adminAuditLogs: '/api/admin/audit-logs',
  adminAuditStats: '/api/admin/audit-logs/stats',
  adminAuditDownload: '/api/admin/audit-logs/download',
  adminIncidents: '/api/admin/incidents',
  adminSettleIncident: '/api/admin/incidents/:kind/:objectId/settle',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
} as const;

/** The names after the colons: `'id' | 'number'` for `/batches/:id/rows/:number`. */
type ParamName<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** Fills in a path's parameters: `path(API.batch, { id })`. */
export function path<Pattern extends string>(
  pattern: Pattern,
  params: Record<ParamName<Pattern>, string | number>,
): string {
  const values: Record<string, string | number> = params;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
