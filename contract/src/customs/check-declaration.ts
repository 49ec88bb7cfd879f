import { CUSTOMS } from './customs-messages.ts';
import type { CustomsDeclaration } from './declaration.ts';
import { exportFiling, isItn } from './export-filing.ts';
import { type CustomsPlace, customsArea, isForeign } from './needs-customs.ts';
import { checkTaxId, taxIdNeed } from './tax-ids.ts';
import { lineValueCents, OUNCES_PER_POUND, totalWeightOz } from './totals.ts';
import { type ContentsType, isCommercial } from './vocabulary.ts';

/** A problem of the declaration on this route, at the field where it is shown. */
export interface CustomsProblem {
  /** Within the declaration, such as `['items', 0, 'hsCode']`. */
  path: (string | number)[];
  message: string;
}

interface DeclaredShipment {
  from: CustomsPlace;
  to: CustomsPlace;
  weightLb: number;
  customs: CustomsDeclaration;
}

/** Weights in pounds have a rounding error when they are converted. */
const TOLERANCE_OZ = 0.01;

/** What the destination and the export rules require beyond the shape of the fields. */
export function checkDeclaration(shipment: DeclaredShipment): CustomsProblem[] {
  return [
    ...checkContents(shipment),
    ...checkItems(shipment),
    ...checkFiling(shipment),
    ...checkTaxIds(shipment),
  ];
}

function checkContents({ customs }: DeclaredShipment): CustomsProblem[] {
  return customs.contentsType === 'other' && customs.contentsExplanation === ''
    ? [{ path: ['contentsExplanation'], message: CUSTOMS.explanationRequired }]
    : [];
}

/** Whether customs requires an HS code for each item. */
export const needsHs = (to: CustomsPlace, contentsType: ContentsType): boolean =>
  isForeign(to) && isCommercial(contentsType);

function checkItems({ to, weightLb, customs }: DeclaredShipment): CustomsProblem[] {
  const { contentsType, items } = customs;
  const withoutHs = items.flatMap(({ hsCode }, index) =>
    needsHs(to, contentsType) && hsCode === ''
      ? [{ path: ['items', index, 'hsCode'], message: CUSTOMS.hsRequired }]
      : [],
  );
  const isTooHeavy = totalWeightOz(items) > weightLb * OUNCES_PER_POUND + TOLERANCE_OZ;
  return isTooHeavy
    ? [...withoutHs, { path: ['items'], message: CUSTOMS.itemsHeavierThanParcel }]
    : withoutHs;
}

/** The export filing that the declaration leads to. */
export function filingOf({
  from,
  to,
  customs,
}: Pick<DeclaredShipment, 'from' | 'to'> & {
  customs: Pick<CustomsDeclaration, 'needsLicense' | 'items'>;
}) {
  return exportFiling({
    from,
    to,
    needsLicense: customs.needsLicense,
    lines: customs.items.map((item) => ({ hsCode: item.hsCode, valueCents: lineValueCents(item) })),
  });
}

/** What is declared about the filing; null if no rule applies. An ITN is declared even if the goods are exempt. */
export function declaredFiling(
  shipment: Pick<DeclaredShipment, 'from' | 'to'> & {
    customs: Pick<CustomsDeclaration, 'needsLicense' | 'items' | 'itn'>;
  },
): { code: string; legend: string } | null {
  const { itn } = shipment.customs;
  if (itn !== '') return { code: 'AES_ITN', legend: `AES ${itn}` };
  const filing = filingOf(shipment);
  return filing.kind === 'exempt' ? { code: filing.code, legend: filing.legend } : null;
}

function checkFiling(shipment: DeclaredShipment): CustomsProblem[] {
  const { itn } = shipment.customs;
  const filing = filingOf(shipment);
  if (filing.kind === 'embargo') return [{ path: [], message: CUSTOMS.embargo }];
  if (filing.kind === 'itn' && itn === '') return [{ path: ['itn'], message: CUSTOMS.itnRequired }];
  return itn !== '' && !isItn(itn) ? [{ path: ['itn'], message: CUSTOMS.itnInvalid }] : [];
}

function checkTaxIds({ to, customs }: DeclaredShipment): CustomsProblem[] {
  const { senderTaxId, recipientTaxId } = customs;
  const problems: CustomsProblem[] = [];
  if (recipientTaxId === null && taxIdNeed(customsArea(to)) === 'required')
    problems.push({ path: ['recipientTaxId', 'number'], message: CUSTOMS.taxIdRequired });
  for (const [field, taxId] of Object.entries({ senderTaxId, recipientTaxId }))
    if (taxId !== null && !checkTaxId(taxId.kind, taxId.number))
      problems.push({ path: [field, 'number'], message: CUSTOMS.taxIdInvalid });
  return problems;
}
