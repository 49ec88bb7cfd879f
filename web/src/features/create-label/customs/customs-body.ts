import { checkDeclaration } from '@lading/contract/customs/check-declaration.ts';
import { CustomsSchema, type TaxId } from '@lading/contract/customs/declaration.ts';
import { OTHER_TAX_ID } from '@lading/contract/customs/tax-ids.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { plainNumber } from '../../../lib/plain-number.ts';
import { weightOf } from '../parcel-values.ts';
import type { Wizard } from '../wizard-state.ts';
import { isDeclared } from './customs-route.ts';
import { type CustomsValues, declarationSoFar } from './customs-values.ts';
import { filingSoFar } from './filing-so-far.ts';
import { chosenOption, recipientOptions, senderOptions } from './tax-id-options.ts';

type Shipment = Pick<Wizard, 'sender' | 'recipient' | 'parcel' | 'customs'>;

const writtenTaxId = (
  { kind, number }: CustomsValues['senderTaxId'],
  options: ReturnType<typeof recipientOptions>,
): TaxId | null =>
  number.trim() === ''
    ? null
    : { kind: chosenOption(options, kind)?.id ?? OTHER_TAX_ID, number: number.trim() };

/** Undefined if the route needs no declaration. Answers to questions that no longer apply are left out. */
export function customsBody(shipment: Shipment) {
  if (!isDeclared(shipment)) return undefined;
  const { sender, recipient } = shipment;
  const { wanted: _, items, ...customs } = shipment.customs;
  return {
    ...customs,
    contentsExplanation: customs.contentsType === 'other' ? customs.contentsExplanation : '',
    needsLicense: customs.needsLicense && filingSoFar(shipment).kind === 'itn',
    itn: filingSoFar(shipment).kind === 'itn' ? customs.itn : '',
    senderTaxId: writtenTaxId(customs.senderTaxId, senderOptions(sender, recipient)),
    recipientTaxId: writtenTaxId(customs.recipientTaxId, recipientOptions(recipient)),
    items: items.map(({ id: __, ...item }) => ({
      ...item,
      quantity: plainNumber(item.quantity),
      unitWeight: plainNumber(item.unitWeight),
      unitValue: plainNumber(item.unitValue),
    })),
  };
}

/** The first problem of each field, by its path in the request. */
export function customsProblems(shipment: Shipment): Problems {
  const body = customsBody(shipment);
  if (!body) return {};
  const problems: Problems = {};
  const add = (path: readonly PropertyKey[], message: string) => {
    problems[['customs', ...path].join('.')] ??= message;
  };
  for (const { path, message } of CustomsSchema.safeParse(body).error?.issues ?? []) add(path, message);
  const { sender: from, recipient: to, parcel, customs } = shipment;
  // Without a weight, the weight field has a problem of its own.
  const weightLb = weightOf(parcel) ?? Number.POSITIVE_INFINITY;
  const { itn, senderTaxId, recipientTaxId } = body;
  const soFar = { ...declarationSoFar(customs), itn, senderTaxId, recipientTaxId };
  for (const { path, message } of checkDeclaration({ from, to, weightLb, customs: soFar }))
    add(path, message);
  return problems;
}
