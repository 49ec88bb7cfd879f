import type { CustomsDeclaration, CustomsItem } from '@lading/contract/customs/declaration.ts';
import { type Extras, NO_EXTRAS } from '@lading/contract/customs/extras.ts';

const item = (
  description: string,
  quantity: number,
  unitWeightOz: number,
  unitValueCents: number,
  hsCode: string,
  sku: string,
): CustomsItem => ({ description, quantity, unitWeightOz, unitValueCents, hsCode, origin: 'US', sku });

/** Light enough for every demo parcel. */
const CONTENTS: readonly (readonly CustomsItem[])[] = [
  [item('Soy wax candle', 1, 5, 2400, '340600', 'CANDLE-S')],
  [
    item('Merino wool scarf, knitted', 1, 4, 6800, '611710', 'SCARF-M'),
    item('Enamel pin, steel', 2, 0.5, 900, '711790', 'PIN-02'),
  ],
  [item('Ruled paper notebook', 2, 3, 1450, '482010', 'NOTE-A6')],
];

/** What a demo client declares for an international parcel. */
export const declarationOf = (signer: string, turn: number, invoiceNumber: string): CustomsDeclaration => ({
  contentsType: 'merchandise',
  contentsExplanation: '',
  nonDelivery: 'return',
  signer,
  needsLicense: false,
  itn: '',
  invoiceNumber,
  senderTaxId: null,
  recipientTaxId: null,
  items: [...(CONTENTS[turn % CONTENTS.length] ?? [])],
});

/** Within the United States. */
export const INSURED_AND_SIGNED: Extras = { ...NO_EXTRAS, signature: 'standard', insuredCents: 45_000 };
