import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { OrderDetails, OrderRow } from '@lading/contract/orders/orders.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { json } from './fake-server.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const STORE: OrderSourceView = {
  id: id(900),
  kind: 'woocommerce',
  name: 'Corner Shop',
  address: 'https://corner.example',
  state: 'active',
  warnings: [],
  settings: { notifyBuyer: true, completeOrder: true },
  importing: null,
  lastSuccessAt: null,
  lastError: null,
  hasWebhooks: true,
  takesWebhookSecret: false,
  orders: { open: 12, total: 340 },
  reports: { refused: 0, waiting: 0 },
  createdAt: '2026-11-01T10:00:00.000Z',
};

export const orderRow = (n: number, part: Partial<OrderRow> = {}): OrderRow => ({
  id: id(n),
  number: `#${1000 + n}`,
  source: { id: STORE.id, name: STORE.name, kind: STORE.kind },
  placedAt: '2026-11-14T21:56:08.000Z',
  shipBy: null,
  status: 'ready',
  excluded: null,
  problems: [],
  hold: null,
  recipientName: 'Ada Park',
  place: 'Austin, TX, US',
  country: 'US',
  pieces: 3,
  firstItem: '2 × Mug, Blue',
  itemCount: 2,
  total: 5130,
  currency: 'USD',
  shippingMethod: 'Flat rate',
  tags: [],
  preparation: {
    weightOz: 28,
    weightSetBy: 'items',
    parcel: { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 6 },
    parcelSetBy: 'last_parcel',
  },
  canChange: true,
  canShip: true,
  combinable: 0,
  parcels: 0,
  combinedWith: [],
  ...part,
});

export const orderDetails = (row: OrderRow, part: Partial<OrderDetails> = {}): OrderDetails => ({
  ...row,
  changedAt: row.placedAt,
  deliverBy: null,
  paid: 'yes',
  shippingPaid: 600,
  notes: { buyer: 'Leave at the back door.', merchant: '', gift: '' },
  recipient: {
    fullName: 'Ada Park',
    company: '',
    email: 'ada@shop.example',
    phone: '(512) 555-0142',
    address: '1201 Barton Springs Rd',
    address2: 'Apt 4',
    city: 'Austin',
    state: 'TX',
    zipCode: '78704',
    country: 'US',
  },
  isRecipientEdited: false,
  tagsBy: { shop: [], rule: [], person: [] },
  ruleTrace: [],
  recipientWithheld: null,
  isMarkedShipped: false,
  isErased: false,
  items: [
    {
      id: '315',
      sku: 'MUG-01',
      title: 'Mug',
      variant: 'Blue',
      quantity: 2,
      remaining: 2,
      unitPrice: 1800,
      unitWeightOz: 12,
      requiresShipping: true,
    },
    {
      id: '316',
      sku: 'TEA-05',
      title: 'Tea',
      variant: '',
      quantity: 1,
      remaining: 1,
      unitPrice: 930,
      unitWeightOz: null,
      requiresShipping: true,
    },
  ],
  parcelList: [],
  combinableOrders: [],
  ...part,
});

const COUNTS = { ready: 2, attention: 1, shipped: 5, all: 9, held: 1, in_progress: 0 };

export const ordersAnswer = (orders: OrderRow[], total = orders.length, counts = COUNTS, isMore = false) =>
  json({ orders, counts, pagination: { ...paginationOf(total, 1, 25), isMore } });
