import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { CallBudget } from '../../../platform/outgoing/call-budget.ts';
import type {
  CarrierProvider,
  CarrierService,
  Pace,
  Purchase,
  RateAnswer,
  TrackingAnswer,
  VoidAnswer,
} from '../port.ts';

export interface ShippoDeps {
  apiKey: string;
  live: boolean;
  baseUrl: string;
  labelHosts: readonly string[];
  budget: CallBudget;
  clock: Clock;
  log: Log;
}

export class ShippoCarrier implements CarrierProvider {
  readonly name: string;
  readonly pace: Pace = { pauseBetweenRatesMs: 200, pauseBetweenLabelsMs: 500, parallel: 1 };
  readonly repeatable = false;

  constructor({ live }: ShippoDeps) {
    this.name = live ? 'shippo' : 'shippo_test';
  }

  services(): CarrierService[] {
    throw new Error('not built yet');
  }

  async rates(): Promise<RateAnswer> {
    throw new Error('not built yet');
  }

  async buyLabel(): Promise<Purchase> {
    throw new Error('not built yet');
  }

  async findPurchase(): Promise<Purchase | null> {
    throw new Error('not built yet');
  }

  async voidLabel(): Promise<VoidAnswer> {
    throw new Error('not built yet');
  }

  async track(): Promise<TrackingAnswer> {
    throw new Error('not built yet');
  }
}
