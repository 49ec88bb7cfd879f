const KB = 1024;
/** Fits the header row of a wide file. */
export const HEADER_LIMIT = 1024 * KB;
/** Fits a chunk of rows and the widest single row. */
export const ROWS_LIMIT = 2048 * KB;
/** Both fit ten thousand: row numbers, and row numbers with rates. */
export const NUMBERS_LIMIT = 128 * KB;
export const CHOICES_LIMIT = 1024 * KB;
/** Fits ten thousand shipments with addresses and packages, which the specification sends in one call. */
export const SHIPMENTS_LIMIT = 8192 * KB;
