import type { CallBudget } from '../../../platform/outgoing/call-budget.ts';
import type { AddressVerifier, Verdict } from '../port.ts';

export interface ShippoVerifierDeps {
  apiKey: string;
  baseUrl: string;
  live: boolean;
  budget: CallBudget;
}

export class ShippoVerifier implements AddressVerifier {
  // biome-ignore lint/complexity/noUselessConstructor: to be built
  constructor(_deps: ShippoVerifierDeps) {}

  async verify(): Promise<Verdict> {
    throw new Error('not built yet');
  }
}
