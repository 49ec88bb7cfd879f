import { counted, formatCount } from '@lading/contract/format-count.ts';
import type {
  OrderExclusion,
  OrderProblem,
  OrderProblemCode,
  OrderStatus,
  OrderView,
} from '@lading/contract/orders/orders.ts';
import type { OrderPapers } from '@lading/contract/orders/ship-orders.ts';
import { statusText } from '../../lib/status-text.ts';

export const VIEW_NAMES: Record<OrderView, string> = {
  ready: 'Ready',
  attention: 'Needs attention',
  shipped: 'Shipped',
  all: 'All',
};

export const STATUS_NAMES: Record<OrderStatus, string> = {
  ready: 'Ready',
  attention: 'Needs attention',
  held: 'On hold',
  in_progress: 'In an upload',
  shipped: 'Shipped',
  excluded: 'Excluded',
};

export const EXCLUSIONS: Record<OrderExclusion, string> = {
  unpaid: 'Not paid yet',
  on_hold: 'On hold in the store',
  pickup: 'Local pickup or delivery',
  digital: 'Nothing to ship',
  other_location: 'Ships from another location',
  fulfilled_by_others: 'Shipped by a fulfillment service or with the marketplace’s own label',
  test_order: 'Test order',
  cancelled: 'Canceled in the store',
  shipped_elsewhere: 'Shipped outside Lading',
  nothing_left: 'Nothing left to ship',
};

const PROBLEMS: Record<OrderProblemCode, string> = {
  address_withheld: 'The store does not share the address',
  address_incomplete: 'The address is incomplete',
  weight_missing: 'Weight is missing',
  size_missing: 'Package size is missing',
  customs_missing: 'Customs data is missing',
  extras_not_possible: 'Insurance or signature is not available',
  partly_shipped: 'The store shipped part of the order but does not say which items',
  label_failed: 'The label could not be created',
  report_refused: 'The store did not accept the tracking number',
  report_not_withdrawn: 'The store still counts a voided label as shipped',
  changed_after_label: 'The order changed in the store',
};

const FIELDS: Partial<Record<string, string>> = {
  fullName: 'Name',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  phone: 'Phone',
  email: 'Email',
};

/** The server's detail is a complete sentence or a list of SKUs. A field without one is empty. */
export function problemText({ code, field, detail }: OrderProblem): string {
  if (code === 'address_incomplete' && field && FIELDS[field]) return detail ?? `${FIELDS[field]} is missing`;
  const text = PROBLEMS[code as OrderProblemCode] ?? statusText(code);
  return detail ? `${text}: ${detail}` : text;
}

export const WITHHELD: Partial<Record<string, string>> = {
  plan: 'Shopify shares names and addresses with custom apps only on the Grow plan or higher. Enter the address by hand, or upgrade the plan. A CSV import makes separate orders, and Shopify does not get their tracking numbers.',
  region: 'The store does not share addresses in this region. Enter the address by hand.',
  expired: 'The store deleted the address because the order is old. Enter the address by hand.',
  permission:
    'Your store’s app can’t read addresses. Give it access to customer data, then reconnect the store.',
};

export const REPORTS: Partial<Record<string, string>> = {
  to_report: 'The tracking number will be sent to the store.',
  reporting: 'Sending the tracking number to the store.',
  reported: 'The store has the tracking number.',
  refused: 'The store did not accept the tracking number.',
  canceled: 'Not sent to the store because the label was voided first.',
  to_withdraw: 'The tracking number will be removed from the store.',
  withdrawing: 'Removing the tracking number from the store.',
  withdrawn: 'The tracking number was removed from the store.',
  not_withdrawn: 'The store still counts this label as shipped.',
};

export const PAPERS: Record<OrderPapers, string> = {
  slips: 'Packing slips',
  labels_and_slips: 'Labels with packing slips',
  pick_list: 'Pick list',
};

/** Who or what set a value. */
export const ORIGINS: Partial<Record<string, string>> = {
  shop: 'from the store',
  items: 'from the items',
  default: 'your default package',
  last_parcel: 'same as your last package',
  rule: 'set by a rule',
  person: 'set by hand',
};

/** Of the selected orders, some have nothing left to ship. */
const leftAsTheyAre = (n: number) =>
  n > 0 ? ` ${counted(n, 'order has', 'orders have')} nothing left to ship and did not change.` : '';

export const COPY = {
  title: 'Orders',
  intro: 'Orders from your stores. Select what you want to ship, then pay once for all labels.',
  stores: 'Stores',
  rules: 'Rules',
  packages: 'Packages',
  connect: 'Connect a store',
  importFile: 'Import CSV',
  search: 'Search',
  searchHint: 'Number, name, SKU or tracking number',
  loadFailed: 'We couldn’t load your orders.',
  orderFailed: 'We couldn’t load this order.',
  noOrders: 'No orders yet',
  noOrdersHint:
    'Connect your store, and new orders appear here ready to ship. You can also import a CSV file.',
  noneReady: 'Nothing to ship right now',
  noneReadyHint: 'New orders appear here after the next check of your store, usually within ten minutes.',
  noAttention: 'No order needs attention',
  noShipped: 'No shipped orders yet',
  noMatch: 'No orders match your search',
  emptyPage: 'No orders on this page',
  changeFailed: 'We couldn’t save the change.',
  disconnectedStore: 'A disconnected store',
  selectedStore: 'Selected store',
  selected: (n: number) => `${counted(n, 'order')} selected`,
  tooManyToChange: (max: number) =>
    `Select up to ${formatCount(max)} orders to set their package or service.`,
  tooManyToPrint: (max: number) => `Select up to ${formatCount(max)} orders to print.`,
  selectAll: (n: number) => `Select all ${formatCount(n)}`,
  ship: (n: number) => (n === 1 ? 'Ship 1 order' : `Ship ${formatCount(n)} orders`),
  shipElsewhere: 'Your orders are in an upload. Open it under Bulk Upload to buy the labels.',
  shipFailed: 'We couldn’t start shipping. Nothing was changed.',
  leftOut: (n: number) =>
    `${counted(n, 'order')} ${n === 1 ? 'was' : 'were'} left out because ${n === 1 ? 'it' : 'they'} can’t be shipped now.`,
  noneShippable: 'None of these orders can be shipped now.',
  combine: 'Combine',
  combined: 'The orders will ship in one package.',
  combineFailed: 'These orders can’t be combined.',
  combinable: (n: number) => `${counted(n, 'more order')} for the same recipient and address`,
  combinedWith: (numbers: readonly string[]) => `In one package with ${numbers.join(', ')}`,
  parcels: (n: number) => `Ships in ${counted(n, 'package')}`,
  separate: 'Undo',
  separated: 'Each order will ship in its own package again.',
  hold: 'Hold',
  holdTitle: 'Hold order',
  holdDone: 'The order is on hold.',
  release: 'Release',
  released: 'The order is ready again.',
  heldUntil: (day: string) => `On hold until ${day}`,
  markShipped: 'Mark as shipped',
  markedShipped: 'The order is marked as shipped. Lading doesn’t tell the store.',
  unmarkShipped: 'Undo “Mark as shipped”',
  unmarkedShipped: 'The items can be shipped again.',
  setPackage: 'Set package',
  packageTitle: (n: number) => (n === 1 ? 'Package' : `Package for ${formatCount(n)} orders`),
  packageSaved: (n: number, selected = n) =>
    `Package saved for ${counted(n, 'order')}.${leftAsTheyAre(selected - n)}`,
  weightHint: 'Total weight, including packaging.',
  weightOrPackage: 'Please enter a weight or a package size.',
  package: 'Package',
  enterSize: 'Enter a size',
  missingPackage: 'A deleted package',
  currentPackage: 'Current package',
  choose: 'Choose…',
  setService: 'Choose service',
  serviceTitle: (n: number) => (n === 1 ? 'Service' : `Service for ${formatCount(n)} orders`),
  serviceSaved: (n: number, selected = n) =>
    `Service saved for ${counted(n, 'order')}.${leftAsTheyAre(selected - n)}`,
  chooseServiceFirst: 'Please choose a service.',
  rulesDecide: 'Let the rules decide',
  rulesDecideHint: 'If no rule chooses a service, the cheapest one is selected.',
  noService: 'Cheapest',
  noServiceHint: 'default',
  why: 'Why these settings?',
  byHand: 'Set by hand',
  byHandHint: 'Rules leave these values as they are.',
  openRules: 'Change the rules',
  forEveryOrder: 'Applies to every order.',
  stopped: 'Later rules did not run.',
  savedViews: 'Saved views',
  saveView: 'Save view',
  saveViewHint: 'Saves the tab, the search and the filters.',
  viewSaved: 'The view was saved.',
  deleteView: 'Delete this view?',
  deleteViewHint: 'Your orders stay as they are.',
  deleteNamedView: (name: string) => `Delete the view “${name}”`,
  viewDeleted: 'The view was deleted.',
  editAddress: 'Edit address',
  storeAddress: 'Use the store’s address',
  addressSaved: 'The address was saved.',
  isEdited: 'You changed this address here, not in the store.',
  erased:
    'Lading deleted the name and the street because the order is old, or because the buyer deleted their account.',
  withheld: 'The store does not share the address. Enter it by hand.',
  noPhone: 'The store sent no phone number or email address. Yours are used on the label.',
  split: 'Split into two packages',
  splitTitle: 'Split order',
  splitHint: 'Choose the items for the second package. The rest stays in the first one.',
  splitDone: 'The order will ship in two packages.',
  noneChosen: 'Please choose items for the second package.',
  tooMany: (max: number) => `At most ${max} can be moved.`,
  changeInUpload: 'The order is in an upload and has no label yet. Correct or remove its row there.',
  dismissChangeInUpload: 'Leave it in the upload',
  dismissChange: 'Label is still correct',
  dismissRefusal: 'I’ve taken care of it',
  dismissAll: 'I’ve taken care of everything',
  dismissNumber: 'I’ve told the buyer',
  partHint:
    'Check in the store which items are left. If some were already shipped, split the order, remove their package from the upload before you pay, and then mark the rest as shipped.',
  dismissPart: 'I’ve checked the order',
  partDismissed: 'Message dismissed.',
  changeDismissed: 'Change dismissed.',
  refusalDismissed: 'Message dismissed. You can still send the tracking number again under Packages.',
  allDismissed: 'Messages dismissed.',
  numberDismissed:
    'Message dismissed. If you won’t ship this order with Lading, mark it as shipped, or cancel it in the store.',
  retryReport: 'Send again',
  reportRetried: 'We are sending the tracking number again.',
  openBatch: 'Open the upload',
  print: 'Print',
  printed: 'Download started',
  printFailed: 'We couldn’t make the file.',
  noLabels: 'None of these orders has a label yet.',
  import: {
    title: 'Import orders',
    hint: 'The first line must name the columns. Order number and address are required. Name, city, state and ZIP code are needed to ship; a blank country means United States. SKU, item, quantity, price, weight, phone and email are optional. Several lines with the same order number are one order.',
    file: 'CSV file',
    missing: 'Please choose a CSV file.',
    submit: 'Import',
    failed: 'We couldn’t import this file. Nothing was changed.',
    result: ({ added, changed, unchanged }: Record<'added' | 'changed' | 'unchanged', number>) =>
      `${counted(added, 'order')} added, ${counted(changed, 'order')} changed${unchanged > 0 ? `, ${formatCount(unchanged)} unchanged` : ''}.`,
    leftOut: (n: number) =>
      `${counted(n, 'order')} skipped. Please fix ${n === 1 ? 'it' : 'them'} and import again.`,
    ignored: (columns: readonly string[]) => `Columns that were not used: ${columns.join(', ')}.`,
  },
  moreItems: (n: number) => `and ${counted(n, 'more item')}`,
  shipBy: (day: string) => `Ship by ${day}`,
} as const;
