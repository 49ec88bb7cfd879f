import { dateIn } from '@lading/contract/calendar-date.ts';
import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import { PACKAGE_PRESETS } from '@lading/contract/orders/package-presets.ts';
import type { ServiceChoice, ServiceWish } from '@lading/contract/orders/service-choice.ts';
import type { StoredOrder } from './saved-orders.store.ts';

const PRESETS = new Map(PACKAGE_PRESETS.map((preset) => [preset.id, preset]));

/** What people chose comes before what rules chose for other orders of the parcel. */
function distinctChoices(orders: readonly Pick<StoredOrder, 'preparation'>[]): ServiceChoice[] {
  const wishes = orders.map(({ preparation }) => preparation);
  const byPeople = wishes.filter(({ service, serviceSetBy }) => service && serviceSetBy === 'person');
  const choices = (byPeople.length > 0 ? byPeople : wishes).flatMap(({ service }) => service ?? []);
  return [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
}

/** The earliest promised day. */
function promisedDay(orders: readonly Pick<StoredOrder, 'deliver_by'>[], timeZone: string): string | null {
  const days = orders.flatMap(({ deliver_by }) => (deliver_by ? [dateIn(timeZone, deliver_by)] : []));
  return days.toSorted()[0] ?? null;
}

/** How the rate of a parcel is chosen. Null: no order asks for a service, and the package fits every carrier. */
export function wishOf(
  orders: readonly Pick<StoredOrder, 'preparation' | 'deliver_by'>[],
  { packageId }: OrderPreparation,
  timeZone: string,
): ServiceWish | null {
  const preset = packageId === undefined ? undefined : PRESETS.get(packageId);
  const choices = distinctChoices(orders);
  if (choices.length === 0 && !preset) return null;
  return {
    choice: choices[0] ?? { kind: 'cheapest' },
    deliverBy: promisedDay(orders, timeZone),
    ...(preset && { packageCarrier: preset.carrier }),
    ...(preset && preset.services.length > 0 && { packageServices: preset.services }),
    ...(choices.length > 1 && { ordersDiffer: true }),
  };
}
