/** Paths of pages and calls, each once. */

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
  adminAuditLogs: '/api/admin/audit-logs',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
} as const;
