import { dateIn } from '@lading/contract/calendar-date.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

type Deps = Pick<ShipmentDeps, 'clock' | 'timeZone'>;

/** Whether the ship date is before today in the operator's time zone. */
export const hasShipDatePassed = ({ clock, timeZone }: Deps, shipDate: string): boolean =>
  shipDate < dateIn(timeZone, clock.now());

export function checkShipDate(deps: Deps, shipDate: string): void {
  if (hasShipDatePassed(deps, shipDate)) throw new AppError('DATE_PASSED');
}
