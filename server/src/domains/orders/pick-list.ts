import { counted } from '@lading/contract/format-count.ts';
import type { LetterDocument } from '../../labels/port.ts';
import { openItems } from './count-pieces.ts';
import { listNames } from './list-names.ts';
import type { PrintedOrder, PrintedPieces } from './order-papers.store.ts';

interface PickedItem {
  sku: string;
  title: string;
  quantity: number;
  orders: string[];
}

/** More numbers would fill the page. */
const MAX_NUMBERS = 12;

/** What to fetch for all pieces without a label, by SKU. Pieces without one are listed by title. */
export function pickListOf(
  orders: readonly PrintedOrder[],
  pieces: readonly PrintedPieces[],
  today: string,
): LetterDocument {
  const picked = pickedItems(orders, pieces);
  const total = picked.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    title: 'Pick list',
    number: today,
    sample: false,
    sender: { name: [...new Set(orders.map(({ store }) => store))].join(', '), lines: [] },
    recipient: { caption: 'For', lines: [counted(orders.length, 'order')] },
    facts: [['Units', String(total)]],
    tables: [
      {
        title: 'Items',
        columns: [
          { caption: 'SKU', width: 3 },
          { caption: 'Item', width: 6 },
          { caption: 'Quantity', width: 2, align: 'right' },
          { caption: 'Orders', width: 5 },
        ],
        rows: picked.map(({ sku, title, quantity, orders: numbers }) => [
          sku,
          title,
          String(quantity),
          listNames(numbers, MAX_NUMBERS),
        ]),
      },
    ],
    totals: [],
    notes:
      picked.length > 0
        ? []
        : [{ caption: 'Nothing to pick', text: 'Every unit of these orders has a label.' }],
  };
}

function pickedItems(orders: readonly PrintedOrder[], pieces: readonly PrintedPieces[]): PickedItem[] {
  const bought = pieces.filter(({ state }) => state === 'bought');
  const found = new Map<string, PickedItem>();
  for (const order of orders) {
    const own = bought.filter(({ order_id }) => order_id === order.id);
    for (const { item, quantity } of openItems(order.items, own)) {
      const title = item.variant === '' ? item.title : `${item.title}, ${item.variant}`;
      const key = item.sku === '' ? `\u0000${title}` : item.sku;
      const entry = found.get(key) ?? { sku: item.sku, title, quantity: 0, orders: [] };
      entry.quantity += quantity;
      if (entry.orders.at(-1) !== order.number) entry.orders.push(order.number);
      found.set(key, entry);
    }
  }
  return [...found.values()].sort((a, b) => a.sku.localeCompare(b.sku) || a.title.localeCompare(b.title));
}
