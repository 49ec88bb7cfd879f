/** What other domains may know of paid money that is not spent. */
export { type StoredPayment, selectOpenQuotesOf, selectUnspent } from './payments.store.ts';
