/** Quotes that nobody bought or paid for need not be kept. */
export { deleteOldQuotes } from './pricing.store.ts';
