/**
 * Every sentence of the specification that a person can meet, once. Screens, server and tests import them from here, so that a
 * wording can neither drift nor be typed twice. Sentences of our own live beside the code that shows them.
 */

export const GENERAL = {
  sessionExpired: 'Session expired. Please log in again.',
  serverError: 'Server error. Please try again later.',
  networkError: 'Network error. Please check your connection and try again.',
  crash: 'Something went wrong. Please try again or contact support.',
  httpFallback: (status: number, statusText: string) => `HTTP ${status}: ${statusText}`,
} as const;

export const ADMIN = {
  accessDenied: 'Access denied. Admin privileges required.',
  unreachable: 'Network error or API unreachable. Please check your internet connection or try again later.',
  serverError:
    'Internal server error. The server encountered an unexpected condition. Please try again later.',
  loadDashboardFailed: 'Failed to load dashboard data',
} as const;

export const AUTH = {
  loginFieldsRequired: 'Please enter both email and password',
  loginFailed: 'Failed to log in',
  loginSucceeded: 'Login successful!',
  signUpFieldsRequired: 'Please fill in all required fields',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
  termsRequired: 'You must agree to the Terms of Service and Privacy Policy',
  signUpFailed: 'Failed to sign up',
  emailRequired: 'Please enter your email address',
  resetMailSent: 'Password reset email sent!',
  resetMailFailed: 'Failed to send reset link',
} as const;

export const PHONE = {
  countryCode: 'Phone number should not include a country code.',
  tenDigits: 'Phone number must be exactly 10 digits long.',
} as const;

/** What stands under every paged list. */
export const PAGING = {
  previous: 'Previous',
  next: 'Next',
  showing: (first: number, last: number, total: number) => `Showing ${first} to ${last} of ${total} results`,
} as const;

/** Words of buttons, titles and fields that the specification fixes. */
export const LABELS = {
  logIn: 'Log In',
  getStarted: 'Get Started',
  rememberMe: 'Remember me',
  signIn: 'Sign in',
  createAccount: 'Create Account',
  sendResetLink: 'Send Reset Link',
  backToSignIn: 'Back to Sign In',
  pageNotFound: 'Page Not Found',
  goBackHome: 'Go back home',
  dashboard: 'Dashboard',
  generateLabel: 'Generate Label',
  bulkUpload: 'Bulk Upload',
  shippingHistory: 'Shipping History',
  profile: 'Profile',
  createShippingLabel: 'Create Shipping Label',
  bulkUploadTitle: 'Bulk Upload & Label Generation',
  profileSettings: 'Profile Settings',
  adminDashboard: 'Admin Dashboard',
  clientManagement: 'Client Management',
  globalCommissionSettings: 'Global Commission Settings',
  shipmentOverview: 'Shipment Overview',
  analytics: 'Analytics',
  auditLogs: 'Audit Logs',
  clients: 'Clients',
  pricing: 'Pricing',
  shipments: 'Shipments',
} as const;

export const AUDIT_LOGS = {
  columns: {
    timestamp: 'Timestamp',
    eventType: 'Event Type',
    user: 'User',
    ipAddress: 'IP Address',
    status: 'Status',
    details: 'Details',
  },
  statuses: { success: 'Success', error: 'Error', pending: 'Pending' },
  empty: 'No audit logs found',
  clearFilters: 'Clear Filters',
  loadFailed: 'Failed to load audit logs',
  noDetails: 'No details available',
  invalidDetails: 'Invalid details format',
} as const;
