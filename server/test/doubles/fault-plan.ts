/** Faults between us and a provider, as shares of its calls; a seed makes a run repeatable. */
export interface FaultPlan {
  seed: number;
  /** Does nothing and never answers (F04). */
  neverAnswers: number;
  /** Does nothing and answers 500 (F05). */
  errors: number;
  /** Does the work and answers late (F06). */
  slow: { share: number; ms: number };
  verySlow: { share: number; ms: number };
  /** Does the work and loses the answer (F07). Only for writes. */
  losesAnswers: number;
  /** Only these calls, such as `POST /transactions`; empty means all. */
  only: string[];
}

export const NO_FAULTS: FaultPlan = {
  seed: 1,
  neverAnswers: 0,
  errors: 0,
  slow: { share: 0, ms: 0 },
  verySlow: { share: 0, ms: 0 },
  losesAnswers: 0,
  only: [],
};

type CallOutcome = 'fine' | 'silence' | 'error' | 'slow' | 'very-slow' | 'lost';

/** What happens to one call. The same seed, call and turn give the same outcome. */
export function outcomeOf(
  plan: FaultPlan,
  call: { method: string; path: string; turn: number },
): CallOutcome {
  if (plan.only.length > 0 && !plan.only.includes(`${call.method} ${call.path}`)) return 'fine';
  const chance = (kind: string) => chanceOf(`${plan.seed} ${kind} ${call.method} ${call.path} ${call.turn}`);
  if (chance('silence') < plan.neverAnswers) return 'silence';
  if (chance('error') < plan.errors) return 'error';
  if (call.method !== 'GET' && chance('lost') < plan.losesAnswers) return 'lost';
  if (chance('very slow') < plan.verySlow.share) return 'very-slow';
  return chance('slow') < plan.slow.share ? 'slow' : 'fine';
}

/** From 0 to 1, the same for the same text (FNV-1a, then mixed). */
export function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
