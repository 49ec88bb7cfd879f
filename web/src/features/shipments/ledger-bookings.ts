import type { AdminShipmentDetails } from '@lading/contract/admin-shipments.ts';

type Line = AdminShipmentDetails['ledger'][number];

interface Booking {
  name: string;
  at: string;
  lines: Line[];
}

/** Groups lines by booking, debits before credits. Bookings of two refunds share a name but not a time. */
export function bookingsOf(lines: readonly Line[]): Booking[] {
  const bookings: Booking[] = [];
  for (const line of lines) {
    const same = bookings.find(({ name, at }) => name === line.booking && at === line.at);
    if (same) same.lines.push(line);
    else bookings.push({ name: line.booking, at: line.at, lines: [line] });
  }
  for (const booking of bookings) booking.lines.sort((a, b) => b.amount - a.amount);
  return bookings;
}
