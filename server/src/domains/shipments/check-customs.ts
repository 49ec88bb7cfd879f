import { checkDeclaration } from '@lading/contract/customs/check-declaration.ts';
import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { totalValueCents } from '@lading/contract/customs/totals.ts';
import type { FieldError } from '@lading/contract/errors.ts';
import { AppError } from '../../platform/app-error.ts';
import type { PricedShipment } from '../pricing/priced-shipment.ts';

/** Rejects a declaration that customs would not accept on this route, with a sentence for each field. */
export function checkCustoms({ sender, recipient, parcel, customs, extras }: PricedShipment): void {
  if (!customs) return;
  const route = { from: sender, to: recipient, weightLb: parcel.weightLb, customs };
  const fields: FieldError[] = checkDeclaration(route).map(({ path, message }) => ({
    // A problem without a field is one of the destination.
    path: path.length > 0 ? ['customs', ...path].join('.') : 'receiver.country',
    message,
  }));
  if (extras.insuredCents > totalValueCents(customs.items))
    fields.push({ path: 'extras.insuredValue', message: CUSTOMS.insuranceAboveValue });
  const [first] = fields;
  if (first) throw new AppError('VALIDATION_FAILED', { message: first.message, fields });
}
