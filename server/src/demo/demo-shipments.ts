import { dateIn } from '@lading/contract/calendar-date.ts';
import { centsOf } from '@lading/contract/money.ts';
import type { Rate, RatesBody } from '@lading/contract/shipments.ts';
import type { NoticeDeps, ReceiptDeps } from '../domains/notices/notices.ts';
import { createIntent } from '../domains/payments/create-intent.ts';
import { buyLabel } from '../domains/shipments/buy-label.ts';
import { quoteRates } from '../domains/shipments/quote-rates.ts';
import type { ShipmentDeps } from '../domains/shipments/shipments.deps.ts';
import type { HistoryDeps } from '../domains/shipments/show-history.ts';
import { trackShipments } from '../domains/shipments/track-shipments.ts';
import { type Clock, days, hours, later } from '../platform/clock.ts';
import type { LabelProvider } from '../providers/label-providers/port.ts';
import { declarationOf, INSURED_AND_SIGNED } from './demo-contents.ts';
import { CUSTOMERS, PALLET, PARCELS, SHOP_PLACES } from './demo-places.ts';

export interface DemoShipmentDeps extends ShipmentDeps, HistoryDeps {
  /** The label provider with a given clock, because it sells no labels for past dates. */
  labelProviderAt: (clock: Clock) => LabelProvider;
  /** Null when cards are real. There is no demo then. */
  payWithTestCard: ((intentId: string, clientSecret: string, number?: string) => Promise<unknown>) | null;
  saveTestCard: ((setupId: string, clientSecret: string, number: string) => Promise<unknown>) | null;
}

export interface DemoShop {
  userId: string;
  name: string;
  email: string;
  phone: string;
  everyDays: number;
  /** Shipped a lot until a week ago, so that the dashboard asks about it. */
  hasFallenVolume?: boolean;
}

const MAX_PER_SHOP = 34;
const OLDEST_SHIPMENT_DAYS = 85;
const DAYS_BETWEEN = 2.5;
/** The carrier refuses every n-th purchase and the last client's latest one. They are refunded. */
const REFUSED_EVERY = 29;
const REFUSAL = 'The carrier could not accept this package today.';
/** The first client's shipment to New York. */
const PALLET_TURN = 4;
/** The first client's latest shipment to Seattle. */
const INSURED_TURN = 1;
/** Demo history sends no email. */
export const NO_MAILS: NoticeDeps & ReceiptDeps = {
  jobs: { enqueue: async () => {}, forget: async () => {} },
  sendsReceipts: false,
};

/**
 * Ships parcels over some months. The production code quotes, charges and buys each one, with a clock set to
 * the past.
 */
export async function fillShipments(deps: DemoShipmentDeps, shops: readonly DemoShop[]): Promise<void> {
  const now = deps.clock.now();
  await Promise.all(shops.map((_, index) => fillShop(deps, shops, index, now)));
  while (await trackShipments(deps));
}

async function fillShop(
  deps: DemoShipmentDeps,
  shops: readonly DemoShop[],
  index: number,
  now: Date,
): Promise<void> {
  const shop = itemAt(shops, index);
  for (const [parcel, daysAgo] of (shop.hasFallenVolume ? FALLEN_DAYS : regularDays(shop)).entries()) {
    const age = days(daysAgo) + hours(2 + ((index * 5 + parcel * 7) % 9));
    const isLatestOfLast = index === shops.length - 1 && parcel === 0;
    const refused = isLatestOfLast || (index * 11 + parcel) % REFUSED_EVERY === REFUSED_EVERY - 1;
    await shipOne(deps, { shop, index, parcel, at: later(now, -age), refused });
  }
}

/** When a shop ships, in days before now. */
function regularDays({ everyDays }: DemoShop): number[] {
  const count = Math.min(MAX_PER_SHOP, Math.floor(OLDEST_SHIPMENT_DAYS / (everyDays * DAYS_BETWEEN)));
  return Array.from({ length: count }, (_, parcel) => parcel * everyDays * DAYS_BETWEEN);
}

/** Two labels in the last week, and eleven in each of the four weeks before it. */
const FALLEN_DAYS = [2, 5, ...Array.from({ length: 44 }, (_, parcel) => 8.2 + parcel * 0.6)];

interface DemoShipment {
  shop: DemoShop;
  /** The shop's place in the list. */
  index: number;
  /** The shipment's place in the shop's history. */
  parcel: number;
  at: Date;
  refused: boolean;
  useBalance?: boolean;
}

/** Buys a label from the balance, which may go below zero. */
export const shipFromBalance = (
  deps: DemoShipmentDeps,
  shop: DemoShop,
  place: { index: number; parcel: number; at: Date },
): Promise<void> => shipOne(deps, { shop, ...place, refused: false, useBalance: true });

async function shipOne(
  deps: DemoShipmentDeps,
  { shop, index, parcel, at, refused, useBalance = false }: DemoShipment,
): Promise<void> {
  const clock = { now: () => at };
  const provider = deps.labelProviderAt(clock);
  const labelProvider = refused ? refusing(provider) : provider;
  const then: DemoShipmentDeps = { ...deps, clock, labelProvider, ...NO_MAILS };
  const client = { userId: shop.userId, ip: `203.0.113.${20 + index}`, requestId: null };
  const body = shipmentOf(shop, index, parcel, dateIn(deps.timeZone, at));
  const { rates } = await quoteRates(then, client, body);
  const rate = choose(rates, index + parcel);
  if (!rate) return;
  const order = { amount: centsOf(rate.amount), description: rate.serviceName, rateIds: [rate.objectId] };
  const payment = await createIntent(then, client, { ...order, ...(useBalance && { useBalance }) });
  if (!useBalance) await deps.payWithTestCard?.(payment.paymentIntentId, payment.clientSecret);
  await buyLabel(then, client, { ...body, rateId: rate.objectId });
}

/** Mostly the cheapest, sometimes a faster one. */
function choose(rates: readonly Rate[], turn: number): Rate | undefined {
  const wanted = turn % 5 === 3 ? 'best_value' : turn % 7 === 5 ? 'fastest' : null;
  const special = wanted && rates.find((rate) => rate.badges.includes(wanted));
  return special || rates[turn % 3 === 1 ? 1 : 0] || rates[0];
}

const refusing = (labelProvider: LabelProvider): LabelProvider => ({
  name: labelProvider.name,
  pace: labelProvider.pace,
  repeatable: labelProvider.repeatable,
  records: labelProvider.records,
  services: () => labelProvider.services(),
  rates: (request) => labelProvider.rates(request),
  buyLabel: async () => ({ outcome: 'refused', text: REFUSAL }),
  findPurchase: (sought) => labelProvider.findPurchase(sought),
  readFiles: (sought) => labelProvider.readFiles(sought),
  voidLabel: (transactionId) => labelProvider.voidLabel(transactionId),
  track: (name, number) => labelProvider.track(name, number),
});

function shipmentOf(shop: DemoShop, index: number, parcel: number, shippingDate: string): RatesBody {
  const turn = index * 5 + parcel;
  const customer = itemAt(CUSTOMERS, turn);
  const email = `${customer.fullName.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`;
  return {
    sender: {
      company: '',
      country: 'US',
      ...itemAt(SHOP_PLACES, index),
      fullName: shop.name,
      email: shop.email,
      phone: shop.phone,
    },
    receiver: { company: '', country: 'US', phone: '2025550143', ...customer, email },
    package: turn === PALLET_TURN ? PALLET : itemAt(PARCELS, turn * 3 + index),
    shippingDate,
    ...((customer.country ?? 'US') !== 'US' && {
      customs: declarationOf(shop.name, turn, `${shippingDate.slice(0, 4)}-${1000 + turn}`),
    }),
    ...(turn === INSURED_TURN && { extras: INSURED_AND_SIGNED }),
  };
}

function itemAt<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
