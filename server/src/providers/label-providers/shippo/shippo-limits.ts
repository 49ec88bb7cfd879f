import type { CallLimit } from '../../../platform/outgoing/call-budget.ts';

/** Calls that share a limit. Purchases have their own share, so that they never queue behind quotes. */
export type CallKind = 'post' | 'purchase' | 'get' | 'list' | 'tracks';

interface Share {
  /** Calls per minute, as published in the rate limits of docs.goshippo.com (July 2026). */
  live: number;
  test: number;
  /** The share that we use: other software may use the same account, and clocks differ. */
  part: number;
  longestWaitMs: number;
}

const SHARES: Record<CallKind, Share> = {
  post: { live: 500, test: 50, part: 0.6, longestWaitMs: 20_000 },
  // A caller that would wait longer gets NotSentError and orders again later.
  purchase: { live: 500, test: 50, part: 0.3, longestWaitMs: 1_000 },
  get: { live: 4000, test: 400, part: 0.9, longestWaitMs: 5_000 },
  list: { live: 50, test: 10, part: 0.9, longestWaitMs: 10_000 },
  tracks: { live: 500, test: 50, part: 0.9, longestWaitMs: 1_000 },
};

/**
 * A tenth of our share may be used in one burst after a quiet period; no minute exceeds the share. With a custom
 * write limit, the others scale in proportion.
 */
export function limitOf(kind: CallKind, live: boolean, callsPerMinute: number | null = null): CallLimit {
  const mode = live ? 'live' : 'test';
  const { part, longestWaitMs, ...published } = SHARES[kind];
  const agreed = (callsPerMinute ?? SHARES.post[mode]) / SHARES.post[mode];
  const share = Math.max(2, Math.floor(part * published[mode] * agreed));
  const burst = Math.max(1, Math.floor(share / 10));
  const perMinute = share - burst;
  // A sequential caller always gets the next turn.
  return { perMinute, burst, longestWaitMs: Math.max(longestWaitMs, Math.ceil(60_000 / perMinute)) };
}
