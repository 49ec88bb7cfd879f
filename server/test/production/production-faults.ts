import type { ShippoDoubleOptions } from '../doubles/shippo-double.ts';
import { WRONG_ANSWERS } from '../doubles/shippo-double-options.ts';
import type { StripeDoubleOptions } from '../doubles/stripe-double.ts';
import type { SiteOptions } from './production-site.ts';

/** Faults of the providers, of the connection to the database and of the processes. */
export interface ProductionFault extends Omit<SiteOptions, 'proxyUrl'> {
  /** The answer to every nth commit is lost. */
  cutEveryCommit?: number;
  /** What happens to processes; by default they are killed. */
  disruption?: 'pause-worker' | 'restart-gracefully';
  /** With a faulty label provider, any purchase may end in a refund. */
  anyMayFail?: boolean;
  /** A second label may be bought if Lading voids it automatically. */
  mayBuyTwice?: boolean;
}

const LOST_AT_SHIPPO: ShippoDoubleOptions = { faults: { losesAnswers: 0.15, only: ['POST /transactions'] } };
const LOST_AT_STRIPE: StripeDoubleOptions = {
  faults: { losesAnswers: 0.15, only: ['POST /v1/payment_intents', 'POST /v1/refunds'] },
};

/**
 * By fault id. Times are shorter than in production, like the settings of the program under test: a provider has
 * two seconds to answer instead of thirty, and lookups are 1.5 seconds apart instead of a minute.
 */
export const PRODUCTION_FAULTS = {
  none: {},
  F04: { shippo: { faults: { neverAnswers: 0.2 } }, anyMayFail: true },
  F05: {
    shippo: { faults: { errors: 0.3 } },
    stripe: { faults: { errors: 0.2 }, storedErrors: { share: 0.1, done: 0.5 } },
    anyMayFail: true,
  },
  F06: {
    shippo: { faults: { slow: { share: 0.5, ms: 500 }, verySlow: { share: 0.1, ms: 3_000 } } },
    stripe: { faults: { slow: { share: 0.5, ms: 500 }, verySlow: { share: 0.1, ms: 3_000 } } },
    anyMayFail: true,
  },
  F07: { shippo: LOST_AT_SHIPPO, stripe: LOST_AT_STRIPE },
  'F07-lag': {
    shippo: { ...LOST_AT_SHIPPO, listLagMs: 5_000 },
    stripe: LOST_AT_STRIPE,
    mayBuyTwice: true,
  },
  F08: { stripe: { webhooks: { copies: 3 } } },
  F09: { stripe: { webhooks: { withinMs: 10_000 } } },
  F10: { webhooks: false },
  F11: { stripe: { webhooks: { beforeAnswer: true } } },
  'F11-late': { stripe: { webhooks: { afterMs: 20_000 } } },
  /** A purchase whose order is lost twice gets no third order: Lading looks it up until the deadline, then refunds it. */
  F14: { cutEveryCommit: 20, anyMayFail: true },
  F20: { disruption: 'pause-worker', mayBuyTwice: true },
  F21: { disruption: 'restart-gracefully' },
  F23: {
    shippo: { wrongAnswers: Object.fromEntries(WRONG_ANSWERS.map((wrongAnswer) => [wrongAnswer, 0.04])) },
    anyMayFail: true,
  },
  F24: { shippo: { queued: { share: 0.2, ms: 5_000 } } },
  'F24-never': { shippo: { queued: { share: 0.1, ms: null } }, anyMayFail: true },
  /** A mix of all faults. */
  F30: {
    shippo: { faults: { losesAnswers: 0.1, errors: 0.05 }, queued: { share: 0.05, ms: 2_000 } },
    stripe: { faults: { losesAnswers: 0.1 }, webhooks: { copies: 3, withinMs: 5_000 } },
    cutEveryCommit: 50,
    anyMayFail: true,
  },
} satisfies Record<string, ProductionFault>;

export type ProductionFaultId = keyof typeof PRODUCTION_FAULTS;
