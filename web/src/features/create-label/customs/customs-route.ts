import {
  anyCarrierNeedsCustoms,
  type CustomsRoute,
  customsArea,
  customsNeed,
} from '@lading/contract/customs/needs-customs.ts';
import { weightOf } from '../parcel-values.ts';
import type { Wizard } from '../wizard-state.ts';

type Shipment = Pick<Wizard, 'sender' | 'recipient' | 'parcel' | 'customs'>;

/** Contents are goods until the user says otherwise, so that choosing documents does not hide the question. */
const routeOf = ({ sender, recipient, parcel }: Omit<Shipment, 'customs'>): CustomsRoute => ({
  from: sender,
  to: recipient,
  weightLb: weightOf(parcel) ?? 0,
  goods: true,
});

/** `some`: UPS, FedEx and DHL need a declaration and USPS does not. */
type DeclarationNeed = 'none' | 'some' | 'all';

export function declarationNeed(shipment: Omit<Shipment, 'customs'>): DeclarationNeed {
  const route = routeOf(shipment);
  if (!anyCarrierNeedsCustoms(route)) return 'none';
  return customsNeed('USPS', route) === 'not-needed' ? 'some' : 'all';
}

/** True if the request contains a declaration. */
export function isDeclared(shipment: Shipment): boolean {
  const need = declarationNeed(shipment);
  return need === 'all' || (need === 'some' && shipment.customs.wanted);
}

/** The place that makes a declaration necessary: the destination, or the origin of a parcel to the US. */
export function customsPlace({ sender, recipient }: Pick<Wizard, 'sender' | 'recipient'>): string {
  const to = customsArea(recipient);
  return to === 'US' ? customsArea(sender) : to;
}
