import { hideTaxIds } from '@lading/contract/customs/tax-ids.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { LabelOrder, Purchase } from '../../providers/label-providers/port.ts';
import type { Declaration } from '../pricing/priced-shipment.ts';
import { openDeclaration } from '../pricing/stored-declaration.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { type BoughtShipment, recordAnswer } from './record-purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

/** Orders the label outside any transaction and records the answer, as `recordAnswer` describes. */
export async function runPurchase(deps: ShipmentDeps, claim: PurchaseClaim): Promise<BoughtShipment | null> {
  const answer = await orderLabel(deps, claim);
  failpoint('label-ordered');
  return recordAnswer(deps, claim, answer);
}

async function orderLabel(deps: ShipmentDeps, claim: PurchaseClaim): Promise<Purchase | null> {
  const { labelProvider, timings, log } = deps;
  const { shipment, attemptId, rate } = claim;
  const declaration = await readDeclaration(deps, claim);
  if (!declaration) return { outcome: 'not-sent', text: 'The tax IDs could not be decrypted.' };
  const order: LabelOrder = {
    key: attemptId,
    rate,
    from: shipment.sender,
    to: shipment.receiver,
    parcel: shipment.parcel,
    shipDate: shipment.ship_date,
    reference: shipment.reference ?? shipment.notes,
    ...declaration,
  };
  try {
    const answer = await within(timings.labelProviderTimeoutMs, labelProvider.buyLabel(order));
    return withoutTaxIds(answer, declaration);
  } catch (error) {
    log.warn(
      { event: 'purchase.unconfirmed', err: error, shipmentId: shipment.id, attemptId },
      'The label provider did not confirm a purchase; the sweep will look it up',
    );
    return null;
  }
}

/** The reason of a refusal is shown to clients and operators. */
function withoutTaxIds(answer: Purchase, { customs }: Declaration): Purchase {
  if (answer.outcome !== 'refused' || !customs) return answer;
  const hide = (text: string) => hideTaxIds(text, [customs.senderTaxId, customs.recipientTaxId]);
  const { original } = answer;
  return { ...answer, text: hide(answer.text), ...(original !== undefined && { original: hide(original) }) };
}

/** The label provider is the only one who gets tax IDs in plain text. Null if no key can decrypt them. */
async function readDeclaration(
  { taxIdSecrets, log }: ShipmentDeps,
  { shipment }: PurchaseClaim,
): Promise<Declaration | null> {
  try {
    return await openDeclaration(taxIdSecrets, shipment.user_id, shipment.declaration);
  } catch (error) {
    log.error(
      { event: 'purchase.tax_ids_unreadable', err: error, shipmentId: shipment.id },
      'The tax IDs of a shipment could not be decrypted',
    );
    return null;
  }
}
