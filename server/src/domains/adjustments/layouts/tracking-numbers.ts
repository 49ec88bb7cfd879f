/** Letters and digits only, as carriers print them. */
const normalizeTracking = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** USPS barcodes have 420 and the ZIP code, with or without +4, in front of the number. */
const ROUTED = /^420(?:\d{5}|\d{9})(9\d{19,25})$/;
/** A ZIP+4 makes the shorter pattern match too, with digits of the ZIP code in front. */
const ROUTED_LONG = /^420\d{9}(9\d{19,25})$/;

/** The numbers under which we may know the shipment, the given ones first. */
export function trackingCandidates(...texts: readonly string[]): string[] {
  const numbers = texts.map(normalizeTracking).filter((number) => number !== '');
  const unrouted = numbers.flatMap((number) =>
    [ROUTED_LONG, ROUTED].flatMap((pattern) => pattern.exec(number)?.[1] ?? []),
  );
  return [...new Set([...numbers, ...unrouted])];
}
