import { type CarrierMessage, groupRefusals, type RateRefusals } from '@lading/contract/rate-refusals.ts';

/** Lists each reason once. Names its carriers if the reason itself does not and only some carriers share it. */
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
