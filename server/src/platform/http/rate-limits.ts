import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { callerOf } from '../caller-of.ts';
import { days, hours, minutes } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type Log, RepeatedProblems } from '../log.ts';
import { RefusalDelays } from './refusal-delays.ts';
import { type CountDeps, type Counts, ExactCounts, SharedCounts } from './shared-limits.ts';

export interface RateLimit {
  max: number;
  timeWindow: `${number} ${'minute' | 'minutes' | 'hour' | 'day'}`;
  /** Counts by account instead of by IP address. */
  perAccount?: true;
  /** Counts by the id in the path instead of by IP address. */
  perId?: true;
  /** Routes with the same name are counted together. Without one, each route has its own count. */
  name?: string;
  /** Calls a provider whose limit all accounts share. One account gets half of it at most. */
  sharedProvider?: true;
}

/**
 * Counted per IP address across all processes. A route without its own limit per address shares the general
 * one.
 */
export const LIMITS = {
  general: { max: 1200, timeWindow: '1 minute' },
  login: { max: 60, timeWindow: '1 minute' },
  signUp: { max: 20, timeWindow: '1 hour' },
  passwordReset: { max: 20, timeWindow: '15 minutes' },
  /** Several shops may share an address; testing stolen cards takes more than this. */
  payments: { max: 600, timeWindow: '1 hour' },
} as const satisfies Record<string, RateLimit>;

/** Counted per account, whatever addresses its calls come from. A busy shop ships ten thousand parcels a day. */
export const ACCOUNT_LIMITS = {
  /** All routes that need a token together. */
  general: { max: 2400, timeWindow: '1 minute', perAccount: true, name: 'account' },
  rates: { max: 300, timeWindow: '1 minute', perAccount: true },
  /** Rates and validations together, because both call the label provider. */
  labelProvider: {
    max: 600,
    timeWindow: '1 minute',
    perAccount: true,
    name: 'label provider',
    sharedProvider: true,
  },
  ratesPerDay: { max: 30_000, timeWindow: '1 day', perAccount: true },
  validations: { max: 300, timeWindow: '1 minute', perAccount: true },
  validationsPerDay: { max: 30_000, timeWindow: '1 day', perAccount: true },
  /** The operator pays for each call to an external address service. */
  places: { max: 300, timeWindow: '1 minute', perAccount: true, name: 'places' },
  placesPerDay: { max: 10_000, timeWindow: '1 day', perAccount: true, name: 'places' },
  /** Uses about 30 ms of CPU time. */
  hsSearch: { max: 300, timeWindow: '1 minute', perAccount: true },
  labels: { max: 600, timeWindow: '1 minute', perAccount: true },
  /** Bounds the idempotency keys that an account can leave behind. */
  labelsPerDay: { max: 30_000, timeWindow: '1 day', perAccount: true },
  batches: { max: 60, timeWindow: '1 hour', perAccount: true },
  bulkCalls: { max: 300, timeWindow: '1 minute', perAccount: true, name: 'bulk' },
  /** With up to a hundred orders each. */
  orderImports: { max: 120, timeWindow: '1 minute', perAccount: true },
  orderImportsPerDay: { max: 30_000, timeWindow: '1 day', perAccount: true },
  /** Each file is sent twice, because it is previewed first. */
  orderFiles: { max: 120, timeWindow: '1 hour', perAccount: true },
  /** Each change is recorded in the audit log. */
  profileChanges: { max: 120, timeWindow: '1 hour', perAccount: true },
  staffInvitations: { max: 30, timeWindow: '1 hour', perAccount: true },
  emailChange: { max: 10, timeWindow: '1 hour', perAccount: true },
  /** Each new key notifies the owner by email. */
  apiKeys: { max: 20, timeWindow: '1 hour', perAccount: true },
  /** An export reads everything that an account has. */
  dataExport: { max: 5, timeWindow: '1 hour', perAccount: true },
  /** Prevents an account from sending spam through us. */
  emailedLabels: { max: 20, timeWindow: '1 hour', perAccount: true },
} as const satisfies Record<string, RateLimit>;

const UNIT_MS = { minute: minutes(1), minutes: minutes(1), hour: hours(1), day: days(1) };

function windowMsOf({ timeWindow }: RateLimit): number {
  const [count, unit] = timeWindow.split(' ') as [string, keyof typeof UNIT_MS];
  return Number(count) * UNIT_MS[unit];
}

/** A small limit is counted exactly, with a query for each request. */
const MAX_EXACT = 100;

type Hook = (request: FastifyRequest) => Promise<void>;
type AccountOf = (request: FastifyRequest) => string;

export class RateLimits {
  readonly #countDeps: CountDeps;
  readonly #providerCallsPerMinute: number | null;
  readonly #counts = new Map<string, Counts>();
  readonly #delays = new RefusalDelays();
  readonly #closed = new AbortController();

  /** Without `providerCallsPerMinute`, the label provider has no limit. */
  constructor(db: Database, log: Log, providerCallsPerMinute: number | null = null) {
    const failures = new RepeatedProblems();
    const onNotShared = (error: unknown) =>
      failures.note('not shared', (times) =>
        log.warn(
          { event: 'rate_limits.not_shared', err: error, times },
          'Rate limits could not be shared; each process counts for itself',
        ),
      );
    this.#countDeps = { db, onNotShared, closed: this.#closed.signal };
    this.#providerCallsPerMinute = providerCallsPerMinute;
  }

  byAddress(limit: RateLimit, route: string): Hook {
    const name = `${limit.name ?? route} `;
    const check = this.#hook(limit, new ExactCounts(this.#countDeps), (request) => name + addressOf(request));
    return this.#slowed(check);
  }

  byId(limit: RateLimit, route: string): Hook {
    const name = `${limit.name ?? route} id `;
    return this.#hook(
      limit,
      this.#countsFor(limit),
      ({ params }) => name + (params as { id: string }).id.toLowerCase(),
    );
  }

  byAccount(stated: RateLimit, route: string, accountOf: AccountOf): Hook {
    const limit = this.#shareOf(stated);
    const name = `${limit.name ?? route} ${limit.timeWindow} `;
    const counts = this.#counts.get(name) ?? this.#countsFor(limit);
    this.#counts.set(name, counts);
    return this.#hook(limit, counts, (request) => name + accountOf(request));
  }

  /** The general limit per address: for every API call, including unknown paths. */
  general(): Hook {
    return this.#slowed(this.#hook(LIMITS.general, new SharedCounts(this.#countDeps), addressOf));
  }

  /** Stops sharing counts. */
  close(): void {
    this.#closed.abort();
  }

  /** Unknown callers over their limit wait for the refusal, so that even refusing them costs little. */
  #slowed(check: Hook): Hook {
    return async (request) => {
      try {
        await check(request);
      } catch (error) {
        await this.#delays.wait(addressOf(request));
        throw error;
      }
    };
  }

  #shareOf(limit: RateLimit): RateLimit {
    if (!limit.sharedProvider || this.#providerCallsPerMinute === null) return limit;
    return { ...limit, max: Math.min(limit.max, Math.ceil(this.#providerCallsPerMinute / 2)) };
  }

  #countsFor(limit: RateLimit): Counts {
    return limit.max <= MAX_EXACT ? new ExactCounts(this.#countDeps) : new SharedCounts(this.#countDeps);
  }

  #hook(limit: RateLimit, counts: Counts, keyOf: (request: FastifyRequest) => string): Hook {
    const windowMs = windowMsOf(limit);
    return async (request) => {
      const { hits, msLeft } = await counts.hit(keyOf(request), windowMs, limit.max);
      if (hits <= limit.max) return;
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)) });
    };
  }
}

const addressOf = (request: FastifyRequest) => callerOf(request.ip);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own limit per address, or none. */
    ownLimit?: boolean;
  }
}

export function installGeneralLimit(app: FastifyInstance, limits: RateLimits): void {
  const check = limits.general();
  app.addHook('onClose', async () => limits.close());
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/') && !request.routeOptions.config.ownLimit) await check(request);
  });
}
