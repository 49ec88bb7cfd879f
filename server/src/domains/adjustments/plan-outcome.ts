import type { AdjustmentOutcome, AdjustmentPolicy } from '@lading/contract/adjustments.ts';

export interface Outcome {
  outcome: AdjustmentOutcome;
  /** What the client pays. Negative for a credit. */
  clientCents: number;
  feeCents: number;
}

const ABSORBED: Outcome = { outcome: 'absorbed', clientCents: 0, feeCents: 0 };

interface Payer {
  policy: AdjustmentPolicy;
  /** What the client has paid for adjustments of this shipment, less credits. */
  passedOnCents: number;
  isErased: boolean;
}

/** Who pays a difference. A credit goes to the client, up to what the client has paid for adjustments of the shipment. */
export function planOutcome(billedCents: number, { policy, passedOnCents, isErased }: Payer): Outcome {
  if (isErased) return ABSORBED;
  if (billedCents < 0) {
    const clientCents = -Math.min(-billedCents, Math.max(0, passedOnCents));
    return clientCents === 0 ? ABSORBED : { outcome: 'passed_on', clientCents, feeCents: 0 };
  }
  if (policy.mode === 'absorb' || billedCents <= policy.threshold) return ABSORBED;
  return { outcome: 'passed_on', clientCents: billedCents, feeCents: policy.fee };
}
