import { type CarrierMessage, groupRefusals, type RateRefusals } from '@lading/contract/rate-refusals.ts';

/** Each reason once. Names the carriers if the reason does not and not all of them share it. */
export function reasonTexts(messages: readonly CarrierMessage[]): string[] {
  const groups: RateRefusals = groupRefusals(messages);
  return groups.map(({ carriers, text }) => {
    const named = groups.length === 1 || carriers.some((carrier) => text.startsWith(carrier));
    return named ? text : `${carriers.join(', ')}: ${text}`;
  });
}

/** Asking again helps only if a carrier did not answer. A refusal stays the same. */
export const mayChange = (messages: readonly Pick<CarrierMessage, 'text' | 'temporary'>[]): boolean =>
  messages.some(({ temporary }) => temporary === true);
