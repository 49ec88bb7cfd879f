/** Documents are listed on two pages, so a change on one of them reloads both. */
export const ALL_DOCUMENTS_KEY = ['admin-billing', 'documents'];
export const CLIENT_BILLING_KEY = ['client-billing'];
