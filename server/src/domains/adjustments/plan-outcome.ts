import type { AdjustmentOutcome, AdjustmentPolicy } from '@lading/contract/adjustments.ts';

export interface Outcome {
  outcome: AdjustmentOutcome;
  /** What the client pays. Negative for a credit. */
  clientCents: number;
  feeCents: number;
}

export const ABSORBED: Outcome = { outcome: 'absorbed', clientCents: 0, feeCents: 0 };

interface Payer {
  policy: AdjustmentPolicy;
  /** Billed by earlier adjustments. */
  adjustedCents: number;
  /** What the client has paid for adjustments of this shipment, less credits and reversals. */
  passedOnCents: number;
  /** The part of won disputes’ refunds that no later credit has covered. */
  refundedAheadCents: number;
  isErased: boolean;
}

/** What is left of a charge after credits that the operator kept. Those first cover charges that the operator absorbed. */
const owedOf = (billedCents: number, { adjustedCents, passedOnCents }: Payer) =>
  Math.min(billedCents, Math.max(0, adjustedCents + billedCents - passedOnCents));

/**
 * Who pays a difference. A credit first covers what won disputes have refunded. The rest goes to the client, up to what the client
 * has paid for adjustments of the shipment.
 */
export function planOutcome(billedCents: number, payer: Payer): Outcome {
  const { policy, passedOnCents, refundedAheadCents, isErased } = payer;
  if (isErased) return ABSORBED;
  if (billedCents < 0) {
    const credit = Math.max(0, -billedCents - refundedAheadCents);
    const clientCents = -Math.min(credit, Math.max(0, passedOnCents));
    return clientCents === 0 ? ABSORBED : { outcome: 'passed_on', clientCents, feeCents: 0 };
  }
  const owedCents = owedOf(billedCents, payer);
  if (policy.mode === 'absorb' || owedCents <= policy.threshold) return ABSORBED;
  return { outcome: 'passed_on', clientCents: owedCents, feeCents: policy.fee };
}
