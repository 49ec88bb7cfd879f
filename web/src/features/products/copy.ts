import { counted, formatCount } from '@lading/contract/format-count.ts';

export const COPY = {
  title: 'Products',
  intro:
    'Your products with their weight, value and customs data. We use this list to fill in customs declarations.',
  search: 'Search by SKU or name',
  add: 'Add product',
  edit: 'Edit product',
  empty: 'No products yet',
  emptyHint: 'Add the products you ship internationally, or import a CSV file from your store.',
  noMatch: 'No products match your search',
  emptyPage: 'No products on this page',
  loadFailed: 'We couldn’t load your products.',
  descriptionHint: 'For customs: what it is and what it is made of.',
  saved: (sku: string) => `Saved ${sku}`,
  deleted: (sku: string) => `Deleted ${sku}.`,
  deleteFailed: 'We couldn’t delete the product.',
  restoreFailed: 'We couldn’t restore the product.',
  notNumber: 'Please enter a number, such as 12.5.',
  exported: 'Your products were downloaded.',
  exportFailed: 'We couldn’t download your products.',
  import: {
    open: 'Import CSV',
    title: 'Import products',
    hint: 'The first line must name the columns. SKU and Name are required. Customs description, Weight (oz), Value (USD), HS code and Origin are optional. Products with the same SKU are updated.',
    file: 'CSV file',
    missing: 'Please choose a CSV file.',
    submit: 'Import',
    failed: 'We couldn’t import this file. Nothing was changed.',
    result: ({ added, updated, unchanged }: Record<'added' | 'updated' | 'unchanged', number>) =>
      `${counted(added, 'product')} added, ${counted(updated, 'product')} updated${unchanged > 0 ? `, ${formatCount(unchanged)} unchanged` : ''}.`,
    leftOut: (lines: number) =>
      `${counted(lines, 'line')} skipped. Please fix ${lines === 1 ? 'it' : 'them'} and import again.`,
  },
} as const;
