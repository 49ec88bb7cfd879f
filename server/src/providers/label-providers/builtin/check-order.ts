import { hasExtras } from '@lading/contract/customs/extras.ts';
import { digest } from '../../../platform/ids.ts';
import { withSortedFields } from '../../../platform/sorted-fields.ts';
import type { CarrierRate, LabelOrder } from '../port.ts';
import { SERVICES } from './data/services.ts';
import { parseDay } from './rates/delivery-date.ts';

/**
 * Null when the order is acceptable. The cost is not compared with the current tariff, because a quote is a
 * promised price.
 */
export function orderProblem({ rate, shipDate }: LabelOrder, today: string): string | null {
  if (!SERVICES.some(({ code, carrier }) => code === rate.service && carrier === rate.carrier))
    return `The built-in label provider does not sell the ${rate.carrier} service “${rate.service.slice(0, 60)}”.`;
  if (!isSoundRate(rate)) return 'This rate is not from the built-in label provider.';
  if (parseDay(shipDate) === null) return 'The shipping date must be a valid date in the format YYYY-MM-DD.';
  return shipDate < today ? `The shipping date ${shipDate} has passed.` : null;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

const isSoundRate = ({ costCents, estimatedDays, deliveryDate }: CarrierRate) =>
  isCount(costCents) &&
  (estimatedDays === null || (isCount(estimatedDays) && estimatedDays < 1000)) &&
  (deliveryDate === null || parseDay(deliveryDate) !== null);

/** Independent of field order, because the database may return fields in another order. */
export function hashOfOrder({ customs, extras, ...order }: LabelOrder): Buffer {
  // Left out if empty, so that orders of earlier versions keep their hash.
  const hashed = { ...order, ...(customs && { customs }), ...(hasExtras(extras) && { extras }) };
  return digest(JSON.stringify(hashed, withSortedFields));
}
