import type { TaxLine } from '@lading/contract/billing.ts';
import type { TaxAmount } from './billing-content.ts';

const FULL = 10_000;

/**
 * The taxes that a total includes. `serviceCents` is the part of the total that is our commission and fees. Taxes on the
 * price apply to all of it, taxes on the service to that part only. Each tax is rounded to the cent; what is left of the
 * total is the subtotal, so that both always add up.
 */
export function includedTaxes(
  totalCents: number,
  serviceCents: number,
  lines: readonly TaxLine[],
): TaxAmount[] {
  const service = Math.min(Math.max(0, serviceCents), totalCents);
  const rateOf = (base: TaxLine['appliesTo']) =>
    lines.filter(({ appliesTo }) => appliesTo === base).reduce((sum, { rate }) => sum + rate, 0);
  const onPrice = rateOf('price');
  const netService = (service * FULL) / (FULL + onPrice + rateOf('service'));
  const netOther = ((totalCents - service) * FULL) / (FULL + onPrice);
  return lines.map(({ name, rate, appliesTo }) => {
    const net = appliesTo === 'service' ? netService : netService + netOther;
    return { name, rate, appliesTo, netCents: Math.round(net), cents: Math.round((net * rate) / FULL) };
  });
}

export const sumOfTaxes = (taxes: readonly TaxAmount[]): number =>
  taxes.reduce((sum, { cents }) => sum + cents, 0);

interface Credited {
  totalCents: number;
  beforeCents: number;
  cents: number;
}

/**
 * The share of an invoice's taxes that a credit note takes off. Shares are taken from the sum of all credit notes so far, so
 * that those of a fully credited invoice add up to its taxes.
 */
export function creditedTaxes(
  taxes: readonly TaxAmount[],
  { totalCents, beforeCents, cents }: Credited,
): TaxAmount[] {
  const shareOf = (of: number) =>
    Math.round((of * (beforeCents + cents)) / totalCents) - Math.round((of * beforeCents) / totalCents);
  return taxes.map((tax) => ({ ...tax, netCents: shareOf(tax.netCents), cents: shareOf(tax.cents) }));
}
