import type { CallLimit } from '../../../platform/outgoing/call-budget.ts';

/** What is counted together; orders have a share of their own, so that what is paid for never queues behind what is only asked. */
export type CallKind = 'post' | 'purchase' | 'get' | 'list' | 'tracks';

interface Share {
  /** Calls per minute as published (docs.goshippo.com, as of 2026-07; shared/domain.md, section 5.1). */
  live: number;
  test: number;
  /** The part of them that is used: somebody else may use the same account, and clocks differ. */
  part: number;
  longestWaitMs: number;
}

const SHARES: Record<CallKind, Share> = {
  post: { live: 500, test: 50, part: 0.6, longestWaitMs: 20_000 },
  // Whoever waits longer than this is told that nothing was ordered, and orders again.
  purchase: { live: 500, test: 50, part: 0.3, longestWaitMs: 1_000 },
  get: { live: 4000, test: 400, part: 0.9, longestWaitMs: 5_000 },
  list: { live: 50, test: 10, part: 0.9, longestWaitMs: 10_000 },
  tracks: { live: 500, test: 50, part: 0.9, longestWaitMs: 1_000 },
};

/**
 * A tenth may come at once after a quiet time; in no minute are there more than the share. An account with another limit for calls that
 * change something has the others in proportion.
 */
export function limitOf(kind: CallKind, live: boolean, callsPerMinute: number | null = null): CallLimit {
  const mode = live ? 'live' : 'test';
  const { part, longestWaitMs, ...published } = SHARES[kind];
  const agreed = (callsPerMinute ?? SHARES.post[mode]) / SHARES.post[mode];
  const share = Math.max(2, Math.floor(part * published[mode] * agreed));
  const burst = Math.max(1, Math.floor(share / 10));
  const perMinute = share - burst;
  // Whoever calls one after the other always gets the next turn.
  return { perMinute, burst, longestWaitMs: Math.max(longestWaitMs, Math.ceil(60_000 / perMinute)) };
}
