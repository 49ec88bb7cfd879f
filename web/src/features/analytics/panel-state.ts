import type { DateRange } from '@lading/contract/date-range.ts';

export const EMPTY_RANGE = 'No shipments in this range';

/** What every panel is given: its figures, the days that they are of, and whether newer ones are on their way. */
export interface PanelState<T> {
  stats: T | undefined;
  range: DateRange;
  busy: boolean;
  waiting: boolean;
}
