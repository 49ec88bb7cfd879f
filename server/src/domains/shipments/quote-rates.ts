import { hideTaxIds } from '@lading/contract/customs/tax-ids.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { counted } from '@lading/contract/format-count.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { placeName } from '@lading/contract/place-line.ts';
import { groupRefusals } from '@lading/contract/rate-refusals.ts';
import type { DetailedRatesAnswer, Rate, RateBadge, RatesBody } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { RateAnswer } from '../../providers/label-providers/port.ts';
import { makeQuotes, type Quote } from '../pricing/make-quotes.ts';
import type { PricedShipment } from '../pricing/priced-shipment.ts';
import { checkCustoms } from './check-customs.ts';
import { rankRates } from './rank-rates.ts';
import { checkShipDate } from './ship-date.ts';
import { shipmentRequestOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { cleanRates } from './usable-purchase.ts';

/**
 * Rates for one parcel, cheapest first. Stores each as a quote that the client can buy for an hour. The reference is
 * no part of the quote: a label provider may print it on the label.
 */
export async function quoteRates(
  deps: ShipmentDeps,
  actor: { userId: string },
  body: RatesBody,
  reference = '',
): Promise<DetailedRatesAnswer> {
  const request = shipmentRequestOf(body);
  checkShipDate(deps, request.shipDate);
  checkCustoms(request);
  const answer = await requestRates(deps, request, reference);
  const order = {
    userId: actor.userId,
    provider: deps.labelProvider.name,
    shipment: request,
    rates: answer.rates,
  };
  const quotes = await (deps.makeQuotes?.(order) ?? makeQuotes(deps, order));
  failpoint('quotes-stored');
  const { messages } = answer;
  const rates = describe(quotes, request);
  return messages.length > 0 ? { rates, messages, refusals: groupRefusals(messages) } : { rates, messages };
}

/**
 * The plain list has no field for the carriers' reasons, so an empty list becomes an error with these
 * reasons.
 */
export function plainRates({ rates, refusals = [] }: DetailedRatesAnswer): Rate[] {
  if (rates.length > 0) return rates;
  const reasons = refusals.map(({ carriers, text }) => `${carriers.join(', ')}: ${text}`).join(' ');
  throw new AppError('NO_RATES', reasons ? { message: `${ERRORS.NO_RATES.message}. ${reasons}` } : {});
}

async function requestRates(
  { labelProvider, timings, log }: ShipmentDeps,
  request: PricedShipment,
  reference: string,
): Promise<RateAnswer> {
  const { sender: from, recipient: to, parcel, shipDate, customs, extras } = request;
  try {
    const residential = to.company === '';
    const answer = await within(
      timings.labelProviderTimeoutMs,
      labelProvider.rates({
        from,
        to,
        parcel,
        shipDate,
        residential,
        customs,
        extras,
        ...(reference && { reference }),
      }),
    );
    const { rates, messages } = cleanRates(answer);
    const taxIds = [customs?.senderTaxId, customs?.recipientTaxId];
    return { rates, messages: messages.map((one) => ({ ...one, text: hideTaxIds(one.text, taxIds) })) };
  } catch (cause) {
    log.warn({ event: 'rates.failed', err: cause }, 'The request for rates failed');
    throw new AppError('CARRIER_UNREACHABLE', { cause });
  }
}

function describe(quotes: readonly Quote[], { parcel, recipient }: PricedShipment): Rate[] {
  const ranked = quotes
    .map((quote) => ({
      quote,
      amountCents: quote.totalCents,
      estimatedDays: quote.rate.estimatedDays,
      billedWeightLb: quote.rate.billedWeightLb,
    }))
    .sort((a, b) => a.amountCents - b.amountCents || (a.estimatedDays ?? 99) - (b.estimatedDays ?? 99));
  const { cheapest, fastest, bestValue } = rankRates(ranked, { parcel, destination: placeName(recipient) });
  const choices: [RateBadge, typeof cheapest][] = [
    ['cheapest', cheapest],
    ['fastest', fastest],
    ['best_value', bestValue],
  ];
  return ranked.map((item) => {
    const won = choices.filter(([, choice]) => choice?.rate === item);
    return toRate(
      item.quote,
      won.map(([badge]) => badge),
      won[0]?.[1]?.reason ?? null,
    );
  });
}

function toRate(
  { id, rate, totalCents, extras, expiresAt }: Quote,
  badges: RateBadge[],
  reason: string | null,
): Rate {
  const { carrier, service, serviceName, currency, estimatedDays, deliveryDate, retailCents, estimated } =
    rate;
  return {
    objectId: id,
    carrier,
    service,
    serviceName,
    amount: dollarsOf(totalCents),
    currency,
    estimatedDays,
    durationTerms: durationTerms(estimatedDays),
    deliveryDate,
    // Shown as a saving, so only if the client's price is lower.
    retailAmount: retailCents !== null && retailCents > totalCents ? dollarsOf(retailCents) : null,
    badges,
    reason,
    estimated,
    ...(extras.length > 0
      ? { extras: extras.map(({ text, cents }) => ({ text, amount: dollarsOf(cents) })) }
      : {}),
    expiresAt: expiresAt.toISOString(),
  };
}

function durationTerms(days: number | null): string {
  if (days === null) return 'Delivery time not available';
  return `Delivery in ${counted(days, 'business day')}`;
}
