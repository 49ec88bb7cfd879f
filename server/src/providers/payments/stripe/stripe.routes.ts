import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import type { PaymentEvent } from '../port.ts';

export interface StripeNews {
  webhookSecret: string;
  live: boolean;
  onEvent(event: PaymentEvent): Promise<void>;
  /** An event of the other mode, live or test, which must never be acted on. */
  onForeignMode(eventId: string): Promise<void>;
}

export function stripeRoutes(_app: HttpServer, _news: StripeNews): void {}
