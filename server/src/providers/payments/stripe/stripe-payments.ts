import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Intent, IntentRefusal, PaymentProvider, RefundAnswer } from '../port.ts';

export interface StripeDeps {
  secretKey: string;
  baseUrl: string;
  live: boolean;
  clock: Clock;
  log: Log;
}

export class StripePayments implements PaymentProvider {
  readonly name: string;
  readonly live: boolean;

  constructor({ live }: StripeDeps) {
    this.live = live;
    this.name = live ? 'stripe' : 'stripe_test';
  }

  async createIntent(): Promise<Intent | IntentRefusal> {
    throw new Error('not built yet');
  }

  async findIntent(): Promise<Intent | null> {
    throw new Error('not built yet');
  }

  async readIntent(): Promise<Intent | null> {
    throw new Error('not built yet');
  }

  async cancelIntent(): Promise<Intent> {
    throw new Error('not built yet');
  }

  async refund(): Promise<RefundAnswer> {
    throw new Error('not built yet');
  }

  async findRefund(): Promise<RefundAnswer | null> {
    throw new Error('not built yet');
  }
}
