import { declaredFiling } from '@lading/contract/customs/check-declaration.ts';
import type { CustomsDeclaration, CustomsItem, TaxId } from '@lading/contract/customs/declaration.ts';
import { lineValueCents, lineWeightOz } from '@lading/contract/customs/totals.ts';
import { type ContentsType, INCOTERM, type Signature } from '@lading/contract/customs/vocabulary.ts';
import { cutTo } from '../../../platform/cut-to.ts';
import type { RateRequest } from '../port.ts';

const CONTENTS: Readonly<Record<ContentsType, string>> = {
  merchandise: 'MERCHANDISE',
  gift: 'GIFT',
  sample: 'SAMPLE',
  documents: 'DOCUMENTS',
  return: 'RETURN_MERCHANDISE',
  humanitarian: 'HUMANITARIAN_DONATION',
  other: 'OTHER',
};

const SIGNATURES: Readonly<Record<Exclude<Signature, 'none'>, string>> = {
  standard: 'STANDARD',
  adult: 'ADULT',
};

const dollars = (cents: number) => (cents / 100).toFixed(2);
const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined));

/** Shippo keeps the declaration with the shipment and uses it for rates, label and invoice. */
export function customsBody({ from, to, customs }: RateRequest): object | undefined {
  if (customs === null) return undefined;
  return withoutEmpty({
    contents_type: CONTENTS[customs.contentsType],
    contents_explanation: customs.contentsExplanation,
    non_delivery_option: customs.nonDelivery === 'abandon' ? 'ABANDON' : 'RETURN',
    certify: true,
    certify_signer: customs.signer,
    eel_pfc: declaredFiling({ from, to, customs })?.code,
    aes_itn: customs.itn,
    incoterm: INCOTERM,
    invoice: customs.invoiceNumber,
    ...exporterOf(customs.senderTaxId),
    importer_reference: customs.recipientTaxId?.number,
    items: customs.items.map(itemBody),
  });
}

/** Answers may repeat these numbers. */
export const taxIdsOf = (customs: CustomsDeclaration | null): TaxId[] =>
  [customs?.senderTaxId, customs?.recipientTaxId].filter((taxId) => taxId != null);

/** Weight and value are those of the whole line. */
const itemBody = (item: CustomsItem): object =>
  withoutEmpty({
    description: item.description,
    quantity: item.quantity,
    net_weight: String(lineWeightOz(item)),
    mass_unit: 'oz',
    value_amount: dollars(lineValueCents(item)),
    value_currency: 'USD',
    origin_country: item.origin,
    tariff_number: item.hsCode,
    sku_code: item.sku,
  });

/** Shippo knows four types of tax IDs and EORI numbers; any other is a reference. */
function exporterOf(taxId: TaxId | null): Record<string, unknown> {
  if (taxId === null) return {};
  const { kind, number } = taxId;
  const type = /(?:EIN|VAT|IOSS|ARN)$/.exec(kind)?.[0];
  if (type) return { exporter_identification: { tax_id: { type, number } } };
  return kind.endsWith('EORI')
    ? { exporter_identification: { eori_number: number } }
    : { exporter_reference: number };
}

/** Shippo's limit. */
const MAX_REFERENCE = 50;

/** Without letters of other scripts, which carriers cannot print, so that a reference never costs a rate. */
const printable = (reference: string): string =>
  cutTo(
    MAX_REFERENCE,
    reference
      .replace(/[^\x20-\x7e\xa0-\xff]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Shippo prints a reference only if it is known before the purchase. */
export function extraBody({ extras, customs, reference = '' }: RateRequest): object | undefined {
  const { signature, insuredCents, saturdayDelivery, batteries } = extras;
  const body = withoutEmpty({
    signature_confirmation: signature === 'none' ? undefined : SIGNATURES[signature],
    insurance:
      insuredCents > 0
        ? { amount: dollars(insuredCents), currency: 'USD', content: contentsOf(customs) }
        : undefined,
    reference_1: printable(reference),
    saturday_delivery: saturdayDelivery || undefined,
    dangerous_goods:
      batteries === 'none' ? undefined : { contains: true, lithium_batteries: { contains: true } },
  });
  return Object.keys(body).length > 0 ? body : undefined;
}

/** The insurer asks for the contents. Parcels within the United States are not declared. */
const contentsOf = (customs: CustomsDeclaration | null): string =>
  customs?.items[0]?.description ?? 'Merchandise';
