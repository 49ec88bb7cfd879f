import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import type { ContentsType, NonDeliveryOption } from '@lading/contract/customs/vocabulary.ts';
import { centsOf } from '@lading/contract/money.ts';
import { plainNumber } from '../../../lib/plain-number.ts';

/** As typed. The names are those of the request, so that server errors can be shown at their fields. */
export interface ItemValues {
  /** Identifies the item on screen. */
  id: string;
  description: string;
  quantity: string;
  /** Ounces. */
  unitWeight: string;
  /** Dollars. */
  unitValue: string;
  hsCode: string;
  origin: string;
  sku: string;
}

interface TaxIdValues {
  kind: string;
  number: string;
}

/** As typed. */
export interface CustomsValues {
  /** True if the user declares the contents although USPS does not need it. */
  wanted: boolean;
  contentsType: ContentsType;
  contentsExplanation: string;
  nonDelivery: NonDeliveryOption;
  signer: string;
  needsLicense: boolean;
  itn: string;
  invoiceNumber: string;
  senderTaxId: TaxIdValues;
  recipientTaxId: TaxIdValues;
  items: ItemValues[];
}

export const emptyItem = (id: string): ItemValues => ({
  id,
  description: '',
  quantity: '1',
  unitWeight: '',
  unitValue: '',
  hsCode: '',
  origin: '',
  sku: '',
});

export const EMPTY_CUSTOMS: CustomsValues = {
  wanted: false,
  contentsType: 'merchandise',
  contentsExplanation: '',
  nonDelivery: 'return',
  signer: '',
  needsLicense: false,
  itn: '',
  invoiceNumber: '',
  senderTaxId: { kind: '', number: '' },
  recipientTaxId: { kind: '', number: '' },
  items: [emptyItem('first')],
};

/** 0 for text that is not a number. */
const numberOf = (text: string): number => {
  const value = Number(plainNumber(text));
  return Number.isFinite(value) && value > 0 ? value : 0;
};

/** The declaration entered so far, for totals and for the rules of the route. Without tax IDs. */
export const declarationSoFar = (customs: CustomsValues): CustomsDeclaration => ({
  contentsType: customs.contentsType,
  contentsExplanation: customs.contentsExplanation.trim(),
  nonDelivery: customs.nonDelivery,
  signer: customs.signer,
  needsLicense: customs.needsLicense,
  itn: customs.itn.trim(),
  invoiceNumber: customs.invoiceNumber,
  senderTaxId: null,
  recipientTaxId: null,
  items: customs.items.map((item) => ({
    description: item.description,
    quantity: numberOf(item.quantity),
    unitWeightOz: numberOf(item.unitWeight),
    unitValueCents: centsOf(numberOf(item.unitValue)),
    hsCode: item.hsCode.trim(),
    origin: item.origin,
    sku: item.sku,
  })),
});
