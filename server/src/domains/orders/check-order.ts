import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { completeItems, itemKey } from '@lading/contract/bulk/complete-items.ts';
import { type BulkProblem, isCustomsProblem } from '@lading/contract/bulk/row.ts';
import type { OrderPreparation, OrderProblem, OrderRecipient } from '@lading/contract/orders/orders.ts';
import { listNames } from './list-names.ts';
import type { Products } from './prepare-order.ts';

const MAX_NAMED = 5;

const RECIPIENT_FIELDS: Readonly<Record<string, keyof OrderRecipient>> = {
  receiver_fullname: 'fullName',
  receiver_company: 'company',
  receiver_email: 'email',
  receiver_phone: 'phone',
  receiver_address: 'address',
  receiver_address2: 'address2',
  receiver_city: 'city',
  receiver_state: 'state',
  receiver_zipcode: 'zipCode',
  receiver_country: 'country',
};

/** The check of a batch, so that an order that is ready here is a valid row there. */
function checkCells(cells: BulkCells, today: string, products: Products): BulkProblem[] {
  const context = { today, decimalComma: false };
  const { problems } = checkBulkRow(cells, context);
  if (!problems.some(isCustomsProblem)) return problems;
  const byKey = new Map([...products.values()].map((product) => [itemKey(product), product]));
  const completed = completeItems(cells, false, (key) => byKey.get(key));
  return completed ? checkBulkRow(completed.cells, context).problems : problems;
}

/** Problems with the sender are not problems of the order. */
function toProblem({ column, kind, message }: BulkProblem): OrderProblem | null {
  const field = RECIPIENT_FIELDS[column];
  if (field) return { code: 'address_incomplete', field, ...(kind !== 'missing' && { detail: message }) };
  if (column.startsWith('sender_') && column !== 'sender_tax_id') return null;
  if (column === 'order_ref' || column === 'shipping_date') return null;
  if (column === 'package_weight') return { code: 'weight_missing', detail: message };
  if (column.startsWith('package_')) return { code: 'size_missing', detail: message };
  if (column === 'insurance' || column === 'signature')
    return { code: 'extras_not_possible', detail: message };
  return { code: 'customs_missing', detail: message };
}

/** What prevents the order from being shipped. Lists each address field once and every other code once. */
export function checkOrder(
  cells: BulkCells,
  { preparation, withoutWeight }: { preparation: OrderPreparation; withoutWeight: readonly string[] },
  { today, products }: { today: string; products: Products },
): OrderProblem[] {
  const found: OrderProblem[] = [];
  const seen = new Set<string>();
  const add = (problem: OrderProblem | null) => {
    if (!problem) return;
    const key = `${problem.code} ${problem.field ?? ''}`;
    if (seen.has(key)) return;
    seen.add(key);
    found.push(problem);
  };
  if (preparation.weightOz === undefined)
    add({
      code: 'weight_missing',
      ...(withoutWeight.length > 0 && { detail: listNames(withoutWeight, MAX_NAMED) }),
    });
  if (!preparation.parcel) add({ code: 'size_missing' });
  for (const problem of checkCells(cells, today, products)) add(toProblem(problem));
  return found;
}
