import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { Database } from '../db/database.ts';
import { addHits } from './request-counts.ts';

const MAX_CALLERS = 20_000;
const EXCHANGE_AFTER_MS = 1_000;
/** Callers that stay far below the limit are nobody else's business: the others hear of one who has used up this share of it. */
const TOLD_FROM = 1 / 20;

interface Window {
  hits: number;
  /** Of them, those that no other process has heard of. */
  untold: number;
  endsAt: number;
}

type Answer = Parameters<FastifyRateLimitStore['incr']>[1];
type Route = Parameters<FastifyRateLimitStore['child']>[0] & {
  routeInfo: { method: string | string[]; url: string };
};

const standing = ({ hits, endsAt }: Window) => ({
  current: hits,
  ttl: Math.max(0, endsAt - performance.now()),
});

/** What this process has seen of each caller, the longest-standing forgotten first. */
class LocalCounts {
  readonly #windows = new Map<string, Window>();

  hit(key: string, windowMs: number): Window {
    const now = performance.now();
    const known = this.#windows.get(key);
    if (known && known.endsAt > now) {
      known.hits += 1;
      known.untold += 1;
      return known;
    }
    this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= MAX_CALLERS) this.#windows.delete(oldest);
    const fresh = { hits: 1, untold: 1, endsAt: now + windowMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

/**
 * The general limit. Each process counts for itself, and about once a second busy callers' counts are added up in the database: no
 * request waits for that, and a caller of many processes gets past the limit by no more than a second's requests and the untold share.
 */
export class GeneralCounts implements FastifyRateLimitStore {
  readonly #db: Database;
  readonly #local = new LocalCounts();
  readonly #toTell = new Map<string, Window>();
  #exchange: NodeJS.Timeout | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  incr(key: string, answer: Answer, windowMs: number, max: number): void {
    const window = this.#local.hit(key, windowMs);
    if (window.hits >= max * TOLD_FROM) {
      this.#toTell.set(key, window);
      this.#exchange ??= setTimeout(() => void this.#tell(windowMs), EXCHANGE_AFTER_MS).unref();
    }
    answer(null, standing(window));
  }

  child(route: Route): FastifyRateLimitStore {
    return new ExactCounts(this.#db, `${route.routeInfo.method} ${route.routeInfo.url}`);
  }

  async #tell(windowMs: number): Promise<void> {
    const windows = new Map(this.#toTell);
    this.#toTell.clear();
    this.#exchange = null;
    const told = [...windows].map(([key, { untold: hits }]) => ({ key, hits }));
    for (const window of windows.values()) window.untold = 0;
    try {
      for (const { key, hits, msLeft } of await addHits(this.#db, told, windowMs)) {
        const window = windows.get(key);
        if (!window) continue;
        window.hits = hits + window.untold;
        window.endsAt = performance.now() + msLeft;
      }
    } catch {
      // Nobody heard of them; they are told with the next.
      for (const { key, hits } of told) {
        const window = windows.get(key);
        if (window) window.untold += hits;
      }
    }
  }
}

/** The limit of one costly route: every request is counted in the database, until the caller is known to be past the limit. */
class ExactCounts implements FastifyRateLimitStore {
  readonly #db: Database;
  readonly #route: string;
  readonly #local = new LocalCounts();

  constructor(db: Database, route: string) {
    this.#db = db;
    this.#route = route;
  }

  incr(key: string, answer: Answer, windowMs: number, max: number): void {
    const window = this.#local.hit(key, windowMs);
    // Others may be counted before the database has answered; and without it each process counts for itself.
    const here = standing(window);
    if (here.current > max) {
      answer(null, here);
      return;
    }
    this.#count(key, window, windowMs).then(
      (shared) => answer(null, shared),
      () => answer(null, here),
    );
  }

  child(): FastifyRateLimitStore {
    return this;
  }

  async #count(key: string, window: Window, windowMs: number) {
    const [shared] = await addHits(this.#db, [{ key: `${this.#route} ${key}`, hits: 1 }], windowMs);
    if (!shared) throw new Error('a request was not counted');
    window.hits = Math.max(window.hits, shared.hits);
    window.endsAt = performance.now() + shared.msLeft;
    return { current: shared.hits, ttl: shared.msLeft };
  }
}
