/**
 * Every user-visible sentence of the specification, verbatim and in one place. Our own sentences live beside
 * the code that shows them.
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
} as const;

export const DASHBOARD = {
  loadFailed: 'Failed to load dashboard data',
  exported: 'Report exported successfully',
  exportFailed: 'Failed to export report',
} as const;

export const CLIENTS = {
  search: 'Search clients...',
  statuses: { all: 'All Status', active: 'Active', suspended: 'Suspended', inactive: 'Inactive' },
  columns: {
    client: 'Client',
    status: 'Status',
    shipments: 'Shipments',
    lastActive: 'Last Active',
    commission: 'Commission',
    actions: 'Actions',
  },
  showing: (shown: number, total: number) => `Showing ${shown} of ${total} clients`,
  globalRate: 'Global Rate',
  editTitle: 'Edit Client',
  fields: {
    fullName: 'Full Name',
    email: 'Email',
    phone: 'Phone',
    street: 'Street Address',
    city: 'City',
    state: 'State',
    zipCode: 'ZIP Code',
    country: 'Country',
    status: 'Status',
    commissionType: 'Commission Type',
    commissionPercentage: 'Commission Percentage (%)',
    commissionAmount: 'Commission Amount ($)',
  },
  update: 'Update Client',
  commissionInvalid: 'Commission value must be a non-negative number.',
  addNotPossible: 'Adding new clients is not yet implemented via this form.',
  confirmSuspend: 'Are you sure you want to suspend this client?',
  confirmDelete: 'Are you sure you want to permanently delete this client? This action cannot be undone.',
  loadFailed: 'Failed to load clients',
  commissionUpdated: 'Commission updated successfully',
  commissionFailed: 'Failed to update commission',
  updated: 'Client updated successfully',
  saveFailed: 'Failed to save client',
  suspended: 'Client suspended successfully',
  suspendFailed: 'Failed to suspend client',
  activated: 'Client activated successfully',
  activateFailed: 'Failed to activate client',
  deleted: 'Client deleted successfully',
  deleteFailed: 'Failed to delete client',
} as const;

export const PRICING = {
  types: { percentage: 'Percentage (%)', flat_rate: 'Flat Rate ($)' },
  save: 'Save Global Commission',
  impact: 'Impact Analysis',
  clientsOnGlobal: 'Clients Using Global Rate',
  clientsOnCustom: 'Clients with Custom Rates',
  monthlyImpact: 'Estimated Monthly Impact',
  loadFailed: 'Failed to load global pricing settings',
  saved: 'Global commission settings updated successfully',
  saveFailed: 'Failed to update global commission settings',
} as const;

export const SHIPMENTS = {
  cards: {
    total: 'Total Shipments',
    currentPage: 'Current Page',
    page: (page: number, pages: number) => `${page} of ${pages}`,
    perPage: 'Per Page',
  },
  statuses: { pending: 'Pending', shipped: 'Shipped', delivered: 'Delivered', failed: 'Failed' },
  columns: {
    tracking: 'Tracking ID',
    client: 'Client',
    status: 'Status',
    origin: 'Origin',
    destination: 'Destination',
    carrier: 'Carrier',
    date: 'Date',
    cost: 'Cost',
    actions: 'Actions',
  },
  empty: 'No shipments found',
  export: 'Export Data',
  refund: 'Refund',
  refundTitle: 'Process Refund',
  refundReason: 'Reason for Refund',
  confirmRefund: 'Confirm Refund',
  amountInvalid: 'Please enter a valid positive amount.',
  reasonMissing: 'Please provide a reason for the refund.',
  loadFailed: 'Failed to load shipments',
  exported: 'Shipments data exported successfully',
  exportFailed: 'Failed to export data',
  refunded: 'Refund processed successfully!',
  refundFailed: 'Failed to process refund.',
} as const;

export const ANALYTICS = {
  ranges: {
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '3m': 'Last 3 months',
    '1y': 'Last year',
  },
  customRange: 'Custom Range',
  totalRevenue: 'Total Revenue',
  successRate: 'Success Rate',
  averageOrderValue: 'Average Order Value',
  activity: 'System Activity Overview',
  loadFailed: 'Failed to load analytics data',
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

/** Sentences that the specification implies with 'and so on' after the first of their kind. */
export const BY_ANALOGY = {
  widthRequired: 'Width is required',
  heightRequired: 'Height is required',
  profileCityRequired: 'City is required.',
  profileStateRequired: 'State is required.',
  profileZipRequired: 'ZIP Code is required.',
  recipientCheckFailed: 'Failed to validate recipient address via API.',
} as const;

export const ADDRESS_FORM = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  streetRequired: 'Street address is required',
  cityRequired: 'City is required',
  stateRequired: 'State is required',
  zipRequired: 'ZIP code is required',
  phoneRequired: 'Phone number is required',
  recommendation: 'Address Recommendation',
  edit: 'Edit Address',
  save: 'Save',
  invalidSender: 'Invalid sender address',
  invalidRecipient: 'Invalid recipient address',
  notVerified: 'The shipping address could not be verified. Please check and try again.',
  senderCheckFailed: 'Failed to validate sender address via API.',
  recipientCheckFailed: BY_ANALOGY.recipientCheckFailed,
} as const;

export const PARCEL_FORM = {
  weightRequired: 'Weight is required',
  lengthRequired: 'Length is required',
  widthRequired: BY_ANALOGY.widthRequired,
  heightRequired: BY_ANALOGY.heightRequired,
} as const;

export const WIZARD = {
  continue: 'Continue',
  payAndGenerate: 'Pay & Generate Label',
  viewHistory: 'View Shipping History',
  createAnother: 'Create Another Label',
  ratesReceived: 'Shipping rates retrieved successfully!',
  ratesFailed: 'Failed to get shipping rates',
  rateRequired: 'Please select a shipping rate',
  labelGenerated: 'Shipping label generated successfully!',
  labelFailed: 'Failed to generate shipping label',
} as const;

export const PAYMENT = {
  title: 'Secure Payment',
  pay: (amount: string) => `Pay ${amount}`,
  cancel: 'Cancel',
  succeeded: 'Payment successful!',
  systemNotReady: 'Payment system not ready. Please refresh and try again.',
  formNotReady: 'Payment form not ready...',
  stillLoading: 'Payment form is still loading. Please wait a moment.',
  detailsMissing: 'Please fill in your payment details.',
  initializeFailed: 'Failed to initialize payment',
  noToken: 'No authentication token found',
  noClientSecret: 'No client secret received from payment intent',
  failed: 'Payment failed',
  notCompleted: 'Payment not completed. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  formNotLoaded: 'Unable to load payment form. Please try again.',
  intentFailed: 'Failed to create payment intent on backend',
} as const;

export const HISTORY = {
  columns: {
    created: 'Date Created',
    tracking: 'Tracking Number',
    source: 'Source',
    destination: 'Destination',
    shipping: 'Shipping Date',
    delivery: 'Delivery Date',
    status: 'Status',
    cost: 'Cost',
    label: 'Label',
  },
  empty: 'No shipping history available',
  loadFailed: 'Failed to fetch shipping history',
  noLabel: 'Label URL not found for this shipment.',
  downloadStarted: 'Label download initiated.',
  downloadFailed: 'Failed to download label. Please try again.',
} as const;

export const PROFILE = {
  nameRequired: 'Full Name is required.',
  phoneRequired: 'Phone Number is required.',
  tenDigits: 'Phone Number must be 10 digits.',
  streetRequired: 'Street Address is required.',
  cityRequired: BY_ANALOGY.profileCityRequired,
  stateRequired: BY_ANALOGY.profileStateRequired,
  zipRequired: BY_ANALOGY.profileZipRequired,
  hasErrors: 'Please correct the errors in the form.',
  loadFailed: 'Failed to load profile data.',
  saved: 'Profile updated successfully!',
  saveFailed: 'Failed to update profile.',
} as const;

export const BULK = {
  templateDownloaded: 'CSV template downloaded!',
  readFailed: 'Failed to read file.',
  parseFailed: (reason: string) => `Error parsing file: ${reason}`,
  missing: (field: string) => `Missing required field: ${field}`,
  dateFormat: (value: string) => `Invalid shipping date format: ${value}`,
  datePast: (value: string) => `Shipping date cannot be in the past: ${value}`,
  notNumeric: (field: string) => `Invalid numeric value for field: ${field}`,
  senderPhone: (problem: string) => `Sender phone: ${problem}`,
  receiverPhone: (problem: string) => `Receiver phone: ${problem}`,
  senderAddress: (problem: string) => `Sender address validation failed: ${problem}`,
  recipientAddress: (problem: string) => `Recipient address validation failed: ${problem}`,
  senderAddressCall: (problem: string) => `Sender address API validation error: ${problem}`,
  recipientAddressCall: (problem: string) => `Recipient address API validation error: ${problem}`,
  ratesFetched: 'Rates fetched for all valid shipments!',
  noRates: 'No rates found',
  ratesFailed: (reason: string) => `Failed to get rates: ${reason}`,
  noRatesForShipment: 'No rates available for this shipment.',
  noneReady: 'No shipments ready for label generation',
  labelGenerated: (id: string) => `Label generated for ${id}`,
  labelFailed: (reason: string) => `Label generation failed: ${reason}`,
  finished: (count: number) => `Finished generating labels. ${count} successful.`,
  columns: {
    shipmentId: 'Shipment ID',
    status: 'Status',
    tracking: 'Tracking Number',
    cost: 'Cost',
    action: 'Action',
  },
} as const;

export const PAGING = {
  previous: 'Previous',
  next: 'Next',
  showing: (first: number, last: number, total: number) => `Showing ${first} to ${last} of ${total} results`,
} as const;

/** Button, title and field labels from the specification. */
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
  export: 'Export Logs',
  exported: 'Audit logs exported successfully',
  exportFailed: 'Failed to export logs',
} as const;
