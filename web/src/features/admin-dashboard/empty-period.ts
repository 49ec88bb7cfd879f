export const EMPTY_PERIOD = 'No shipments in this period';
