import type { DashboardQuery } from '@lading/contract/dashboard.ts';
import { type DateRange, dashboardRange, daysIn } from '@lading/contract/date-range.ts';
import { AppError } from '../../platform/app-error.ts';

/** The response has one entry per day. */
const MAX_DAYS = 3_660;
const TOO_LONG = 'Please choose a range of at most ten years.';

export interface ChosenRange extends DateRange {
  period: string;
}

/**
 * The period, or the dates given instead. With only a start, the range ends today; with only an end, it
 * starts thirty days earlier.
 */
export function chosenRange({ period, startDate, endDate }: DashboardQuery, today: string): ChosenRange {
  if (!startDate && !endDate) return { period, ...dashboardRange(period, today) };
  const end = endDate ?? (startDate && startDate > today ? startDate : today);
  const range = {
    period: 'custom',
    startDate: startDate ?? dashboardRange('30d', end).startDate,
    endDate: end,
  };
  if (daysIn(range) > MAX_DAYS)
    throw new AppError('VALIDATION_FAILED', {
      message: TOO_LONG,
      fields: [{ path: 'startDate', message: TOO_LONG }],
    });
  return range;
}
