import * as z from 'zod/mini';

/** True if the carrier did not answer, so asking again may help. Absent for a refusal, which stays the same. */
const temporary = z.optional(z.boolean());

/** Why one carrier offers no rate. */
export const CarrierMessageSchema = z.object({ carrier: z.string(), text: z.string(), temporary });
export type CarrierMessage = z.infer<typeof CarrierMessageSchema>;

/** Why carriers offer no rate. Carriers with the same reason share one entry. */
export const RateRefusalsSchema = z.array(
  z.object({ carriers: z.array(z.string()), text: z.string(), temporary }),
);
export type RateRefusals = z.infer<typeof RateRefusalsSchema>;

export function groupRefusals(messages: readonly CarrierMessage[]): RateRefusals {
  const byText = new Map<string, RateRefusals[number]>();
  for (const { carrier, text, temporary } of messages) {
    const group = byText.get(text) ?? { carriers: [], text };
    if (!group.carriers.includes(carrier)) group.carriers.push(carrier);
    if (temporary) group.temporary = true;
    byText.set(text, group);
  }
  return [...byText.values()];
}
