import type { AddressForm } from '../address-form.ts';
import { DEFAULT_COUNTRY } from '../constants.ts';
import { parseCountry } from '../countries.ts';
import { type CustomsProblem, checkDeclaration } from '../customs/check-declaration.ts';
import { CUSTOMS } from '../customs/customs-messages.ts';
import { type CustomsDeclaration, CustomsSchema, MAX_ITEMS } from '../customs/declaration.ts';
import {
  anyCarrierNeedsCustoms,
  type CustomsPlace,
  customsNeed,
  isForeign,
} from '../customs/needs-customs.ts';
import { CONTENTS_TYPES, type ContentsType, isCommercial } from '../customs/vocabulary.ts';
import type { Parcel } from '../parcel.ts';
import { parseState } from '../regions.ts';
import type { BulkCells, BulkColumn } from './columns.ts';
import { readItems } from './item-cells.ts';
import { COLUMN_OF_FIELD, itemForm, itemProblems } from './item-form.ts';
import { NO, readChoice, words, YES } from './read-choice.ts';
import type { CheckContext } from './row.ts';
import type { RowFindings } from './row-findings.ts';
import { isMaskedTaxId, readTaxId, TAX_ID_COLUMNS } from './tax-id-cells.ts';

interface Route {
  sender: AddressForm;
  receiver: AddressForm;
  parcel: Parcel;
}

/** Other words for the contents, without spaces and punctuation. */
const CONTENTS: ReadonlyMap<string, ContentsType> = new Map([
  ...CONTENTS_TYPES.map((type): [string, ContentsType] => [type, type]),
  ['', 'merchandise'],
  ['goods', 'merchandise'],
  ['saleofgoods', 'merchandise'],
  ['sale', 'merchandise'],
  ['commercialsample', 'sample'],
  ['document', 'documents'],
  ['returnedgoods', 'return'],
  ['returnmerchandise', 'return'],
  ['humanitariandonation', 'humanitarian'],
]);

const contentsOf = (text: string): ContentsType | undefined =>
  CONTENTS.get(text.toLowerCase().replaceAll(/[^a-z]/g, ''));

const CONTENTS_UNKNOWN = `Contents type: Please use ${CONTENTS_TYPES.slice(0, -1).join(', ')} or other.`;

interface Reading {
  contents: ContentsType | undefined;
  needsHs: boolean;
}

/** Null if the row needs no declaration. Without items, USPS alone may take it, as to Puerto Rico. */
function readingOf(cells: BulkCells, { sender, receiver, parcel }: Route): Reading | null {
  const contents = contentsOf(cells.customs_contents ?? '');
  // Carriers must know that a parcel contains documents, so documents are declared like goods.
  const route = { from: sender, to: receiver, weightLb: parcel.weightLb, goods: true };
  const isNeeded =
    readItems(cells).length > 0 ? anyCarrierNeedsCustoms(route) : customsNeed('USPS', route) === 'needed';
  return isNeeded ? { contents, needsHs: needsHs(contents, receiver) } : null;
}

const needsHs = (contents: ContentsType | undefined, to: CustomsPlace): boolean =>
  isForeign(to) && (contents === undefined || isCommercial(contents));

const placeOf = (country = '', state = ''): CustomsPlace => ({
  country: parseCountry(country.trim()) ?? DEFAULT_COUNTRY,
  state: parseState(state.trim()) ?? '',
});

/** Whether each item of a row that has a declaration needs an HS code. */
export const rowNeedsHs = (cells: BulkCells): boolean =>
  needsHs(
    contentsOf(cells.customs_contents?.trim() ?? ''),
    placeOf(cells.receiver_country, cells.receiver_state),
  );

/** Whether goods on the row's route need a declaration, so that its label may have documents. */
export const rowPassesCustoms = (cells: BulkCells): boolean =>
  anyCarrierNeedsCustoms({
    from: placeOf(cells.sender_country, cells.sender_state),
    to: placeOf(cells.receiver_country, cells.receiver_state),
    weightLb: 1,
    goods: true,
  });

/** The declaration of a row. Null without one: the route needs none, or it has problems. */
export function checkCustoms(
  findings: RowFindings,
  route: Route,
  { decimalComma, hasMaskedTaxIds = false }: CheckContext,
): CustomsDeclaration | null {
  const reading = readingOf(findings.values, route);
  if (!reading) return null;
  const items = readItems(findings.values);
  if (items.length === 0) {
    findings.problem('item_description', 'declaration', CUSTOMS.declarationRequired);
    return null;
  }
  if (items.length > MAX_ITEMS) {
    findings.problem('item_description', 'customs', CUSTOMS.tooManyItems);
    return null;
  }
  for (const [index, item] of items.entries())
    for (const [column, message] of Object.entries(itemProblems(item, { ...reading, decimalComma })) as [
      BulkColumn,
      string,
    ][])
      report(findings, column, at(index, items.length, message), item[column as 'item_hs'] === '');
  if (reading.contents === undefined) findings.problem('customs_contents', 'customs', CONTENTS_UNKNOWN);

  const parsed = CustomsSchema.safeParse(formOf(findings, route.sender, { reading, decimalComma }));
  const problems: readonly CustomsProblem[] = parsed.success
    ? checkDeclaration({
        from: route.sender,
        to: route.receiver,
        weightLb: route.parcel.weightLb,
        customs: parsed.data,
      })
    : parsed.error.issues.map(({ path, message }) => ({ path: path.map((part) => toKey(part)), message }));
  let isValid = parsed.success;
  for (const { path, message: found } of problems) {
    const column = columnAt(path);
    const [, index] = path;
    const isMasked = TAX_IDS.has(column) && isMaskedTaxId(findings.value(column));
    if (isMasked && hasMaskedTaxIds) continue;
    isValid = false;
    const message = isMasked ? CUSTOMS.taxIdMasked : found;
    const text = typeof index === 'number' ? at(index, items.length, message) : message;
    report(findings, column, text, findings.value(column) === '');
  }
  return parsed.success && isValid ? parsed.data : null;
}

const TAX_IDS: ReadonlySet<BulkColumn> = new Set(TAX_ID_COLUMNS);

const toKey = (part: PropertyKey) => (typeof part === 'number' ? part : String(part));

function report(findings: RowFindings, column: BulkColumn, message: string, isMissing: boolean): void {
  findings.problem(column, isMissing ? 'customs_missing' : 'customs', message);
}

const at = (index: number, count: number, message: string) =>
  count === 1 ? message : `Item ${index + 1}: ${message}`;

const COLUMNS: Readonly<Partial<Record<string, BulkColumn>>> = {
  contentsType: 'customs_contents',
  contentsExplanation: 'customs_explanation',
  signer: 'customs_signer',
  itn: 'customs_itn',
  incoterm: 'customs_incoterm',
  invoiceNumber: 'customs_invoice',
  senderTaxId: 'sender_tax_id',
  recipientTaxId: 'recipient_tax_id',
};

/** The cell in which a problem of the declaration can be fixed. */
function columnAt([field, index, part]: readonly (string | number)[]): BulkColumn {
  if (field === undefined) return 'receiver_country';
  if (field !== 'items') return COLUMNS[field] ?? 'item_description';
  if (index === undefined) return 'item_weight';
  return COLUMN_OF_FIELD[part as keyof typeof COLUMN_OF_FIELD] ?? 'item_description';
}

const LICENSE = words<boolean>([
  [false, `${NO} nlr`],
  [true, YES],
]);

/** Longer names are cut: the form has no room for them. */
const MAX_SIGNER = 70;

function formOf(
  findings: RowFindings,
  sender: AddressForm,
  { reading, decimalComma }: { reading: Reading; decimalComma: boolean },
) {
  return {
    contentsType: reading.contents ?? 'merchandise',
    contentsExplanation: findings.value('customs_explanation'),
    signer: findings.value('customs_signer') || sender.fullName.slice(0, MAX_SIGNER).trim(),
    needsLicense: readChoice(findings, 'customs_license', LICENSE, 'yes or no') ?? false,
    itn: findings.value('customs_itn'),
    incoterm: findings.value('customs_incoterm'),
    invoiceNumber: findings.value('customs_invoice'),
    senderTaxId: readTaxId(findings.value('sender_tax_id')),
    recipientTaxId: readTaxId(findings.value('recipient_tax_id')),
    items: readItems(findings.values).map((item) => itemForm(item, decimalComma)),
  };
}
