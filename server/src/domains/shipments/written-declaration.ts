import { declaredFiling } from '@lading/contract/customs/check-declaration.ts';
import type { WrittenCustoms } from '@lading/contract/customs/declaration.ts';
import type { WrittenExtras } from '@lading/contract/customs/extras.ts';
import { totalValueCents } from '@lading/contract/customs/totals.ts';
import { INCOTERM } from '@lading/contract/customs/vocabulary.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { StoredCustoms, StoredTaxId } from '../pricing/stored-declaration.ts';
import type { StoredShipment } from './shipments.store.ts';

type Declared = Pick<StoredShipment, 'sender' | 'receiver' | 'declaration'>;

/** The declaration in a response. Empty if the shipment has none, so that domestic ones look as before. */
export function writtenDeclaration(shipment: Declared): { customs?: WrittenCustoms; extras?: WrittenExtras } {
  const { declaration } = shipment;
  if (!declaration) return {};
  const { insuredCents, ...extras } = declaration.extras;
  return {
    ...(declaration.customs ? { customs: writtenCustoms(shipment, declaration.customs) } : {}),
    extras: { ...extras, insuredValue: dollarsOf(insuredCents) },
  };
}

const writtenCustoms = (shipment: Declared, customs: StoredCustoms): WrittenCustoms => ({
  contentsType: customs.contentsType,
  contentsExplanation: customs.contentsExplanation,
  nonDelivery: customs.nonDelivery,
  signer: customs.signer,
  needsLicense: customs.needsLicense,
  itn: customs.itn,
  incoterm: INCOTERM,
  invoiceNumber: customs.invoiceNumber,
  senderTaxId: maskedTaxId(customs.senderTaxId),
  recipientTaxId: maskedTaxId(customs.recipientTaxId),
  items: customs.items.map(({ unitWeightOz, unitValueCents, ...item }) => ({
    ...item,
    unitWeight: unitWeightOz,
    unitValue: dollarsOf(unitValueCents),
  })),
  totalValue: dollarsOf(totalValueCents(customs.items)),
  // As printed on the customs form.
  exportFiling: declaredFiling({ from: shipment.sender, to: shipment.receiver, customs })?.legend ?? '',
});

const maskedTaxId = (taxId: StoredTaxId | null) => taxId && { kind: taxId.kind, number: taxId.masked };
