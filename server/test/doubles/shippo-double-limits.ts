import type { DoubleAnswer, DoubleRequest } from './double-server.ts';
import type { DoubleContext } from './shippo-double-context.ts';
import type { LimitKind } from './shippo-double-options.ts';

const LISTS = ['/addresses', '/shipments', '/transactions', '/refunds'];

/** Counts the calls of the last minute and refuses calls over the limit. */
export class ShippoLimits {
  readonly #context: DoubleContext;
  readonly #calls = new Map<LimitKind, number[]>();

  constructor(context: DoubleContext) {
    this.#context = context;
  }

  refuse({ method }: DoubleRequest, path: string): DoubleAnswer | null {
    const kind = kindOf(method, path);
    const { limits, limitWindowMs } = this.#context.behavior;
    const limit = limits[kind];
    if (limit === undefined) return null;
    const now = Date.now();
    const calls = (this.#calls.get(kind) ?? []).filter((at) => at > now - limitWindowMs);
    this.#calls.set(kind, calls);
    const oldest = calls[0];
    if (calls.length < limit || oldest === undefined) {
      calls.push(now);
      return null;
    }
    this.#context.server.note('throttled', { limit: kind });
    const seconds = Math.ceil((oldest + limitWindowMs - now) / 1000);
    return {
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    };
  }
}

function kindOf(method: string, path: string): LimitKind {
  const isTrack = path.startsWith('/tracks');
  if (method !== 'GET') return isTrack ? 'postTracks' : 'post';
  if (isTrack) return 'getTracks';
  return LISTS.includes(path) ? 'list' : 'get';
}
