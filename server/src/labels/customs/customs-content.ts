import type { PostalAddress } from '@lading/contract/address.ts';
import { countryName } from '@lading/contract/countries.ts';
import { declaredFiling } from '@lading/contract/customs/check-declaration.ts';
import type { CustomsDeclaration, CustomsItem, TaxId } from '@lading/contract/customs/declaration.ts';
import { formatHs } from '@lading/contract/customs/hs-code.ts';
import { customsArea } from '@lading/contract/customs/needs-customs.ts';
import {
  lineValueCents,
  lineWeightOz,
  totalValueCents,
  totalWeightOz,
} from '@lading/contract/customs/totals.ts';
import { addressLines } from '../content/address-lines.ts';
import { plain } from '../drawing/readable-text.ts';
import type { LabelRequest } from '../port.ts';
import { money, OUNCES_PER_POUND, plainDate } from './customs-figures.ts';

/** What both kinds of documents print, as printable texts. */
export interface CustomsContent {
  carrier: string;
  serviceName: string;
  service: string;
  trackingNumber: string;
  from: Party;
  to: Party;
  contentsType: CustomsDeclaration['contentsType'];
  explanation: string;
  nonDelivery: CustomsDeclaration['nonDelivery'];
  signer: string;
  /** Such as `NOEEI 30.37(a)`; empty if no rule applies. */
  filing: string;
  invoiceNumber: string;
  reference: string;
  date: string;
  items: ItemTexts[];
  quantity: number;
  netOz: number;
  grossOz: number;
  valueCents: number;
}

export interface Party {
  /** As on an envelope, with the country. */
  lines: string[];
  /** The country or US territory for customs. */
  country: string;
  city: string;
  phone: string;
  email: string;
  taxId: string;
}

export interface ItemTexts {
  description: string;
  sku: string;
  quantity: string;
  weightOz: number;
  unitValue: string;
  value: string;
  hsCode: string;
  /** ISO alpha-2. */
  origin: string;
  originName: string;
}

export function customsContent(
  order: LabelRequest,
  customs: CustomsDeclaration,
  trackingNumber: string,
): CustomsContent {
  const { rate, from, to, parcel } = order;
  return {
    carrier: rate.carrier,
    service: rate.service,
    serviceName: plain(rate.serviceName),
    trackingNumber: plain(trackingNumber),
    from: partyOf(from, customs.senderTaxId),
    to: partyOf(to, customs.recipientTaxId),
    contentsType: customs.contentsType,
    explanation: plain(customs.contentsExplanation),
    nonDelivery: customs.nonDelivery,
    signer: plain(customs.signer),
    filing: plain(declaredFiling({ from, to, customs })?.legend ?? ''),
    invoiceNumber: plain(customs.invoiceNumber),
    reference: plain(order.reference),
    date: plainDate(order.shipDate),
    items: customs.items.map(itemTexts),
    quantity: customs.items.reduce((sum, { quantity }) => sum + quantity, 0),
    netOz: totalWeightOz(customs.items),
    grossOz: parcel.weightLb * OUNCES_PER_POUND,
    valueCents: totalValueCents(customs.items),
  };
}

function partyOf(address: PostalAddress, taxId: TaxId | null): Party {
  const area = customsArea(address);
  return {
    lines: addressLines(address, ''),
    country: countryName(area) ?? area,
    city: plain(address.city),
    phone: plain(address.phone),
    email: plain(address.email),
    taxId: taxId ? plain(`${kindText(taxId.kind)}${taxId.number}`) : '',
  };
}

/** `BR-CPF` becomes `CPF `. */
const kindText = (kind: string) => (kind === 'other' ? '' : `${kind.replace(/^[A-Z]{2}-/, '')} `);

const itemTexts = (item: CustomsItem): ItemTexts => ({
  description: plain(item.description),
  sku: plain(item.sku),
  quantity: String(item.quantity),
  weightOz: lineWeightOz(item),
  unitValue: money(item.unitValueCents),
  value: money(lineValueCents(item)),
  hsCode: item.hsCode === '' ? '' : formatHs(item.hsCode),
  origin: item.origin,
  originName: countryName(item.origin) ?? item.origin,
});
