import type { DateRange } from '@lading/contract/date-range.ts';

/** The props of every panel. */
export interface PanelState<T> {
  stats: T | undefined;
  range: DateRange;
  busy: boolean;
  waiting: boolean;
}
